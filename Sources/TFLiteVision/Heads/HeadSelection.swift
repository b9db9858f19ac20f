import TFLiteSchema

/// Finds the head that reads the outputs of a model.
struct HeadSelection {
  private let model: Model
  private let metadata: PictureMetadata
  private let inputSize: InputSize
  private let outputs: [OutputShape]

  init(_ model: Model, _ metadata: PictureMetadata, inputSize: InputSize) {
    self.model = model
    self.metadata = metadata
    self.inputSize = inputSize
    let graph = model.subgraphs[0]
    outputs = graph.outputs.map { OutputShape(graph.tensors[Int($0)]) }
  }

  /// The head that the caller states, or the one that fits.
  ///
  /// - Throws: ``VisionError/unsuitableOutputs(_:)``, ``VisionError/malformedMetadata(_:)``.
  func decoder(_ stated: DetectionHead?) throws(VisionError) -> any HeadDecoder {
    guard let stated else {
      if let found = try DetectionListsHead(model, metadata, inputSize: inputSize) ?? byShapes() { return found }
      throw .unsuitableOutputs(
        "it has no operator \(DetectionListsHead.operatorName), and its outputs (\(listing)) are those of no other kind "
          + "of detector that can be told by names and shapes")
    }
    guard let decoder = try decoder(for: stated) else {
      throw .unsuitableOutputs("its outputs (\(listing)) are not those of the stated head \(stated.name)")
    }
    return decoder
  }

  private func decoder(for head: DetectionHead) throws(VisionError) -> (any HeadDecoder)? {
    switch head {
    case .detectionLists: try DetectionListsHead(model, metadata, inputSize: inputSize)
    case .ssd(let anchors): SSDHead(outputs, anchors)
    case .yolov5: YOLOv5Head(outputs, inputSize: inputSize)
    case .yoloGrids(let anchors): YOLOGridHead(outputs, anchors, inputSize: inputSize)
    case .fomo: FOMOHead(outputs)
    case .blazeFace(let anchors): BlazeFaceHead(outputs, anchors, inputSize: inputSize)
    case .yolox: YOLOXHead(outputs, inputSize: inputSize)
    }
  }

  /// Shapes that no other kind of model is likely to have.
  private func byShapes() -> (any HeadDecoder)? {
    if inputSize.width == inputSize.height, let head = SSDHead(outputs, .mobileNet(inputSize: inputSize.width)) {
      return head
    }
    for anchors in BlazeFaceAnchors.published {
      if let head = BlazeFaceHead(outputs, anchors, inputSize: inputSize) { return head }
    }
    guard let first = outputs.first?.shape else { return nil }
    switch first.count {
    case 2: return YOLOXHead(outputs, inputSize: inputSize)
    case 3: return first[1] == YOLOv5Head.candidateCount(inputSize) ? YOLOv5Head(outputs, inputSize: inputSize) : nil
    case 4: return outputs.count == 1 ? heatMap(first) : yoloFastest()
    default: return nil
    }
  }

  /// A heat map has a cell for 8 x 8 or 16 x 16 pixels.
  private func heatMap(_ shape: [Int]) -> FOMOHead? {
    let isReduced = [8, 16].contains { shape[1] * $0 == inputSize.height && shape[2] * $0 == inputSize.width }
    return isReduced ? FOMOHead(outputs) : nil
  }

  /// Its anchors are for pictures of 320 x 320.
  private func yoloFastest() -> YOLOGridHead? {
    guard inputSize == InputSize(width: 320, height: 320), Set(outputs.map { $0.shape[1] }) == [10, 20] else {
      return nil
    }
    return YOLOGridHead(outputs, .yoloFastest, inputSize: inputSize)
  }

  private var listing: String { outputs.map { "\($0.name) \($0.shape)" }.joined(separator: ", ") }
}

extension DetectionHead {
  /// For error messages.
  fileprivate var name: String {
    switch self {
    case .detectionLists: "detectionLists"
    case .ssd(let anchors): "ssd with \(anchors.boxes.count) anchors"
    case .yolov5: "yolov5"
    case .yoloGrids(let anchors): "yoloGrids with \(anchors.grids.map(\.count)) anchors"
    case .fomo: "fomo"
    case .blazeFace: "blazeFace"
    case .yolox: "yolox"
    }
  }
}
