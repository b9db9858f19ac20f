/// What a picture may show.
public struct ImageLabel: Sendable, Equatable {
  /// The name of the class; empty where neither the model nor the caller knows it.
  public let text: String
  /// How sure the model is, 0 to 1.
  public let confidence: Float
  /// The class as the model counts it.
  public let index: Int

  /// Describes a label.
  public init(text: String, confidence: Float, index: Int) {
    self.text = text
    self.confidence = confidence
    self.index = index
  }
}
