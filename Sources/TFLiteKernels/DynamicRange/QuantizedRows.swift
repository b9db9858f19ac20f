/// A batch of float32 inputs, quantized into an operator's working memory: a scale and a zero point for each row, and
/// the rows.
struct QuantizedRows {
  let rowCount: Int
  let rowLength: Int
  private let scales: UnsafeMutablePointer<Float>
  private let zeroPoints: UnsafeMutablePointer<Int32>
  private let values: UnsafeMutablePointer<Int8>

  /// The working memory that the rows need, with room for reads past their end.
  static func byteCount(rowCount: Int, rowLength: Int) -> Int { rowCount * 8 + rowCount * rowLength + 64 }

  /// Quantizes each row of `source` on its own.
  init(
    _ source: UnsafePointer<Float>, rowCount: Int, rowLength: Int, isAsymmetric: Bool, _ range: DynamicRange,
    _ call: OperatorCall, scratch: UnsafeMutableRawPointer
  ) {
    self.rowCount = rowCount
    self.rowLength = rowLength
    scales = scratch.bindMemory(to: Float.self, capacity: rowCount)
    zeroPoints = (scratch + 4 * rowCount).bindMemory(to: Int32.self, capacity: rowCount)
    values = (scratch + 8 * rowCount).bindMemory(to: Int8.self, capacity: rowCount * rowLength)
    var watch = call.stopWatch
    for row in 0..<rowCount {
      let (from, to) = (source + row * rowLength, values + row * rowLength)
      if isAsymmetric {
        let quantization = range.quantizeAsymmetric(from, count: rowLength, into: to)
        scales[row] = quantization.scale
        zeroPoints[row] = quantization.zeroPoint
      } else {
        scales[row] = range.quantizeSymmetric(from, count: rowLength, into: to)
        zeroPoints[row] = 0
      }
      if watch.isOver(after: 4 &* rowLength) {
        // Loops take zero points to be such.
        zeroPoints.update(repeating: 0, count: rowCount)
        scales.update(repeating: 1, count: rowCount)
        return
      }
    }
  }

  /// What the stored values of a row mean.
  func quantization(ofRow row: Int) -> AffineQuantization {
    AffineQuantization(scale: scales[row], zeroPoint: zeroPoints[row])
  }

  /// The stored values of a row.
  subscript(row row: Int) -> UnsafePointer<Int8> { UnsafePointer(values + row * rowLength) }
}
