import TFLiteSchema

extension SplitMix64 {
  /// An operator on pairs of plain numbers, whose shapes are broadcast to one.
  mutating func plainBinary(
    _ code: BuiltinOperator, _ kind: ElementKind, options: (any OperatorOptions)? = nil, result: TensorType? = nil,
    _ left: ClosedRange<Int>? = nil, _ right: ClosedRange<Int>? = nil, avoidingRight avoided: Int? = nil,
    isFinite: Bool = false
  ) -> OperatorCase {
    let shapes = broadcastShapes()
    var made = OperatorCase(
      code: code, options: options,
      inputs: [
        numbers(kind, shapes.left, left, isFinite: isFinite),
        numbers(kind, shapes.right, right, avoiding: avoided, isFinite: isFinite),
      ],
      outputs: [TensorSketch(type: result ?? kind.tensorType, shape: shapes.output)])
    makeOneConstant(&made)
    spoilPair(&made)
    return made
  }

  /// Now and then one of two operands is part of the model.
  mutating func makeOneConstant(_ made: inout OperatorCase) {
    guard chance(0.3) else { return }
    made.inputs[int(0...1)]?.isConstant = true
  }

  /// Sometimes makes a model that cannot run: both engines must refuse shapes that cannot be broadcast to one.
  mutating func spoilPair(_ made: inout OperatorCase) {
    guard chance(0.05), var left = made.inputs[0], let right = made.inputs[1], let last = right.shape.last, last > 1
    else { return }
    left.shape = [last + 2]
    left.bytes = [UInt8](repeating: 1, count: (last + 2) * (left.type.bitWidth ?? 8) / 8)
    made.inputs[0] = left
  }

  /// A tensor of quantized 16-bit values.
  mutating func operand16(_ shape: [Int], scale: Float, _ range: ClosedRange<Int>? = nil) -> TensorSketch {
    var sketch = numbers(.int16, shape, range)
    (sketch.scales, sketch.zeroPoints) = ([scale], [0])
    return sketch
  }
}

extension TensorSketch {
  /// An output of quantized 16-bit values.
  static func result16(_ shape: [Int], scale: Float) -> TensorSketch {
    TensorSketch(type: .int16, shape: shape, scales: [scale], zeroPoints: [0])
  }
}
