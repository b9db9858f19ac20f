/// The sizes of a BATCH_MATMUL, checked against each other.
struct BatchMatMulShape: Equatable, Sendable {
  /// The shape of the output.
  let output: [Int]
  /// The rows of the left matrix, the columns of the right one, and the products in each sum.
  let rows: Int
  let columns: Int
  let depth: Int
  /// Elements to step in each left matrix from row to row and within a row.
  let left: MatrixStrides
  let right: MatrixStrides
  /// How the dimensions before the last two are broadcast, counted in matrices.
  let matrices: Broadcast

  var matrixCount: Int { matrices.outputShape.reduce(1, *) }

  /// Whether there is nothing to compute. Its other dimensions may then be so large that nobody can count to them.
  var isEmpty: Bool { output.contains(0) }
}

/// Where the elements of a stored matrix are, which may be transposed.
struct MatrixStrides: Equatable, Sendable {
  let row: Int
  let column: Int

  init(rows: Int, columns: Int, isTransposed: Bool) {
    (row, column) = isTransposed ? (1, rows) : (columns, 1)
  }
}
