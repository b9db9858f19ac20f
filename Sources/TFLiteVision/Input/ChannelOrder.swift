import TFLiteImageCodecs

/// The order in which a model wants the colors of a pixel. Files do not say it.
public enum ChannelOrder: String, Sendable, CaseIterable {
  /// Red, green, blue: what nearly all models want.
  case rgb
  /// Blue, green, red: what some models want that were trained on pictures read with OpenCV.
  case bgr
}

extension Image {
  /// The pixels, interleaved, in an order.
  func pixels(in order: ChannelOrder) -> [UInt8] {
    guard order == .bgr else { return pixels }
    var swapped = pixels
    for first in stride(from: 0, to: swapped.count - 2, by: 3) { swapped.swapAt(first, first + 2) }
    return swapped
  }
}
