import TFLiteSchema

/// ZEROS_LIKE of elements of any size.
struct ZerosLike: TotalOperator {
  let outputShape: [Int]
  let elementSize: Int

  var outputShapes: [[Int]] { [outputShape] }
  var path: KernelPath { .copy }

  func run(_ call: OperatorCall) { runReference(call) }
}

/// ZEROS_LIKE: a tensor in which every bit is 0.
///
/// Input: a tensor, whose values are not used. Output: its shape and type.
///
/// Source: `tflite/kernels/zeros_like.cc`.
enum ZerosLikeOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.copy(.float32, .int32, .int64)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 1...1)
    let input = try context.input(0)
    try context.requireActivationType(of: Self.self)
    try context.require(context.output(0), sameTypeAs: input)
    return ZerosLike(outputShape: input.shape, elementSize: try context.elementSize(of: input))
  }
}
