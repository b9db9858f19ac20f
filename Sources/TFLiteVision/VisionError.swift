#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

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
  /// The outputs of the model could be those of several heads.
  case ambiguousHead(String)
  /// There is no head of this name.
  case unknownHead(String)
  /// A head cannot take an option.
  case invalidHeadOption(String)
  /// The model cannot work on parts of a picture, or not on so many.
  case cannotSlice(String)
  /// An option has a value that it cannot have.
  case invalidOption(name: String, value: String, expected: String)
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
    case .ambiguousHead(let problem): "the model's head is not clear: \(problem)"
    case .unknownHead(let name):
      "there is no head \"\(name)\"; there are \(HeadKind.all.map(\.name).joined(separator: ", "))"
    case .invalidHeadOption(let problem): "an option of the head: \(problem)"
    case .cannotSlice(let problem): "the picture cannot be sliced: \(problem)"
    case .invalidOption(let name, let value, let expected): "\(name) is \(value), expected \(expected)"
    case .invalidTrackingOption(let name, let value, let expected):
      "the tracker's option \(name) is \(value), expected \(expected)"
    }
  }
}

extension VisionError: LocalizedError {
  /// The ``description``.
  public var errorDescription: String? { description }
}
