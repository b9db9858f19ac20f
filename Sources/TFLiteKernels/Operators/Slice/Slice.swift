import TFLiteSchema

/// SLICE: a box is cut out of a tensor.
///
/// Inputs: a tensor, of int4 as well; the first index in each dimension [rank]; the size in each dimension [rank], where -1 stands for
/// all that is left; both int32 or int64. Output: these sizes.
///
/// TFLite believes the output's shape in the file and checks nothing then; here the inputs count.
///
/// Source: `tflite/kernels/slice.cc`; `tflite/kernels/internal/reference/slice.h`.
enum SliceOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.copy()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 3...3)
    return try context.movingUnpacked([.int4], prepareBytes)
  }

  private static func prepareBytes(_ context: OperatorContext) throws -> any PreparedOperator {
    let (input, begin, size) = (try context.input(0), try context.input(1), try context.input(2))
    try context.require(context.output(0), sameTypeAs: input)
    try context.require(begin, shape: [input.rank])
    try context.require(size, shape: [input.rank])
    let elementSize = try context.elementSizeWithStrings(of: input)
    let (begins, sizes) = (try context.integers(begin), try context.integers(size))
    var shape: [Int] = []
    for (axis, available) in input.shape.enumerated() {
      guard (0...available).contains(begins[axis]) else {
        throw KernelError.value(
          context.identity, begin.identity,
          "begins dimension \(axis) at \(begins[axis]), expected 0 to \(available), the size of \(input.identity) there"
        )
      }
      let left = available - begins[axis]
      guard (-1...left).contains(sizes[axis]) else {
        throw KernelError.value(
          context.identity, size.identity,
          "asks for \(sizes[axis]) elements of dimension \(axis), expected -1 to \(left), which \(input.identity) has")
      }
      shape.append(sizes[axis] == -1 ? left : sizes[axis])
    }
    return Cuts(
      input: 0, inputShape: input.shape, boxes: [Cuts.Box(begins: begins, steps: begins.map { _ in 1 }, shape: shape)],
      elementSize: elementSize)
  }
}
