import TFLiteSchema

/// REVERSE_SEQUENCE with lengths that a run reads.
struct ReverseSequence: ThrowingOperator {
  let identity: OperatorIdentity
  let lengths: TensorIdentity
  let lengthType: TensorType
  let shape: [Int]
  let elementSize: Int
  let sequenceAxis: Int
  let batchAxis: Int

  var outputShapes: [[Int]] { [shape] }
  var path: KernelPath { .copy }

  func run(_ call: OperatorCall) throws { try runReference(call) }
}

/// REVERSE_SEQUENCE: the first elements of one dimension back to front, as many as a length says for each index of
/// another dimension.
///
/// Inputs: a tensor; the lengths [size of dimension `batch_dim`], int32 or int64, of what is reversed along dimension
/// `seq_dim`. Output: the tensor's shape. A length outside the dimension is an error when the model runs.
///
/// Source: `tflite/kernels/reverse_sequence.cc`; `tflite/kernels/internal/reference/reference_ops.h`, ReverseSequence.
enum ReverseSequenceOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.copy()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 2...2)
    let (input, lengths) = (try context.input(0), try context.input(1))
    try context.require(context.output(0), sameTypeAs: input)
    try context.require(lengths, type: .int32, .int64)
    let options = try context.options(ReverseSequenceOptions.self)
    let sequenceAxis = try context.axis(options.seqDim, of: input, option: "seq_dim")
    let batchAxis = try context.axis(options.batchDim, of: input, option: "batch_dim")
    guard sequenceAxis != batchAxis else {
      throw KernelError.option(
        context.identity, name: "batch_dim", found: "\(options.batchDim)", expected: "another dimension than seq_dim")
    }
    try context.require(lengths, shape: [input.shape[batchAxis]])
    return ReverseSequence(
      identity: context.identity, lengths: lengths.identity, lengthType: lengths.type, shape: input.shape,
      elementSize: try context.elementSize(of: input), sequenceAxis: sequenceAxis, batchAxis: batchAxis)
  }
}
