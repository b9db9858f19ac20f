import TFLiteSchema

/// BITCAST: the same bytes as elements of another type.
///
/// Input: a tensor of any type. Output: of any type. Where its elements are smaller, the tensor gets one more dimension,
/// which counts how many of them make one of the input's; where they are larger, the last dimension must count so many,
/// and goes.
///
/// Source: `tflite/kernels/bitcast.cc`.
enum BitcastOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.copy()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 1...1)
    let input = try context.input(0)
    let (from, to) = (try context.elementSize(of: input), try context.elementSize(of: context.output(0)))
    // Element counts are checked with the bytes that they take.
    return Reshape(
      outputShape: try outputShape(context, input, from: from, to: to), byteCount: input.elementCount * from)
  }

  private static func outputShape(
    _ context: OperatorContext, _ input: TensorDescriptor, from: Int, to: Int
  ) throws(KernelError) -> [Int] {
    if from == to { return input.shape }
    if from > to { return input.shape + [from / to] }
    guard input.shape.last == to / from else {
      throw .shape(
        context.identity, input.identity, found: input.shape,
        expected: "a last dimension of \(to / from), as many as make one element of \(context.output(0).identity)")
    }
    return input.shape.dropLast()
  }
}
