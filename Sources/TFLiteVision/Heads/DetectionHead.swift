import TFLite
import TFLiteSchema

/// What the outputs of a detection model mean.
///
/// A ``Detector`` finds it out by itself where the model is one of the usual kinds: from metadata and operators, then from
/// the outputs' names, then from their shapes.
public enum DetectionHead: Sendable, Equatable {
  /// Lists of boxes, classes and scores, and how many there are: TFLite_Detection_PostProcess, in any order.
  case detectionLists
  /// The raw boxes and scores of an SSD, relative to anchors.
  case ssd(SSDAnchors)
  /// One tensor with a row for each candidate: box, score, a score for each class.
  case yolov5
  /// Grids of YOLO v3 and its relatives.
  case yoloGrids(YOLOAnchors)
  /// A heat map with the centers of objects.
  case fomo
  /// Faces or palms, relative to the centers of cells.
  case blazeFace(BlazeFaceAnchors)
  /// One row for each object: picture, class, score, edges.
  case yolox
}

/// What is known of an output before the model has run.
struct OutputShape: Equatable, Sendable {
  let name: String
  let shape: [Int]
  /// The distance of two values that the output can hold; nil for real numbers.
  let step: Float?

  init(name: String, shape: [Int], step: Float? = nil) {
    self.name = name
    self.shape = shape
    self.step = step
  }

  init(_ tensor: TensorInfo) {
    self.init(name: tensor.name, shape: tensor.shape.map(Int.init), step: tensor.quantization?.scale.first)
  }
}

/// What an output holds, as real numbers.
struct OutputValues: Sendable {
  let shape: [Int]
  let values: [Float]

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

  /// How a float input is normalized unless the metadata says otherwise.
  var usualNormalization: PixelNormalization { get }

  /// How a picture is brought to the size of the input unless the caller says otherwise.
  var usualFitting: PictureFitting { get }

  /// Reads what one run has found. What is not a number may be among it.
  ///
  /// - Parameters:
  ///   - outputs: all outputs of the model, in its order.
  ///   - scoreThreshold: objects with a lower score are of no interest.
  func detections(in outputs: [OutputValues], scoreThreshold: Float) -> [RawDetection]
}

extension HeadDecoder {
  var usualNormalization: PixelNormalization { .symmetric }
  var usualFitting: PictureFitting { .stretch }
}
