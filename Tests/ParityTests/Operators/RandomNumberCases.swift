import TFLiteSchema

extension ParityRow {
  static let randomNumbers = [
    ParityRow("RANDOM_UNIFORM", "float32", allowsOutdatedShapes: false) { $0.randomNumbers(.randomUniform) },
    ParityRow("RANDOM_STANDARD_NORMAL", "float32", allowsOutdatedShapes: false) {
      $0.randomNumbers(.randomStandardNormal)
    },
    ParityRow("MULTINOMIAL", "int32", distinct: 10, allowsOutdatedShapes: false) { $0.multinomial(.int32) },
    ParityRow("MULTINOMIAL", "int64", distinct: 10, allowsOutdatedShapes: false) { $0.multinomial(.int64) },
  ]
}

extension SplitMix64 {
  /// Seeds whose low 32 bits are not all 0: then the numbers would follow from nothing.
  private mutating func seeds() -> RandomOptions {
    RandomOptions {
      $0.seed = Int64(bitPattern: chance(0.3) ? UInt64(int(0...9)) : next())
      $0.seed2 = Int64(bitPattern: chance(0.3) ? UInt64(int(1...9)) : next() | 1)
    }
  }

  fileprivate mutating func randomNumbers(_ code: BuiltinOperator) -> OperatorCase {
    // The C library's normal numbers come in pairs, the second of which it may write behind the end.
    var shape = shape(rank: int(1...4), limit: 600)
    if code == .randomStandardNormal, shape.elementCount % 2 == 1 { shape[shape.count - 1] += 1 }
    if code == .randomStandardNormal, shape.elementCount % 2 == 1 { shape[0] *= 2 }
    return OperatorCase(
      code: code, options: seeds(), inputs: [parameters(shape)],
      outputs: [TensorSketch(type: .float32, shape: shape)])
  }

  fileprivate mutating func multinomial(_ type: TensorType) -> OperatorCase {
    let (batches, classes, samples) = (int(1...4), int(1...30), int(1...40))
    let reach = logUniform(0.1...50)
    var logits = TensorSketch.float(
      [batches, classes],
      (0..<batches * classes).map { _ in chance(0.03) ? pick([.infinity, -.infinity, .nan]) : reach * normal() },
      isConstant: true)
    logits.isFedHere = chance(0.7)
    var count = parameters([samples], shape: [])
    count.isConstant = true
    return OperatorCase(
      code: .multinomial, options: seeds(), inputs: [logits, count],
      outputs: [TensorSketch(type: type, shape: [batches, samples])])
  }
}
