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
  init?(_ description: VisionModel) throws(VisionError) {
    let (model, metadata) = (description.model, description.metadata)
    let graph = model.subgraphs[0]
    inputSize = description.input.size
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

  func detections(in outputs: borrowing HeadOutputs, scoreThreshold: Float) -> [RawDetection] {
    let stated = outputs.withValues(of: places.count) { $0.isEmpty ? 0 : $0[0] }
    var found: [RawDetection] = []
    outputs.withValues(of: places.boxes) { boxes in
      outputs.withValues(of: places.classes) { classes in
        outputs.withValues(of: places.scores) { scores in
          let count = min(max(0, Int(exactly: stated) ?? 0), scores.count, classes.count, boxes.count / 4)
          for index in 0..<count where scores[index] >= scoreThreshold {
            let edges = layout.edges(boxes, at: 4 * index, in: inputSize)
            found.append(
              RawDetection(
                left: edges.left, top: edges.top, right: edges.right, bottom: edges.bottom,
                classIndex: Int(exactly: classes[index]) ?? -1, score: scores[index]))
          }
        }
      }
    }
    return found
  }
}

extension HeadKind {
  static let lists = HeadKind(
    "lists",
    "lists of boxes, classes and scores, and how many there are: TFLite_Detection_PostProcess in any order; SSD, "
      + "EfficientDet-Lite, CenterNet with their post-processing",
    // What is wrong with such lists is told when the head is made.
    match: { model in
      do {
        return try DetectionListsHead(model) == nil ? .none : .certain
      } catch {
        return .certain
      }
    },
    decoder: { model, _ in try DetectionListsHead(model) })
}

extension DetectionHead {
  /// Lists of boxes, classes and scores, and how many there are: TFLite_Detection_PostProcess, in any order.
  public static let detectionLists = HeadKind.lists.head()
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
