import TestRandomness
import Testing
import TFLiteImageCodecs

/// Pixels at another size, bit for bit as the documentation says: in float32 without fused operations, columns before rows.
@Suite struct ResizeArithmeticTests {
  /// The pixels of an axis that one of the result is made of, and how much each counts.
  private func windows(_ count: Int, _ newCount: Int, byArea: Bool) -> [(first: Int, weights: [Float])] {
    (0..<newCount).map { index in
      if byArea, newCount < count {
        let extent = Double(count) / Double(newCount)
        let (start, end) = (Double(index) * extent, Double(index + 1) * extent)
        let pixels = Int(start)..<min(Int(end.rounded(.up)), count)
        return (Int(start), pixels.map { Float((min(end, Double($0 + 1)) - max(start, Double($0))) / extent) })
      }
      let position = max((Float(index) + 0.5) * (Float(count) / Float(newCount)) - 0.5, 0)
      let first = min(Int(position), count - 1)
      let fraction = position - Float(first)
      return (first, first + 1 < count ? [1 - fraction, fraction] : [1])
    }
  }

  private func plain(_ image: Image, _ width: Int, _ height: Int, byArea: Bool) -> [UInt8] {
    let columns = windows(image.width, width, byArea: byArea)
    let rows = windows(image.height, height, byArea: byArea)
    let isMean = byArea && (width < image.width || height < image.height)
    func combined(_ weights: [Float], _ value: (Int) -> Float) -> Float {
      if isMean { return weights.indices.reduce(0) { $0 + value($1) * weights[$1] } }
      guard weights.count == 2 else { return value(0) }
      return value(0) + (value(1) - value(0)) * weights[1]
    }
    return rows.flatMap { row in
      columns.flatMap { column in
        (0..<3).map { channel in
          let sum = combined(row.weights) { y in
            combined(column.weights) { x in
              Float(image.pixels[((row.first + y) * image.width + column.first + x) * 3 + channel])
            }
          }
          return UInt8(sum + 0.5)
        }
      }
    }
  }

  @Test(arguments: UInt64(0)..<60, Resampling.allCases)
  func everyBit(seed: UInt64, resampling: Resampling) throws {
    var generator = SeededGenerator(seed: seed, stream: "arithmetic")
    func side() -> Int {
      Bool.random(using: &generator)
        ? Int.random(in: 1...4, using: &generator) : Int.random(in: 5...70, using: &generator)
    }
    let image = try Image.random(width: side(), height: side(), using: &generator)
    let (width, height) = (side(), side())
    let resized = try image.resized(toWidth: width, height: height, resampling: resampling)
    guard width != image.width || height != image.height else { return }
    #expect(
      resized.pixels == plain(image, width, height, byArea: resampling == .area),
      "seed \(seed): \(image.width) x \(image.height) to \(width) x \(height)")
  }
}
