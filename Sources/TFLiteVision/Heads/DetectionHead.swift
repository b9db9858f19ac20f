import TFLite

/// What the outputs of a detection model mean.
public enum DetectionHead: Sendable, Equatable {
  /// Lists of boxes, classes and scores, and how many there are: TFLite_Detection_PostProcess, in any order.
  case detectionLists
}

/// What an output holds, as real numbers.
struct OutputValues: Sendable {
  let shape: [Int]
  let values: [Float]

  init(shape: [Int], values: [Float]) {
    self.shape = shape
    self.values = values
  }

  init(_ tensor: Tensor) throws {
    shape = tensor.shape.dimensions
    values = try tensor.floats()
  }
}

/// An object as a head reports it.
struct RawDetection: Equatable, Sendable {
  /// Relative to the size of the model's input: 0 is its left and top edge, 1 its right and bottom edge.
  var left: Double
  var top: Double
  var right: Double
  var bottom: Double
  /// From 0, without a background.
  var classIndex: Int
  var score: Float

  /// Edges may be infinite: boxes are cut off at the picture's edges.
  var isMeaningful: Bool {
    score.isFinite && ![left, top, right, bottom].contains { $0.isNaN } && classIndex >= 0
  }
}

/// Reads objects from the outputs of a model.
protocol HeadDecoder: Sendable {
  /// How many classes there are, without the background; nil where nobody knows.
  var classCount: Int? { get }

  /// Reads what one run has found.
  ///
  /// - Parameters:
  ///   - outputs: all outputs of the model, in its order.
  ///   - scoreThreshold: objects with a lower score are of no interest.
  func detections(in outputs: [OutputValues], scoreThreshold: Float) -> [RawDetection]
}
