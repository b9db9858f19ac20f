import TFLiteSchema

/// SELECT and SELECT_V2: where the condition is true, the element of the first tensor, else that of the second.
///
/// Inputs: condition (bool), and two tensors of one type. SELECT_V2 stretches all three shapes to one. SELECT wants
/// tensors of one shape, and a condition of that shape, a scalar, or a vector that chooses whole slices along the first
/// dimension.
struct Select: TotalOperator {
  let outputShape: [Int]
  /// How condition, first and second tensor stretch.
  let broadcast: Broadcast
  /// Bytes of one element: 1, 2, 4 or 8.
  let elementSize: Int

  var outputShapes: [[Int]] { [outputShape] }

  func run(_ call: OperatorCall) {
    switch elementSize {
    case 1: runReference(call, UInt8.self)
    case 2: runReference(call, UInt16.self)
    case 4: runReference(call, UInt32.self)
    default: runReference(call, UInt64.self)
    }
  }
}

extension Select {
  /// Prepares SELECT.
  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try prepare(context) { condition, first, second in
      try context.require(second, shape: first.shape)
      let isSlicing = condition.rank == 1 && condition.shape.first == first.shape.first
      guard condition.rank == 0 || condition.shape == first.shape || isSlicing else {
        throw KernelError.shape(
          context.identity, condition.identity, found: condition.shape,
          expected: "\(first.shape), a scalar, or a vector as long as the first dimension of \(first.identity)")
      }
      // Behind the slices, the condition repeats.
      let repeats = isSlicing ? Array(repeating: 1, count: first.rank - 1) : []
      return [condition.shape + repeats, first.shape, second.shape]
    }
  }

  /// Prepares SELECT_V2.
  static func prepareV2(_ context: OperatorContext) throws -> any PreparedOperator {
    try prepare(context) { [$0.shape, $1.shape, $2.shape] }
  }

  /// Source: `tflite/kernels/select.cc`, SelectPrepare.
  private static func prepare(
    _ context: OperatorContext,
    stretching: (TensorDescriptor, TensorDescriptor, TensorDescriptor) throws -> [[Int]]
  ) throws -> Select {
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
      return Select(outputShape: output.shape, broadcast: broadcast, elementSize: elementSize)
    }
    let shapes = try stretching(condition, first, second)
    let broadcast = try context.broadcast(shapes, of: [condition, first, second])
    return Select(outputShape: broadcast.outputShape, broadcast: broadcast, elementSize: elementSize)
  }
}
