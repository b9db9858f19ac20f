/// The specification of EMBEDDING_LOOKUP_SPARSE: rows are added one after the other; where the next one belongs
/// elsewhere, the sum is divided.
///
/// Source: `tflite/kernels/embedding_lookup_sparse.cc`.
extension EmbeddingLookupSparse {
  func runReference(_ call: OperatorCall) throws {
    let (weights, table) = (call.input(3, as: Float.self), call.input(4, as: Float.self))
    let output = call.output(0, as: Float.self)
    call.outputBytes(0).fill(with: 0, byteCount: 4 * outputShape.wrappingProduct, call.workers)
    var sum = Weights()
    var watch = call.stopWatch
    for lookup in 0..<lookupCount {
      try watch.check(after: 8)
      let row = try rows.index(at: lookup, of: call, below: rowCount)
      let target = try self.target(of: lookup, call)
      if target != sum.target {
        try divide(output, sum, &watch)
        sum = Weights(target: target)
      }
      let weight = weights[lookup]
      sum.count += 1
      sum.squares += weight * weight
      sum.total += weight
      for part in (0..<rowLength).parts {
        for index in part { output[target * rowLength + index] += table[row * rowLength + index] * weight }
        try watch.check(after: part.count)
      }
    }
    try divide(output, sum, &watch)
  }

  /// Of the rows that have been added without a break to one row of the output.
  private struct Weights {
    var target = 0
    var count = 0
    var total: Float = 0
    var squares: Float = 0
  }

  private func divide(
    _ output: UnsafeMutablePointer<Float>, _ sum: Weights, _ watch: inout StopWatch
  ) throws(RunStopped) {
    guard sum.count > 0, combiner != .sum else { return }
    let divisor = combiner == .mean ? sum.total : sum.squares.squareRoot()
    for part in (0..<rowLength).parts {
      for index in part { output[sum.target * rowLength + index] /= divisor }
      try watch.check(after: part.count)
    }
  }

  /// The row of the output to which a row of the table goes.
  private func target(of lookup: Int, _ call: OperatorCall) throws -> Int {
    let depth = targetSizes.count + 1
    var target = 0
    for (axis, size) in targetSizes.enumerated() {
      target = target * size + (try targets.index(at: lookup * depth + axis, of: call, below: size))
    }
    return target
  }
}
