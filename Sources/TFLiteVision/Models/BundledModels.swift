/// The models that come with the package. There is none yet.
enum BundledModels {
  /// What a model is for.
  enum Role: String {
    case detection = "detection model"
    case labeling = "labeling model"
  }

  /// The model for callers who name none.
  static func model(for role: Role) throws(VisionError) -> LoadedModel {
    let example =
      switch role {
      case .detection: "options.detectorModel = LocalModel(path: \"detector.tflite\")"
      case .labeling: "CustomImageLabelerOptions(localModel: LocalModel(path: \"labeler.tflite\"))"
      }
    throw .noModel("no \(role.rawValue) comes with the package; name one: \(example)")
  }
}
