import TFLiteSchema

/// TILE: a tensor is repeated along every dimension.
///
/// Inputs: a tensor; how often each of its dimensions is repeated [rank], int32 or int64. Output: its shape, multiplied
/// by that.
///
/// Source: `tflite/kernels/tile.cc`.
enum TileOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.copy()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 2...2)
    let (input, multiples) = (try context.input(0), try context.input(1))
    try context.require(context.output(0), sameTypeAs: input)
    let elementSize = try context.elementSizeWithStrings(of: input)
    guard multiples.shape.wrappingProduct == input.rank else {
      throw KernelError.shape(
        context.identity, multiples.identity, found: multiples.shape,
        expected: "\(input.rank) elements, one for each dimension of \(input.identity)")
    }
    let repeats = try context.integers(multiples)
    guard repeats.allSatisfy({ $0 >= 0 }) else {
      throw KernelError.value(context.identity, multiples.identity, "holds \(repeats.abbreviated), expected 0 or more")
    }
    // Every dimension becomes two: the repetitions, which start anew each time, and the dimension itself.
    let strides = input.shape.rowMajorStrides
    return Movement(
      outputShape: zip(input.shape, repeats).map { $0.clampedProduct($1) },
      StridedCopy(
        gathering: zip(repeats, input.shape).flatMap { [$0, $1] }, sourceStrides: strides.flatMap { [0, $0] },
        elementSize: elementSize))
  }
}
