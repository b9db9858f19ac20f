import TFLiteSchema

/// SHAPE: the sizes of a tensor's dimensions.
///
/// Input: a tensor, whose values are not read. Output: [rank], int32 or int64, as `out_type` says.
///
/// Source: `tflite/kernels/shape.cc`.
enum ShapeOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.copy()]

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
}

/// SHAPE or RANK with all that it says known.
struct Shape: TotalOperator {
  let outputShape: [Int]
  /// What the output holds, whatever the input's values are.
  let values: [Int]
  /// `int32` or `int64`.
  let type: TensorType

  var outputShapes: [[Int]] { [outputShape] }
  var path: KernelPath { .copy }
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
