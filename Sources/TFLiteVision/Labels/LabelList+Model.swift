import TFLiteSchema

extension LabelList {
  /// The names of the classes that are packed with a model; nil where there are none.
  public init?(packedWith model: Model) {
    guard let labels = PictureMetadata(model).labels else { return nil }
    self = labels
  }
}
