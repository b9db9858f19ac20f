import TFLiteSchema

/// BROADCAST_ARGS on shapes that a run reads.
struct BroadcastArgs: ThrowingOperator {
  let identity: OperatorIdentity
  let second: TensorIdentity
  let counts: (first: Int, second: Int)
  let type: TensorType

  var outputShapes: [[Int]] { [[max(counts.first, counts.second)]] }

  func run(_ call: OperatorCall) throws { try runReference(call) }
}

/// BROADCAST_ARGS: the shape to which two shapes are broadcast.
///
/// Inputs: two shapes [rank] of one type. Output: [the higher rank], of the same type. Shapes that cannot be broadcast
/// are an error when the model runs.
///
/// TFLite ends the process for such shapes.
///
/// Source: `tflite/kernels/broadcast_args.cc`; `tflite/kernels/internal/reference/broadcast_args.h`.
enum BroadcastArgsOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.int32, .int64)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 2...2)
    let (first, second) = (try context.input(0), try context.input(1))
    try context.requireActivationType(of: Self.self)
    try context.require(second, sameTypeAs: first)
    try context.require(context.output(0), sameTypeAs: first)
    try context.require(first, rank: 1...1)
    try context.require(second, rank: 1...1)
    return BroadcastArgs(
      identity: context.identity, second: second.identity, counts: (first.shape[0], second.shape[0]), type: first.type)
  }
}
