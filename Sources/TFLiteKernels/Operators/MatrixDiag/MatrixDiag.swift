import TFLiteSchema

/// MATRIX_DIAG: square matrices with given elements on their diagonals, and 0 elsewhere.
///
/// Input: the diagonals [..., size], of any type. Output: [..., size, size], of that type.
///
/// TFLite takes elements of other types than float32, uint8, int8, int16, int32 and int64 for float32 ones; here they
/// are what they are.
///
/// Source: `tflite/kernels/matrix_diag.cc`.
enum MatrixDiagOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.copy()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 1...1)
    let input = try context.input(0)
    try context.require(context.output(0), sameTypeAs: input)
    try context.require(input, rank: 1...Int(Int32.max))
    let elementSize = try context.elementSize(of: input)
    let size = input.shape[input.rank - 1]
    return FilledCopy(
      outputShape: input.shape + [size], elementSize: elementSize, filling: .zeros,
      copy: .diagonals(
        of: input.shape.dropLast().wrappingProduct, rows: size, columns: size, elementSize: elementSize))
  }
}

extension StridedCopy {
  /// From diagonals that lie one behind the other into those of matrices.
  static func diagonals(of matrices: Int, rows: Int, columns: Int, elementSize: Int) -> StridedCopy {
    let length = min(rows, columns)
    return StridedCopy(
      [
        Dimension(
          count: matrices, sourceStride: length &* elementSize, targetStride: rows &* columns &* elementSize),
        Dimension(count: length, sourceStride: elementSize, targetStride: (columns &+ 1) &* elementSize),
      ], elementSize: elementSize)
  }
}
