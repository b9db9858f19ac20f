import TFLiteSchema

/// SELECT or SELECT_V2: both copy elements of one tensor or the other.
struct Selection: TotalOperator {
  let outputShape: [Int]
  /// How condition, first and second tensor are broadcast.
  let broadcast: Broadcast
  /// Bytes of one element: 1, 2, 4 or 8.
  let elementSize: Int

  var outputShapes: [[Int]] { [outputShape] }
  var path: KernelPath { .copy }

  func run(_ call: OperatorCall) {
    switch elementSize {
    case 1: runReference(call, UInt8.self)
    case 2: runReference(call, UInt16.self)
    case 4: runReference(call, UInt32.self)
    default: runReference(call, UInt64.self)
    }
  }
}

extension Selection {
  /// Source: `tflite/kernels/select.cc`, SelectPrepare.
  static func prepare(
    _ context: OperatorContext,
    broadcasting: (TensorDescriptor, TensorDescriptor, TensorDescriptor) throws -> [[Int]]
  ) throws -> Selection {
    try context.requireOperands(inputs: 3...3)
    let (condition, first, second) = (try context.input(0), try context.input(1), try context.input(2))
    let output = context.output(0)
    try context.require(condition, type: .bool)
    try context.require(second, sameTypeAs: first)
    try context.require(output, sameTypeAs: first)
    let elementSize = try context.elementSize(of: first)
    guard elementSize <= 8 else {
      throw KernelError.type(
        context.identity, first.identity, found: first.type, expected: "a type of at most 64 bits")
    }
    // One element stays under the shape that the file gives the output.
    if [condition, first, second, output].allSatisfy({ $0.elementCount == 1 }),
      let broadcast = Broadcast([[], [], []])
    {
      return Selection(outputShape: output.shape, broadcast: broadcast, elementSize: elementSize)
    }
    let shapes = try broadcasting(condition, first, second)
    let broadcast = try context.broadcast(shapes, of: [condition, first, second])
    return Selection(outputShape: broadcast.outputShape, broadcast: broadcast, elementSize: elementSize)
  }
}
