import TFLite
import TFLiteImageCodecs
import TFLiteSchema
import TestModels
import Testing

@testable import TFLiteVision

/// A detector that adds what it has seen before to what it sees.
@Suite struct RecurrentDetectorTests {
  private let picture: Image
  private let black: Image

  init() throws {
    let source = QuarteredPicture.threeObjects
    picture = try Image(width: source.width, height: source.height, pixels: source.pixels)
    black = try Image(width: 2, height: 2, pixels: Array(repeating: 0, count: 12))
  }

  /// Tensors of the sketch of a detector, and 9 colors [1, 12], 10 its shape, 11 seen before, 12 seen by now.
  private static func sketch(_ change: (inout ModelSketch) -> Void = { _ in }) -> ModelSketch {
    var sketch = ModelSketch.detector()
    let colors = sketch.tensor("colors", [1, 12], scale: [1.0 / 256])
    let shape = sketch.plain("colors shape", [2], .int32, data: [UInt8]([1, 12] as [Int32]))
    let before = sketch.tensor("inputs/seen", [1, 12], scale: [1.0 / 256])
    let now = sketch.tensor("outputs/seen", [1, 12], scale: [1.0 / 256])
    let steps = sketch.graph.operators
    sketch.graph.operators = []
    sketch.step(OperatorCode(.reshape), inputs: [0, shape], outputs: [colors])
    sketch.step(OperatorCode(.maximum), inputs: [colors, before], outputs: [now])
    sketch.graph.operators += steps
    sketch.graph.operators[2].inputs[0] = now
    sketch.graph.inputs.append(before)
    sketch.graph.outputs.append(now)
    change(&sketch)
    return sketch
  }

  @Test func remembersUntilItForgets() throws {
    let detector = try Detector(model: Self.sketch().model)
    #expect(detector.isRecurrent)
    let seen = try detector.detect(in: picture).detections
    #expect(seen.count == 3)
    #expect(try detector.detect(in: black).detections.map(\.classIndex) == seen.map(\.classIndex))
    detector.forgetPictures()
    #expect(try detector.detect(in: black).detections.isEmpty)
  }

  @Test func otherDetectorsRememberNothing() throws {
    #expect(try !Detector(model: ModelSketch.detector().model).isRecurrent)
  }

  /// Two pairs of the same shape: the ends of their names tell them apart.
  @Test func pairsAreFoundByTheirNames() throws {
    let model = Self.sketch { sketch in
      let before = sketch.tensor("inputs/other", [1, 12], scale: [1.0 / 256])
      let now = sketch.tensor("outputs/other", [1, 12], scale: [1.0 / 256])
      sketch.step(OperatorCode(.minimum), inputs: [12, before], outputs: [now])
      sketch.graph.inputs.insert(before, at: 0)
      sketch.graph.outputs.insert(now, at: 0)
    }.model
    let state = try RecurrentState(of: model.subgraphs[0], besides: 1)
    #expect(!state.isEmpty)
    let detector = try Detector(model: model)
    _ = try detector.detect(in: picture)
    // What the other pair holds, the minimum with what was zero at first, stays zero.
    #expect(try detector.detect(in: black).detections.count == 3)
  }

  @Test(arguments: [ObjectDetectorMode.singleImage, .stream])
  func onlyStreamsRemember(_ mode: ObjectDetectorMode) throws {
    let file = try TestDetectors.ModelFile(Self.sketch().model)
    let options = ObjectDetectorOptions()
    options.detectorModel = file.localModel
    TestDetectors.configure(options, mode, multiple: true, classify: false)
    let detector = try ObjectDetector(options: options)
    let found = try detector.results(in: TestDetectors.picture())
    let later = try detector.results(
      in: VisionImage(pixels: black.pixels, width: black.width, height: black.height, format: .rgb))
    #expect(!found.isEmpty && later.isEmpty == (mode == .singleImage))
  }

  @Test func anInputThatNothingFeedsIsRefused() throws {
    let other = Self.sketch { $0.graph.outputs.removeLast() }.model
    let error = #expect(throws: VisionError.self) { try Detector(model: other) }
    #expect(error?.description.contains("\"inputs/seen\" takes no picture") == true)
    let twoPictures = Self.sketch { sketch in
      sketch.graph.inputs.append(sketch.tensor("second", [1, 2, 2, 3], scale: [1.0 / 256]))
    }.model
    #expect(throws: VisionError.unsuitableInput("2 of its 3 inputs take pictures of 1 or 3 channels, expected 1")) {
      try Detector(model: twoPictures)
    }
  }
}
