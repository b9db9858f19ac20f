/// Why a model cannot be used for pictures, or a picture not with a model.
public enum VisionError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The model's input is no picture.
  case unsuitableInput(String)
  /// The model's outputs are not those of a detector that this package knows.
  case unsuitableOutputs(String)
  /// The model's output is not that of a classifier.
  case noClassifier(String)
  /// The model's metadata contradicts itself or the model.
  case malformedMetadata(String)
  /// A labels file cannot be read.
  case unreadableLabels(path: String, reason: String)
  /// There are fewer labels than the model has classes.
  case tooFewLabels(count: Int, classes: Int)
  /// Nothing of the picture is in the region of interest.
  case emptyRegion(BoundingBox)
  /// A frame is not later than the one before it.
  case timeDoesNotIncrease(previous: Duration, given: Duration)
  /// A tracker cannot work with an option.
  case invalidTrackingOption(name: String, value: String, expected: String)

  /// One line that says what was found and what was expected.
  public var description: String {
    switch self {
    case .unsuitableInput(let problem): "the model takes no picture: \(problem)"
    case .unsuitableOutputs(let problem): "the model is no detector: \(problem)"
    case .noClassifier(let problem): "the model is no classifier: \(problem)"
    case .malformedMetadata(let problem): "the model's metadata: \(problem)"
    case .unreadableLabels(let path, let reason): "\(path): cannot read the labels: \(reason)"
    case .tooFewLabels(let count, let classes): "\(count) labels are given for a model with \(classes) classes"
    case .emptyRegion(let region):
      "the region of interest (x \(region.x), y \(region.y), width \(region.width), height \(region.height)) "
        + "shows nothing of the picture"
    case .timeDoesNotIncrease(let previous, let given):
      "the time of a frame is \(given), which is not after that of the frame before, \(previous)"
    case .invalidTrackingOption(let name, let value, let expected):
      "the tracker's option \(name) is \(value), expected \(expected)"
    }
  }
}
