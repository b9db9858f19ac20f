import TFLite
import TFLiteFlatBuffers
import TFLiteImageCodecs
import TFLiteSchema
import TestModels
import Testing

@testable import TFLiteVision

/// A detector without weights, whose detections are the colors of the picture.
@Suite struct DetectorTests {
  private let picture: Image

  init() throws {
    let source = QuarteredPicture.threeObjects
    picture = try Image(width: source.width, height: source.height, pixels: source.pixels)
  }

  private static let expected = [
    Detection(label: nil, classIndex: 0, score: 0.875, box: BoundingBox(x: 0, y: 0, width: 100, height: 50)),
    Detection(label: nil, classIndex: 2, score: 0.75, box: BoundingBox(x: 0, y: 50, width: 100, height: 50)),
    Detection(label: nil, classIndex: 1, score: 0.5, box: BoundingBox(x: 100, y: 0, width: 100, height: 50)),
  ]

  @Test func givesTheBestFirst() throws {
    let detector = try Detector(model: ModelSketch.detector().model)
    let result = try detector.detect(in: picture)
    #expect(result.detections == Self.expected)
    #expect(result.inferenceTime > .zero && result.resizeTime > .zero)
  }

  @Test func givesTheSameAgain() throws {
    let detector = try Detector(model: ModelSketch.detector().model)
    _ = try detector.detect(in: Image(width: 4, height: 4, pixels: Array(repeating: 255, count: 48)))
    #expect(try detector.detect(in: picture).detections == Self.expected)
    #expect(try detector.detect(in: picture, scoreThreshold: 0.75).detections == Array(Self.expected.prefix(2)))
    #expect(try detector.detect(in: picture, maxResults: 1).detections == Array(Self.expected.prefix(1)))
    #expect(try detector.detect(in: picture, maxResults: 0).detections == [])
  }

  @Test func colorsMayComeInTheOtherOrder() throws {
    let detector = try Detector(model: ModelSketch.detector().model)
    detector.channelOrder = .bgr
    #expect(try detector.detect(in: picture).detections.map(\.classIndex) == [2, 0, 1])
  }

  @Test func outputsMayStandInAnyOrder() throws {
    var sketch = ModelSketch.detector()
    sketch.graph.outputs = [8, 7, 5, 6]
    #expect(try Detector(model: sketch.model).detect(in: picture).detections == Self.expected)
  }

  @Test func labelsOfTheCallerCountMoreThanThoseOfTheModel() throws {
    var model = ModelSketch.detector().model
    try model.setPackedFiles([PackedFile(name: "labels.txt", data: ByteSlice(Array("r\ng\nb\n".utf8)))])
    let packed = try Detector(model: model)
    #expect(try packed.detect(in: picture).detections.map(\.label) == ["r", "b", "g"])
    let given = try Detector(model: model, labels: LabelList(names: ["???", "red", "green", "blue"]))
    #expect(try given.detect(in: picture).detections.map(\.label) == ["red", "blue", "green"])
  }

  @Test func brokenLabelsInTheModelAreNoLabels() throws {
    var model = ModelSketch.detector().model
    try model.setPackedFiles([PackedFile(name: "labels.txt", data: [0xFF, 0xFE])])
    #expect(try Detector(model: model).detect(in: picture).detections == Self.expected)
    // Fewer labels than classes: the others have none.
    try model.setPackedFiles([PackedFile(name: "labels.txt", data: ByteSlice(Array("red\n".utf8)))])
    #expect(try Detector(model: model).detect(in: picture).detections.map(\.label) == ["red", nil, nil])
  }

  @Test func boxesEndAtTheEdgesOfThePicture() throws {
    // e^8 times as large, and as large as no number.
    for size in [40, 3e38] as [Float] {
      let sketch = ModelSketch.detector(encodings: Array(repeating: [0, 0, size, size], count: 4).flatMap { $0 })
      let detections = try Detector(model: sketch.model).detect(in: picture).detections
      #expect(!detections.isEmpty)
      for detection in detections {
        #expect(detection.box == BoundingBox(x: 0, y: 0, width: 200, height: 100))
      }
    }
  }

  @Test func whatIsNoNumberIsNoDetection() throws {
    let sketch = ModelSketch.detector(encodings: Array(repeating: .nan, count: 16))
    #expect(try Detector(model: sketch.model).detect(in: picture).detections == [])
  }

  @Test func refusesModelsThatAreNoDetectors() throws {
    #expect(throws: VisionError.self) { try Detector(model: ModelSketch.conv2D().model) }
    var twoInputs = ModelSketch.detector()
    twoInputs.graph.inputs = [0, 3]
    #expect { try Detector(model: twoInputs.model) } throws: { "\($0)".contains("2 inputs") }
    var hidden = ModelSketch.detector()
    hidden.graph.outputs = [5, 6, 7]
    #expect { try Detector(model: hidden.model) } throws: { "\($0)".contains("not all outputs") }
    var noHead = ModelSketch.detector()
    noHead.graph.operators.removeLast()
    noHead.graph.outputs = [2]
    #expect { try Detector(model: noHead.model) } throws: {
      "\($0)".contains("no operator TFLite_Detection_PostProcess")
    }
  }

  @Test func refusesModelsThatDoNotFitTheMemory() throws {
    var options = Interpreter.Options()
    options.memoryLimit = 10
    #expect(throws: InterpreterError.self) { try Detector(model: ModelSketch.detector().model, options: options) }
  }
}
