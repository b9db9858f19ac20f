extension FloatBatchMatMul {
  /// Multiplies rows of the left matrices by panels of eight columns of the right ones.
  func runVector(_ call: OperatorCall) {
    let left = call.input(0, as: Float.self)
    let right = call.input(1, as: Float.self)
    let output = call.output(0, as: Float.self)
    guard !shape.isEmpty else { return }
    guard shape.depth > 0 else { return output.update(repeating: 0, count: shape.output.reduce(1, *)) }
    var packed: (matrix: Int, panels: FloatPanels)?
    var watch = call.stopWatch
    shape.matrices.forEachElement(call.workers) { index, leftIndex, rightIndex in
      // A matrix of one element takes its time, too.
      guard !watch.isOver(after: shape.rows &* shape.depth &* shape.columns &+ 256) else { return }
      var rows = left + leftIndex * shape.rows * shape.depth
      if shape.left.column != 1 { rows = shape.leftRows(at: rows, in: call.scratch, &watch) }
      if packed?.matrix != rightIndex {
        let matrix = right + rightIndex * shape.depth * shape.columns
        packed = (
          rightIndex,
          FloatPanels(depth: shape.depth, columns: shape.columns, &watch) { row, column in
            matrix[row * shape.right.row + column * shape.right.column]
          }
        )
      }
      guard let panels = packed?.panels else { return }
      call.workers.forEachRange(of: shape.rows) { range in
        panels.multiply(rows: range, of: rows, into: output + index * shape.rows * shape.columns, .reference) {
          sums, _ in
          sums
        }
      }
    }
  }
}
