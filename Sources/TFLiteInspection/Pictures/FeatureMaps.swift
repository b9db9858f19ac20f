import TFLiteImageCodecs

/// An activation as pictures: one for each channel, side by side.
struct FeatureMaps: Sendable {
  /// The number of channels, those of all batches together.
  let channels: Int
  /// The rows of a channel's picture.
  let height: Int
  /// The pixels in a row of a channel's picture.
  let width: Int
  /// How many rows and columns of the tensor are the mean of which one pixel shows.
  let reduction: Int
  /// The channels one after the other, each row by row.
  private let values: [Double]
  /// Least and greatest finite value of each channel, before the reduction; nil where there is none.
  let ranges: [ClosedRange<Double>?]

  /// Of one channel among many, and of a tensor that is one picture.
  private static let largestSides = (tile: 96, single: 960)
  private static let mostPixels = 4_000_000

  /// - Parameters:
  ///   - values: the real values, of which the first has the index 0.
  ///   - shape: [batch, height, width, channels]; tensors of other ranks are shown as one channel, vectors in rows of 64.
  /// Nil for a tensor without elements, and for one with more channels than a picture has pixels.
  init?<Values: RandomAccessCollection>(_ values: Values, shape: [Int])
  where Values.Element == Double, Values.Index == Int {
    guard !values.isEmpty else { return nil }
    let layout = Self.layout(shape, count: values.count)
    guard layout.channels <= Self.mostPixels else { return nil }
    let largestSide = layout.channels > 1 ? Self.largestSides.tile : Self.largestSides.single
    var reduction = max(1, (max(layout.height, layout.width) + largestSide - 1) / largestSide)
    while layout.channels * (layout.height / reduction + 1) * (layout.width / reduction + 1) > Self.mostPixels {
      reduction += 1
    }
    self.reduction = reduction
    channels = layout.channels
    height = (layout.height + reduction - 1) / reduction
    width = (layout.width + reduction - 1) / reduction
    (self.values, ranges) = Self.reduce(values, layout, by: reduction)
  }

  private struct Layout {
    let batches: Int
    let height: Int
    let width: Int
    /// Those of one batch.
    let depth: Int
    /// Whether rows of the tensor are columns of the picture.
    var isTransposed = false
    var channels: Int { batches * depth }
  }

  private static func layout(_ shape: [Int], count: Int) -> Layout {
    if shape.count == 4 {
      let (height, width, depth) = (shape[1], shape[2], shape[3])
      // What has no extent is one row of values rather than many pictures of one pixel.
      if height * width > 1 { return Layout(batches: shape[0], height: height, width: width, depth: depth) }
    }
    let inner = shape.last ?? 1
    if shape.count >= 2, count > inner {
      // Pages are wider than high: long lists lie on their side.
      let rows = count / inner
      return rows > inner
        ? Layout(batches: 1, height: inner, width: rows, depth: 1, isTransposed: true)
        : Layout(batches: 1, height: rows, width: inner, depth: 1)
    }
    let width = min(count, 64)
    return Layout(batches: 1, height: (count + width - 1) / width, width: width, depth: 1)
  }

  private static func reduce<Values: RandomAccessCollection>(
    _ values: Values, _ layout: Layout, by reduction: Int
  ) -> ([Double], [ClosedRange<Double>?]) where Values.Element == Double, Values.Index == Int {
    let height = (layout.height + reduction - 1) / reduction
    let width = (layout.width + reduction - 1) / reduction
    var result: [Double] = []
    result.reserveCapacity(layout.channels * height * width)
    var ranges: [ClosedRange<Double>?] = []
    for batch in 0..<layout.batches {
      for channel in 0..<layout.depth {
        var range: ClosedRange<Double>?
        for row in 0..<height {
          for column in 0..<width {
            var (sum, count) = (0.0, 0)
            for y in row * reduction..<min((row + 1) * reduction, layout.height) {
              for x in column * reduction..<min((column + 1) * reduction, layout.width) {
                let position =
                  layout.isTransposed
                  ? x * layout.height + y
                  : ((batch * layout.height + y) * layout.width + x) * layout.depth + channel
                // The last row of a vector may not be full.
                guard position < values.count else { continue }
                let value = values[position]
                sum += value
                count += 1
                if value.isFinite {
                  range = min(range?.lowerBound ?? value, value)...max(range?.upperBound ?? value, value)
                }
              }
            }
            result.append(count == 0 ? -.infinity : sum / Double(count))
          }
        }
        ranges.append(range)
      }
    }
    return (result, ranges)
  }

  /// How many channels stand side by side in the picture.
  var columns: Int {
    let square = (Double(channels) * Double(height) / Double(width) * 1.8).squareRoot()
    return min(channels, max(1, Int(square.rounded(.up))))
  }

  /// How many pixels the picture has.
  var pixelCount: Int { columns * width * rows * height }

  private var rows: Int { (channels + columns - 1) / columns }

  /// All channels in one picture; what is left over in its last row is white.
  ///
  /// - Parameter range: the values that have the first and the last color, for each channel.
  /// - Throws: `ImageError`.
  func picture(_ map: ColorMap, range: (Int) -> ClosedRange<Double>?) throws(ImageError) -> Image {
    let (columns, rows) = (self.columns, self.rows)
    let pictureWidth = columns * width
    let pictureHeight = rows * height
    var pixels = Array(repeating: 255 as UInt8, count: pictureWidth * pictureHeight * 3)
    for channel in 0..<channels {
      let range = range(channel) ?? 0...0
      let (left, top) = (channel % columns * width, channel / columns * height)
      for y in 0..<height {
        for x in 0..<width {
          let value = values[(channel * height + y) * width + x]
          let color = value.isNaN ? Self.notANumber : map.table[Int(range.share(of: value) * 255)]
          let target = ((top + y) * pictureWidth + left + x) * 3
          (pixels[target], pixels[target + 1], pixels[target + 2]) = (color.red, color.green, color.blue)
        }
      }
    }
    return try Image(width: pictureWidth, height: pictureHeight, pixels: pixels)
  }

  private static let notANumber = RGBColor(red: 255, green: 0, blue: 255)
}
