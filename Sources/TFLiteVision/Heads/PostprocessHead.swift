import TFLite
import TFLiteFlatBuffers
import TFLiteSchema

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The outputs of a detector that ends in TFLite_Detection_PostProcess, in whatever order the model lists them.
struct PostprocessHead: Sendable {
  /// The positions of the operator's outputs among the model's outputs.
  private let boxes: Int
  private let classes: Int
  private let scores: Int
  private let count: Int
  /// How many classes the operator knows, without the background.
  let classCount: Int?

  /// One detection as the operator reports it; edges relative to the input's width and height.
  struct RawDetection {
    let ymin: Float
    let xmin: Float
    let ymax: Float
    let xmax: Float
    let classIndex: Int
    let score: Float

    /// Edges may be infinite: boxes are cut off at the picture's edges.
    fileprivate var isMeaningful: Bool {
      score.isFinite && ![ymin, xmin, ymax, xmax].contains { $0.isNaN } && classIndex >= 0
    }
  }

  /// Finds the operator and its outputs.
  init(_ model: Model) throws(VisionError) {
    let graph = model.subgraphs[0]
    let name = "TFLite_Detection_PostProcess"
    guard let node = graph.operators.last(where: { model.operatorCode(of: $0).customCode == name }) else {
      throw .unsuitableOutputs("it has no operator \(name)")
    }
    let positions = node.outputs.map { graph.outputs.firstIndex(of: $0) }
    guard positions.count == 4, let boxes = positions[0], let classes = positions[1], let scores = positions[2],
      let count = positions[3]
    else {
      throw .unsuitableOutputs("the outputs of \(name) are not all outputs of the model")
    }
    (self.boxes, self.classes, self.scores, self.count) = (boxes, classes, scores, count)
    classCount = (try? FlexBufferValue(decoding: node.customOptions))?["num_classes"]?.integerValue.map { Int($0) }
  }

  /// Reads what the last run has found, best first. What is not a number is no detection.
  func detections(of interpreter: Interpreter) throws -> [RawDetection] {
    let boxes = try interpreter.output(at: boxes).floats
    let classes = try interpreter.output(at: classes).floats
    let scores = try interpreter.output(at: scores).floats
    let count = try interpreter.output(at: count).floats.first ?? 0
    let found = min(max(0, Int(exactly: count) ?? 0), scores.count)
    let detections = (0..<found).map { index in
      RawDetection(
        ymin: boxes[4 * index], xmin: boxes[4 * index + 1], ymax: boxes[4 * index + 2], xmax: boxes[4 * index + 3],
        classIndex: Int(exactly: classes[index]) ?? -1, score: scores[index])
    }
    return detections.filter(\.isMeaningful)
  }
}

extension Tensor {
  /// The elements of a float32 tensor.
  fileprivate var floats: [Float] {
    data.withUnsafeBytes { bytes in
      (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self) }
    }
  }
}
