/// What the pixels of a picture at another size are made of.
public enum Resampling: String, Sendable, CaseIterable {
  /// The 2 x 2 pixels around a point, by their nearness.
  ///
  /// There is no antialiasing: reducing by more than 2 passes over pixels. That is what models in the TensorFlow Lite format
  /// are usually fed with.
  case bilinear
  /// Where the picture gets smaller, all pixels that a new one covers, by the part of them that it covers: their mean.
  /// Where it gets larger, as ``bilinear``.
  ///
  /// Thin lines of large photographs survive. It costs a look at every pixel.
  case area
}
