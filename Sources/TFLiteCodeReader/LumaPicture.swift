import CTFLiteCodeReader
import Foundation
import TFLiteImageCodecs
import TFLiteVision

/// The luma of a part of a picture, perhaps enlarged or turned, and where its pixels lie in the whole one.
struct LumaPicture {
  let width: Int
  let height: Int
  private(set) var luma: [UInt8]
  private let placement: Placement

  /// Coordinates of the whole picture from those of a part of it: turned, reduced, moved.
  private struct Placement {
    var xx = 1.0
    var xy = 0.0
    var x0 = 0.0
    var yx = 0.0
    var yy = 1.0
    var y0 = 0.0

    func whole(_ x: Double, _ y: Double) -> (x: Double, y: Double) { (xx * x + xy * y + x0, yx * x + yy * y + y0) }

    /// That of a part whose coordinates become this one's by `inner`.
    func after(_ inner: Placement) -> Placement {
      let origin = whole(inner.x0, inner.y0)
      return Placement(
        xx: xx * inner.xx + xy * inner.yx, xy: xx * inner.xy + xy * inner.yy, x0: origin.x,
        yx: yx * inner.xx + yy * inner.yx, yy: yx * inner.xy + yy * inner.yy, y0: origin.y)
    }
  }

  /// A whole picture.
  init(_ image: Image) throws(ImageError) {
    self.init(width: image.width, height: image.height, luma: try image.grayscalePixels(), Placement())
  }

  private init(width: Int, height: Int, luma: [UInt8], _ placement: Placement) {
    self.width = width
    self.height = height
    self.luma = luma
    self.placement = placement
  }

  /// The part of the picture in a box and around it.
  ///
  /// - Parameter margin: how much more on each side, in parts of the box's longer side.
  /// - Returns: nil where no pixel of the picture is there.
  func part(_ box: BoundingBox, margin: Double) -> LumaPicture? {
    let more = max(box.width, box.height) * margin + 4
    func clamped(_ value: Double, _ limit: Int) -> Int { Int(min(max(value, 0), Double(limit))) }
    let columns = clamped(box.x - more, width)..<clamped((box.x + box.width + more).rounded(.up), width)
    let rows = clamped(box.y - more, height)..<clamped((box.y + box.height + more).rounded(.up), height)
    guard columns.count > 8, rows.count > 8 else { return nil }
    var part: [UInt8] = []
    part.reserveCapacity(columns.count * rows.count)
    for y in rows { part += luma[y * width + columns.lowerBound..<y * width + columns.upperBound] }
    return LumaPicture(
      width: columns.count, height: rows.count, luma: part,
      placement.after(Placement(x0: Double(columns.lowerBound), y0: Double(rows.lowerBound))))
  }

  /// The picture at another size and turned, by bicubic interpolation; what lies outside is white.
  ///
  /// - Parameter angle: in radians.
  func transformed(scale: Double, angle: Double = 0) -> LumaPicture {
    let (cosine, sine) = (cos(angle), sin(angle))
    let (columns, rows) = (Double(width), Double(height))
    let newWidth = max(1, Int((scale * (columns * abs(cosine) + rows * abs(sine))).rounded()))
    let newHeight = max(1, Int((scale * (columns * abs(sine) + rows * abs(cosine))).rounded()))
    // From the new picture's pixels to this one's: both turn about their centers.
    let (xx, xy) = (cosine / scale, -sine / scale)
    let (yx, yy) = (sine / scale, cosine / scale)
    let inner = Placement(
      xx: xx, xy: xy, x0: columns / 2 - xx * Double(newWidth) / 2 - xy * Double(newHeight) / 2,
      yx: yx, yy: yy, y0: rows / 2 - yx * Double(newWidth) / 2 - yy * Double(newHeight) / 2)
    var turned = [UInt8](repeating: 255, count: newWidth * newHeight)
    for y in 0..<newHeight {
      for x in 0..<newWidth {
        let (fromX, fromY) = inner.whole(Double(x) + 0.5, Double(y) + 0.5)
        guard fromX >= 0, fromY >= 0, fromX < columns, fromY < rows else { continue }
        turned[y * newWidth + x] = bicubic(fromX - 0.5, fromY - 0.5)
      }
    }
    return LumaPicture(width: newWidth, height: newHeight, luma: turned, placement.after(inner))
  }

