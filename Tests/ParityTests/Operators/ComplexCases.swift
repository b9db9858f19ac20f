import TFLiteSchema

extension ParityRow {
  static let complexParts =
    complex("REAL", .real) + complex("IMAG", .imag) + complex("COMPLEX_ABS", .complexAbs)

  static let fourier = [ParityRow("RFFT2D", "float32") { $0.realTransform() }]

  private static func complex(_ name: String, _ code: BuiltinOperator) -> [ParityRow] {
    [ParityRow(name, "complex64") { $0.complexPart(code, isDouble: false) }]
      + [ParityRow(name, "complex128", reference: .python) { $0.complexPart(code, isDouble: true) }]
  }
}

extension SplitMix64 {
  fileprivate mutating func complexPart(_ code: BuiltinOperator, isDouble: Bool) -> OperatorCase {
    let shape = shape(rank: int(0...4), limit: 400)
    let count = 2 * shape.elementCount
    var input = TensorSketch(type: isDouble ? .complex128 : .complex64, shape: shape)
    input.bytes = (0..<count).flatMap { _ in
      isDouble
        ? littleEndianBytes(Double(normal()) * Double(logUniform(1e-3...1e3)) + Double(normal()) * 1e-9)
        : littleEndianBytes(normal() * logUniform(1e-6...1e6))
    }
    return OperatorCase(
      code: code, inputs: [input],
      outputs: [TensorSketch(type: isDouble ? .float64 : .float32, shape: shape)])
  }

  fileprivate mutating func realTransform() -> OperatorCase {
    let outer = (0..<int(0...2)).map { _ in int(1...2) }
    // Mostly small, at times so long that every kind of step is taken.
    let isLong = chance(0.08)
    let lengths = (0..<2).map { _ in 1 << int(isLong ? 0...5 : 0...4) }
    let long = 1 << int(6...10)
    let (height, width) = isLong ? (chance(0.5) ? (long, lengths[1]) : (lengths[0], long)) : (lengths[0], lengths[1])
    func size(_ length: Int) -> Int { chance(0.6) ? length : int(1...length + 2) }
    let input = [size(height), size(width)]
    let asked = chance(0.03) ? [height + 2, width] : [height, width]
    return OperatorCase(
      code: .rfft2D, options: Rfft2dOptions(),
      inputs: [floatOperand(outer + input, deviation: logUniform(0.01...100)), parameters(asked)],
      outputs: [TensorSketch(type: .complex64, shape: outer + [height, width / 2 + 1])])
  }
}
