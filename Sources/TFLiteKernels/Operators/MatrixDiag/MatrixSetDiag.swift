import TFLiteSchema

/// MATRIX_SET_DIAG: matrices in which the diagonals are replaced.
///
/// Inputs: the matrices [..., rows, columns], of any type; their diagonals, which are as long as the shorter side, one
/// behind the other, of that type. Output: the matrices' shape and type.
///
/// TFLite takes elements of other types than float32, uint8, int8, int16, int32 and int64 for float32 ones, and does not
/// check how many diagonal elements there are; here they are what they are, and must be as many as the matrices have.
///
/// Source: `tflite/kernels/matrix_set_diag.cc`.
enum MatrixSetDiagOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.copy()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 2...2)
    let (input, diagonal) = (try context.input(0), try context.input(1))
    try context.require(context.output(0), sameTypeAs: input)
    try context.require(diagonal, sameTypeAs: input)
    try context.require(input, rank: 2...Int(Int32.max))
    let elementSize = try context.elementSize(of: input)
    let (matrices, sides) = (input.shape.dropLast(2), input.shape.suffix(2))
    let expected = matrices + [sides.min() ?? 0]
    guard diagonal.elementCount == expected.wrappingProduct else {
      throw KernelError.shape(
        context.identity, diagonal.identity, found: diagonal.shape, expected: "as many elements as \(expected) has")
    }
    let whole = StridedCopy(
      gathering: input.shape, sourceStrides: input.shape.rowMajorStrides, elementSize: elementSize)
    let diagonals = StridedCopy.diagonals(
      of: matrices.wrappingProduct, rows: input.shape[input.rank - 2], columns: input.shape[input.rank - 1],
      elementSize: elementSize)
    return Movement(
      outputShapes: [input.shape], paths: [.init(copy: whole), .init(input: 1, copy: diagonals)])
  }
}
