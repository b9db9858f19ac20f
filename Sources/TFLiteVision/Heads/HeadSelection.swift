import TFLiteSchema

extension DetectionHead {
  /// The head that reads the outputs of a model.
  ///
  /// - Parameter stated: what the caller says; nil finds it out.
  /// - Throws: ``VisionError/unsuitableOutputs(_:)``, ``VisionError/malformedMetadata(_:)``.
  static func decoder(
    _ stated: DetectionHead?, for model: Model, _ metadata: PictureMetadata, inputSize: InputSize
  ) throws(VisionError) -> any HeadDecoder {
    switch stated ?? .detectionLists {
    case .detectionLists: try DetectionListsHead(model, metadata, inputSize: inputSize)
    }
  }
}
