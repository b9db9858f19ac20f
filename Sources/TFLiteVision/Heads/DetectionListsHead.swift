import TFLiteFlatBuffers
import TFLiteSchema

/// Lists of boxes, classes and scores, and the number of objects, each in an output of its own: what
/// TFLite_Detection_PostProcess gives, in whatever order the model lists its outputs.
struct DetectionListsHead: HeadDecoder {
  /// The positions of the lists among the model's outputs.
  private let places: ListPlaces
  private let layout: BoxLayout
  private let inputSize: InputSize
  let classCount: Int?

  /// The operator that makes such lists.
  static let operatorName = "TFLite_Detection_PostProcess"

  /// Finds the lists: by the operator that makes them, by the metadata's names, by the tensors' names, by their shapes.
  ///
  /// - Returns: nil where there are none.
  /// - Throws: ``VisionError/unsuitableOutputs(_:)``, ``VisionError/malformedMetadata(_:)``.
  init?(_ model: Model, _ metadata: PictureMetadata, inputSize: InputSize) throws(VisionError) {
    let graph = model.subgraphs[0]
    self.inputSize = inputSize
    if let node = graph.operators.last(where: { model.operatorCode(of: $0).customCode == Self.operatorName }) {
      guard let places = ListPlaces(node.outputs.map { graph.outputs.firstIndex(of: $0) }) else {
        throw .unsuitableOutputs("the outputs of \(Self.operatorName) are not all outputs of the model")
      }
      self.places = places
      layout = .postprocess
      classCount = (try? FlexBufferValue(decoding: node.customOptions))?["num_classes"]?.integerValue.map { Int($0) }
      return
    }
    classCount = nil
    let found =
      ListPlaces(named: metadata.outputs.map(\.name), as: ["location", "category", "score", "number of detections"])
      ?? ListPlaces(named: graph.outputs.map { graph.tensors[Int($0)].name }, as: ["box", "class", "score", "num"])
      ?? ListPlaces(shapes: graph.outputs.map { graph.tensors[Int($0)].shape })
    guard let found else { return nil }
    places = found
    let stated = metadata.outputs.indices.contains(found.boxes) ? metadata.outputs[found.boxes].boundingBox : nil
    layout = try stated.map { properties throws(VisionError) in try BoxLayout(properties) } ?? .postprocess
  }

  func detections(in outputs: [OutputValues], scoreThreshold: Float) -> [RawDetection] {
    let (boxes, classes) = (outputs[places.boxes].values, outputs[places.classes].values)
    let scores = outputs[places.scores].values
    let count = outputs[places.count].values.first ?? 0
    let found = min(max(0, Int(exactly: count) ?? 0), scores.count, classes.count, boxes.count / 4)
    return (0..<found).compactMap { index in
      guard scores[index] >= scoreThreshold else { return nil }
      let edges = layout.edges(boxes[4 * index..<4 * index + 4], in: inputSize)
      return RawDetection(
        left: edges.left, top: edges.top, right: edges.right, bottom: edges.bottom,
        classIndex: Int(exactly: classes[index]) ?? -1, score: scores[index])
    }
  }
}

/// Which of a model's outputs is which list.
private struct ListPlaces {
  let boxes: Int
  let classes: Int
  let scores: Int
  let count: Int

  /// - Parameter places: of boxes, classes, scores and number.
  init?(_ places: [Int?]) {
    let known = places.compactMap { $0 }
    guard places.count == 4, Set(known).count == 4 else { return nil }
    (boxes, classes, scores, count) = (known[0], known[1], known[2], known[3])
  }

  /// - Parameters:
  ///   - names: of the outputs.
  ///   - words: that the names of boxes, classes, scores and number contain.
  init?(named names: [String], as words: [String]) {
    let lowercase = names.map { $0.lowercased() }
    self.init(
      words.map { word in
        let matches = lowercase.indices.filter { lowercase[$0].contains(word) }
        return matches.count == 1 ? matches[0] : nil
      })
  }

  /// Boxes have three dimensions, classes and scores two, in this order, the number one.
  init?(shapes: [[Int32]]) {
    guard shapes.count == 4, shapes.map(\.count) == [3, 2, 2, 1], shapes[0][2] == 4, shapes[1] == shapes[2],
      shapes[0][1] == shapes[1][1]
    else { return nil }
    self.init([0, 1, 2, 3])
  }
}
