import Foundation
import TFLite
import TFLiteFlatBuffers
import TFLiteImageCodecs
import TFLiteSchema
import TestModels
import Testing

@testable import TFLiteVision

@Suite struct HeadTests {
  /// A model whose outputs are constants.
  private func model(input: [Int32], _ outputs: [(name: String, shape: [Int32], values: [Float])]) -> Model {
    var sketch = ModelSketch()
    let picture = sketch.plain("picture", input, .float32)
    for output in outputs {
      let constant = sketch.plain("constant", output.shape, .float32, data: [UInt8](output.values))
      let shape = sketch.plain("shape", [Int32(output.shape.count)], .int32, data: [UInt8](output.shape))
      let result = sketch.plain(output.name, output.shape, .float32)
      sketch.step(OperatorCode(.reshape), inputs: [constant, shape], outputs: [result])
      sketch.graph.outputs.append(result)
    }
    sketch.graph.inputs = [picture]
    return sketch.model
  }

  private func detections(_ model: Model, head: DetectionHead? = nil, threshold: Float = 0.5) throws -> [Detection] {
    let picture = try Image(width: 100, height: 50, pixels: [UInt8](repeating: 0, count: 15000))
    return try Detector(model: model, head: head).detect(in: picture, fitting: .stretch, scoreThreshold: threshold)
      .detections
  }

  private let lists: [(name: String, shape: [Int32], values: [Float])] = [
    ("detection_boxes", [1, 2, 4], [0.2, 0.1, 0.6, 0.5, 0, 0, 1, 1]), ("detection_classes", [1, 2], [3, 5]),
    ("detection_scores", [1, 2], [0.75, 0.25]), ("num_detections", [1], [2]),
  ]

  private let first = Detection(
    label: nil, classIndex: 3, score: 0.75, box: BoundingBox(x: 10, y: 10, width: 40, height: 20))

  @Test func findsListsByTheirNames() throws {
    for order in [[0, 1, 2, 3], [3, 2, 1, 0], [1, 3, 0, 2]] {
      let found = try detections(model(input: [1, 2, 2, 3], order.map { lists[$0] }))
      #expect(found.count == 1)
      #expect(found[0].classIndex == 3 && abs(found[0].box.x - 10) < 1e-4 && abs(found[0].box.height - 20) < 1e-4)
    }
  }

  @Test func findsListsByTheirShapes() throws {
    let unnamed = lists.enumerated().map { ("Identity_\($0.offset)", $0.element.shape, $0.element.values) }
    let found = try detections(model(input: [1, 2, 2, 3], unnamed))
    #expect(found.map(\.classIndex) == [first.classIndex])
    #expect(found[0].box.intersectionOverUnion(with: first.box) > 0.999)
  }

  @Test func readsNoMoreThanThereIs() throws {
    var broken = lists
    for count in [-1, 0.5, 1e9, .infinity, .nan] as [Float] {
      broken[3].values = [count]
      let found = try detections(model(input: [1, 2, 2, 3], broken), threshold: 0)
      #expect(found.count == (count == 1e9 ? 2 : 0))
    }
  }

