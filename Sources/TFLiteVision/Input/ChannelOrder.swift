/// The order in which a model wants the colors of a pixel. Files do not say it.
public enum ChannelOrder: String, Sendable, CaseIterable {
  /// Red, green, blue: what nearly all models want.
  case rgb
  /// Blue, green, red: what some models want that were trained on pictures read with OpenCV.
  case bgr
}
