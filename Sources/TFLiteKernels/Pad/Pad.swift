import TFLiteSchema

/// PAD: a border around a tensor, filled with what means 0.
///
/// Inputs: any tensor, and its paddings [rank, 2] (before, behind) as int32 or int64.
struct Pad: TotalOperator {
  let inputShape: [Int]
  let outputShape: [Int]
  /// Elements of border before the input, for each dimension.
  let paddingsBefore: [Int]
  let elementSize: Int
  /// The bytes of one element of the border; at most 8.
  let border: [UInt8]

  var outputShapes: [[Int]] { [outputShape] }

  func run(_ call: OperatorCall) { runReference(call) }
}

extension Pad {
  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 2...2)
    let (input, output) = (try context.input(0), context.output(0))
    try context.require(output, sameTypeAs: input)
    try context.require(input, rank: 0...5)
    let elementSize = try context.elementSize(of: input)
    let paddings = try paddings(context, input: input)
    return Pad(
      inputShape: input.shape, outputShape: zip(input.shape, paddings).map { $0 + $1.before + $1.behind },
      paddingsBefore: paddings.map(\.before), elementSize: elementSize,
      border: try border(context, input: input, output: output, elementSize: elementSize))
  }

  private static func paddings(
    _ context: OperatorContext, input: TensorDescriptor
  ) throws(KernelError) -> [(before: Int, behind: Int)] {
    let tensor = try context.input(1)
    try context.require(tensor, shape: [input.rank, 2])
    let values = try context.integers(tensor)
    guard values.allSatisfy({ $0 >= 0 && $0 <= Int32.max }) else {
      throw .value(context.identity, tensor.identity, "holds the paddings \(values), expected 0 to \(Int32.max)")
    }
    return (0..<input.rank).map { (values[2 * $0], values[2 * $0 + 1]) }
  }

  private static func border(
    _ context: OperatorContext, input: TensorDescriptor, output: TensorDescriptor, elementSize: Int
  ) throws(KernelError) -> [UInt8] {
    guard input.type == .uint8 || input.type == .int8 else { return Array(repeating: 0, count: elementSize) }
    try context.require(output, sameQuantizationAs: input)
    return [UInt8(truncatingIfNeeded: try context.perTensorQuantization(output).zeroPoint)]
  }
}
