import TFLiteImageCodecs

/// How a picture is cut into parts that overlap, each of which a detector looks at besides the whole: what is small in a
/// large picture is as large as anything in its part.
///
/// What several parts show is merged, so that nothing counts twice. Source: F. C. Akyon et al., "Slicing Aided Hyper
/// Inference and Fine-tuning for Small Object Detection", 2022.
public enum Slicing: Sendable, Equatable {
  /// As many parts as it takes for each to have the size of the model's input, 36 at most. None where the picture is hardly
  /// larger than the input.
  case automatic
  /// So many parts at most, as small as they can be then.
  case parts(Int)

  /// The parts; none where the whole is enough.
  ///
  /// - Throws: ``VisionError/cannotSlice(_:)`` for less than 1 part, or more than 1024.
  func parts(of image: Image, for input: InputSize) throws(VisionError) -> [PixelRectangle] {
    let picture = (width: image.width, height: image.height)
    switch self {
    case .automatic:
      let scale = max(1, Self.leastScale(picture, input, limit: Self.automaticLimit))
      return Self.grid(picture, input, scale: scale)
    case .parts(let limit):
      guard (1...1024).contains(limit) else { throw .cannotSlice("\(limit) parts are asked for, expected 1 to 1024") }
      return Self.grid(picture, input, scale: Self.leastScale(picture, input, limit: limit))
    }
  }

  /// How much of a part its neighbor shows as well, at least.
  private static let overlap = 0.2

  /// The limit on the work of ``automatic``.
  private static let automaticLimit = 36

  /// The least size of parts, in sizes of the input, of which no more than `limit` cover the picture.
  private static func leastScale(_ picture: (width: Int, height: Int), _ input: InputSize, limit: Int) -> Double {
    var least = Double.infinity
    for columns in 1...limit {
      let rows = limit / columns
      // n parts that overlap by o cover 1 + (n − 1)(1 − o) parts' lengths.
      let width = Double(picture.width) / (1 + Double(columns - 1) * (1 - overlap))
      let height = Double(picture.height) / (1 + Double(rows - 1) * (1 - overlap))
      least = min(least, max(width / Double(input.width), height / Double(input.height)))
    }
    return least
  }

  /// Parts of one size, evenly spread; none where one would show everything.
  private static func grid(_ picture: (width: Int, height: Int), _ input: InputSize, scale: Double) -> [PixelRectangle]
  {
    let columns = starts(picture.width, Double(input.width) * scale)
    let rows = starts(picture.height, Double(input.height) * scale)
    guard columns.starts.count * rows.starts.count > 1 else { return [] }
    return rows.starts.flatMap { y in
      columns.starts.map { x in PixelRectangle(x: x, y: y, width: columns.length, height: rows.length) }
    }
  }

  /// Where parts begin on one axis, and how long they are.
  private static func starts(_ total: Int, _ length: Double) -> (starts: [Int], length: Int) {
    // A rounding error must not cost a further part.
    let part = max(1, min(total, Int((length - 1e-6).rounded(.up))))
    guard part < total else { return ([0], total) }
    let steps = Int(((Double(total) - length) / (length * (1 - overlap)) - 1e-6).rounded(.up))
    let count = max(1, steps)
    return ((0...count).map { ($0 * (total - part) + count / 2) / count }, part)
  }
}