  /// Two boxes that overlap show one object, unless their classes differ.
  @Test func suppressesWhatOverlaps() throws {
    // 24 x 24: 3 · (9 + 1 + 0) rows.
    func rows(_ candidates: [[Float]]) -> [Float] {
      (candidates + Array(repeating: [0, 0, 0, 0, 0, 0, 0], count: 30 - candidates.count)).flatMap { $0 }
    }
    let candidates: [[Float]] = [
      [0.5, 0.5, 0.2, 0.4, 0.75, 1, 0], [0.5, 0.51, 0.2, 0.4, 0.875, 1, 0], [0.5, 0.5, 0.2, 0.4, 1, 0.25, 0.625],
      [0.1, 0.1, 0.1, 0.1, 0.25, 1, 0],
    ]
    let found = try detections(model(input: [1, 24, 24, 3], [("rows", [1, 30, 7], rows(candidates))]))
    #expect(found.map(\.classIndex) == [0, 1])
    #expect(found.map(\.score) == [0.875, 0.625])
    #expect(found[0].box.intersectionOverUnion(with: BoundingBox(x: 40, y: 15.5, width: 20, height: 20)) > 0.999)
    // The same in pixels and percent.
    let inPixels = candidates.map { row in row.enumerated().map { $0.element * ($0.offset < 4 ? 24 : 100) } }
    let same = try detections(
      model(input: [1, 24, 24, 3], [("rows", [1, 30, 7], rows(inPixels))]),
      head: .yolov5(boxes: .pixels, scores: .percent))
    #expect(same.map(\.score) == found.map(\.score) && same.map(\.classIndex) == found.map(\.classIndex))
    for (one, other) in zip(same, found) { #expect(one.box.intersectionOverUnion(with: other.box) > 0.999) }
  }

  @Test func mergesCellsThatTouch() throws {
    // Background, first and second class.
    var cells = Array(repeating: [1, 0, 0] as [Float], count: 16)
    cells[0] = [0.25, 0.75, 0]
    cells[5] = [0.125, 0.875, 0]
    cells[6] = [0.375, 0, 0.625]
    cells[15] = [0.5, 0.5, 0]
    let found = try detections(model(input: [1, 32, 32, 1], [("map", [1, 4, 4, 3], cells.flatMap { $0 })]))
    #expect(
      found == [
        Detection(label: nil, classIndex: 0, score: 0.875, box: BoundingBox(x: 0, y: 0, width: 50, height: 25)),
        Detection(label: nil, classIndex: 1, score: 0.625, box: BoundingBox(x: 50, y: 12.5, width: 25, height: 12.5)),
        Detection(label: nil, classIndex: 0, score: 0.5, box: BoundingBox(x: 75, y: 37.5, width: 25, height: 12.5)),
      ])
  }

  @Test func readsRowsOfYOLOX() throws {
    let rows: [Float] = [0, 3, 0.75, 0.2, 0.4, 1, 1.2, 0, 7, 0.25, 0, 0, 2, 2, 0, .nan, 0.75, 0, 0, 1, 1]
    let found = try detections(model(input: [1, 2, 2, 3], [("rows", [3, 7], rows)]))
    #expect(found.count == 1 && found[0].classIndex == 3)
    #expect(found[0].box.intersectionOverUnion(with: first.box) > 0.999)
  }

  @Test func theCallerCanStateAHead() throws {
    let model = model(input: [1, 2, 2, 3], [("rows", [1, 7], [0, 3, 0.75, 0.2, 0.4, 1, 1.2])])
    #expect(try detections(model, head: .yolox).count == 1)
    for head in [
      DetectionHead.detectionLists, .ssd(.mobileNet(inputSize: 300)), .yolov5, .yoloGrids(.yoloFastest), .fomo,
      .blazeFace(BlazeFaceAnchors(grids: [.init(stride: 8, anchorsPerCell: 2)])),
      .yoloGrids(YOLOAnchors(grids: [])), .blazeFace(BlazeFaceAnchors(grids: [.init(stride: 0, anchorsPerCell: -1)])),
    ] {
      #expect { try Detector(model: model, head: head) } throws: { error in
        "\(error)".contains("rows [1, 7]") && "\(error)".contains("the stated head")
      }
    }
  }

  /// The anchors that a published SSD carries are the ones that its description gives.
  @Test(.enabled(if: Zoo.isPresent, "\(Zoo.absence)"))
  func anchorsAreThoseOfAPublishedModel() throws {
    let model = try Model(
      contentsOfFile: Zoo.model("det_ssd_mnv1_uint8/coco_ssd_mobilenet_v1_1.0_quant_2018_06_29.tflite"))
    let graph = model.subgraphs[0]
    let node = try #require(graph.operators.last)
    let tensor = graph.tensors[Int(node.inputs[2])]
    #expect(tensor.shape == [1917, 4])
    let data = try #require(model.buffers[Int(tensor.buffer)].data)
    let quantization = try #require(tensor.quantization)
    let (scale, zeroPoint) = (Double(quantization.scale[0]), Double(quantization.zeroPoint[0]))
    let stored = data.withUnsafeBytes { $0.map { (Double($0) - zeroPoint) * scale } }
    let anchors = SSDAnchors.mobileNet(inputSize: 300).boxes
    #expect(anchors.count == 1917)
    for (index, anchor) in anchors.enumerated() {
      let expected = [anchor.centerY, anchor.centerX, anchor.height, anchor.width]
      for (place, value) in expected.enumerated() {
        #expect(
          abs(stored[4 * index + place] - value) <= scale, "anchor \(index): \(stored[4 * index..<4 * index + 4])")
      }
    }
  }
}