  /// The picture at a part of its size: means of squares of pixels.
  func reduced(by factor: Int) -> LumaPicture {
    let (columns, rows) = (width / factor, height / factor)
    var means = [UInt8](repeating: 0, count: columns * rows)
    for y in 0..<rows {
      for x in 0..<columns {
        var sum = 0
        for dy in 0..<factor {
          let first = (y * factor + dy) * width + x * factor
          for place in first..<first + factor { sum += Int(luma[place]) }
        }
        means[y * columns + x] = UInt8(sum / (factor * factor))
      }
    }
    let scale = Double(factor)
    return LumaPicture(
      width: columns, height: rows, luma: means, placement.after(Placement(xx: scale, yy: scale)))
  }

  /// The picture with its edges made steeper: twice the difference from the mean of the neighborhood.
  func sharpened() -> LumaPicture {
    var sharp = self
    for y in 1..<max(1, height - 1) {
      for x in 1..<max(1, width - 1) {
        let place = y * width + x
        var sum = 0
        for dy in -1...1 {
          for dx in -1...1 { sum += Int(luma[place + dy * width + dx]) }
        }
        sharp.luma[place] = UInt8(clamping: Int(luma[place]) + 2 * (Int(luma[place]) - sum / 9))
      }
    }
    return sharp
  }

  /// Light for dark.
  func inverted() -> LumaPicture {
    LumaPicture(width: width, height: height, luma: luma.map { 255 - $0 }, placement)
  }

  /// The codes of some kinds that zxing-cpp reads.
  ///
  /// - Throws: ``CodeReaderError``.
  func codes(_ kinds: CodeKinds, _ threshold: TFLiteCodeThreshold = .local) throws(CodeReaderError) -> [ReadCode] {
    guard let width = Int32(exactly: width), let height = Int32(exactly: height) else { throw .outOfMemory }
    var found = Found(placement: placement)
    let status = withUnsafeMutablePointer(to: &found) { found in
      tflite_read_codes(luma, width, height, kinds.rawValue, threshold, found) { context, code in
        guard let context, let code else { return }
        context.assumingMemoryBound(to: Found.self).pointee.add(code.pointee)
      }
    }
    switch status {
    case .success: return found.codes
    case .unavailable: throw .libraryMissing
    case .outOfMemory: throw .outOfMemory
    case .failed: throw .libraryFailed
    }
  }

  private struct Found {
    let placement: Placement
    var codes: [ReadCode] = []

    mutating func add(_ code: TFLiteFoundCode) {
      let text = UnsafeRawBufferPointer(start: code.text, count: code.text_count)
      let corners = [code.corners.0, code.corners.2, code.corners.4, code.corners.6].map(Double.init)
      let heights = [code.corners.1, code.corners.3, code.corners.5, code.corners.7].map(Double.init)
      codes.append(
        ReadCode(
          format: code.format.flatMap { CodeFormat(rawValue: String(cString: $0)) } ?? .unknown,
          text: String(decoding: text, as: UTF8.self),
          bytes: Array(UnsafeBufferPointer(start: code.bytes, count: code.byte_count)),
          corners: zip(corners, heights).map { x, y in
            let (x, y) = placement.whole(x, y)
            return Keypoint(x: x, y: y)
          }))
    }
  }

  /// The value at a point, by Catmull-Rom splines through the 4 x 4 pixels around it.
  private func bicubic(_ x: Double, _ y: Double) -> UInt8 {
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    let (horizontal, vertical) = (Self.weights(x - left), Self.weights(y - top))
    var sum = 0.0
    for row in 0..<4 {
      let line = min(max(Int(top) + row - 1, 0), height - 1) * width
      var part = 0.0
      for column in 0..<4 {
        part += horizontal[column] * Double(luma[line + min(max(Int(left) + column - 1, 0), width - 1)])
      }
      sum += vertical[row] * part
    }
    return UInt8(min(max(sum, 0), 255))
  }

  private static func weights(_ t: Double) -> InlineArray<4, Double> {
    [
      ((2 - t) * t - 1) * t / 2, ((3 * t - 5) * t * t + 2) / 2, ((4 - 3 * t) * t + 1) * t / 2, (t - 1) * t * t / 2,
    ]
  }
}
