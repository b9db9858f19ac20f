import TFLiteSchema

/// SHAPE and RANK: the dimensions of a tensor, and their number.
///
/// Source: `tflite/kernels/shape.cc`, `tflite/kernels/rank.cc`.
struct Shape: TotalOperator {
  let outputShape: [Int]
  /// What the output holds, whatever the input's values are.
  let values: [Int]
  /// `int32` or `int64`.
  let type: TensorType

  var outputShapes: [[Int]] { [outputShape] }
  var readsInputs: Bool { false }

  func run(_ call: OperatorCall) {
    for (index, value) in values.enumerated() {
      switch type {
      case .int64: call.output(0, as: Int64.self)[index] = Int64(value)
      default: call.output(0, as: Int32.self)[index] = Int32(truncatingIfNeeded: value)
      }
    }
  }
}

extension Shape {
  /// SHAPE: a vector of int32 or int64, as an option says.
  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 1...1)
    let (input, output) = (try context.input(0), context.output(0))
    let type = try context.options(ShapeOptions.self).outType
    guard type == .int32 || type == .int64 else {
      throw KernelError.option(context.identity, name: "out_type", found: "\(type)", expected: "INT32 or INT64")
    }
    try context.require(output, type: type)
    return Shape(outputShape: [input.rank], values: input.shape, type: type)
  }

  /// RANK: an int32 scalar.
  static func prepareRank(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 1...1)
    try context.require(context.output(0), type: .int32)
    return Shape(outputShape: [], values: [try context.input(0).rank], type: .int32)
  }
}
