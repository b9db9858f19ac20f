import Foundation
import TFLite
import TFLiteFlatBuffers
import TFLiteImageCodecs
import TFLiteInspection
import TFLiteKernels
import TFLiteModelManager
import TFLiteSchema
import TFLiteVision

/// The code of the README and of the articles, so that it is compiled. ``ArticleTests`` compares the two.
enum Snippets {
  static func readme() throws {
    let interpreter = try Interpreter(modelPath: "model.tflite")
    try interpreter.allocateTensors()
    let input = try interpreter.input(at: 0)
    try interpreter.copy(Data(count: input.data.count), toInputAt: 0)  // your picture's bytes
    try interpreter.invoke()
    let scores = try interpreter.output(at: 0)
    print(scores.name, scores.shape.dimensions, try scores.floats().max() ?? 0)
  }

  static func readmeDetector() throws {
    let options = ObjectDetectorOptions()
    options.detectorMode = .singleImage
    options.shouldEnableMultipleObjects = true
    options.detectorModel = LocalModel(path: "ssd.tflite")
    let detector = try ObjectDetector(options: options)
    for object in try detector.results(in: VisionImage(contentsOfFile: "photo.jpg")) {
      print(object.detection.label ?? "?", object.detection.score, object.frame)
    }
  }

  static func tracking() throws {
    let options = ObjectDetectorOptions()
    options.detectorModel = LocalModel(path: "ssd.tflite")
    options.shouldEnableMultipleObjects = true
    let objectDetector = try ObjectDetector(options: options)
    let video = try VideoStream(contentsOfFile: "street.y4m")
    while let frame = try video.next() {
      let image = VisionImage(try frame.image(), timestamp: frame.time)
      for object in try objectDetector.results(in: image) {
        print(frame.number, object.trackingID ?? -1, object.detection.label ?? "?", object.frame)
      }
    }
  }

  static func trackingLive(_ objectDetector: ObjectDetector, _ camera: AsyncStream<VisionImage>) async throws {
    for try await frame in objectDetector.results(for: camera) {
      for object in try frame.objects.get() { print(object.trackingID ?? -1, object.frame) }
      print("\(frame.droppedFrameCount) frames dropped so far")
    }
  }

  static func trackingAlone(_ detectionsOfFrames: [(Duration, [Detection])]) throws {
    var tracker = try ObjectTracker()
    for (time, detections) in detectionsOfFrames {
      for object in try tracker.update(detections, at: time) {
        print(object.id, object.detection.label ?? "?", object.detection.box)
      }
    }
  }

  static func hostedModel() async throws -> Interpreter {
    let index = try IndexModelSource("https://example.org/models/index.json")
    let remoteModel = CustomRemoteModel(name: "detector", source: index)
    let model = try await ModelManager.modelManager().downloadAsync(remoteModel)
    let interpreter = try Interpreter(modelPath: model.path)
    return interpreter
  }

  static func readmeLabeler() throws {
    let options = CustomImageLabelerOptions(localModel: LocalModel(path: "labeler.tflite"))
    options.confidenceThreshold = 0.5
    let labeler = try ImageLabeler(options: options)
    for label in try labeler.results(in: VisionImage(contentsOfFile: "photo.jpg")) {
      print(label.text, label.confidence)
    }
  }

  static func hostedModel() async throws {
    let index = IndexModelSource(URL(string: "https://example.org/models/index.json")!)
    let remoteModel = CustomRemoteModel(name: "detector", source: index)
    let model = try await ModelManager.modelManager().downloadAsync(remoteModel)
    print(model.path)
    let manager = ModelManager.modelManager()
    manager.download(remoteModel)
    let localModel = manager.localModel(for: remoteModel, orElse: LocalModel(path: "bundled.tflite"))
    let detector = try ObjectDetector(options: CustomObjectDetectorOptions(localModel: localModel))
    print(detector)
    let pinned = CustomRemoteModel(name: "detector", source: index, variant: "pruned")
    let trial = try await manager.downloadAsync(pinned)
    print(trial.variant ?? "none", trial.path)
  }

  static func pixels(pixels: Data, luma: Data, pairs: Data) throws {
    let camera = try VisionImage(pixels: pixels, width: 640, height: 480, format: .bgra, bytesPerRow: 2624)
    camera.orientation = .right
    let video = try luma.withUnsafeBytes { luma in
      try pairs.withUnsafeBytes { pairs in
        try VisionImage(luma: PixelPlane(luma), chroma: .uvPairs(PixelPlane(pairs)), width: 640, height: 480)
      }
    }
    print(camera, video)
  }

  static func classify(image: VisionImage) throws {
    let options = CustomObjectDetectorOptions(localModel: LocalModel(path: "labeler.tflite"))
    options.detectorModel = LocalModel(path: "ssd.tflite")
    options.detectorMode = .singleImage
    options.shouldEnableMultipleObjects = true
    options.shouldEnableClassification = true
    options.classificationConfidenceThreshold = 0.5
    options.maxPerObjectLabelCount = 3
    for object in try ObjectDetector(options: options).results(in: image) {
      print(object.frame, object.labels.map(\.text))
    }
  }

  static func head(options: ObjectDetectorOptions) {
    options.detectorHead = .yoloGrids(
      YOLOAnchors(pairs: [[12, 18, 37, 49, 52, 132], [115, 73, 119, 199, 242, 238]]))
  }

  static func models(image: Image) throws {
    let detector = try Detector(model: Model(contentsOfFile: "ssd.tflite"))
    let found = try detector.detect(in: image, scoreThreshold: 0.5, allowing: ["cat", "dog"]).detections
    print(found, detector.warning ?? "")
  }

  static func overview(bytes: Data) throws {
    let interpreter = try Interpreter(modelPath: "model.tflite")
    try interpreter.allocateTensors()
    try interpreter.copy(bytes, toInputAt: 0)
    try interpreter.invoke()
    let output = try interpreter.output(at: 0)
    print(output.name, output.shape.dimensions, output.data.count)
  }

  static func sameCalls(path: String, picture: Data) throws -> Tensor {
    let interpreter = try Interpreter(modelPath: path)
    try interpreter.resizeInput(at: 0, to: [1, 320, 320, 3])
    try interpreter.allocateTensors()
    try interpreter.copy(picture, toInputAt: 0)
    try interpreter.invoke()
    let boxes = try interpreter.output(at: 0)
    return boxes
  }

  static func reasons(path: String) throws {
    do {
      let model = try Model(contentsOfFile: path)
      let interpreter = try Interpreter(model: model)
      print(interpreter.inputTensorCount)
    } catch let error as ModelError {
      print(error)
    }
  }

  static func spans(interpreter: Interpreter) throws -> Int? {
    try interpreter.withInput(at: 0, as: UInt8.self) { elements in
      for index in elements.indices { elements[index] = 128 }
    }
    try interpreter.invoke()
    let best = try interpreter.withOutput(at: 0, as: Float.self) { scores in
      scores.indices.max { scores[$0] < scores[$1] }
    }
    return best
  }

  static func realValues(interpreter: Interpreter, values: [Float]) throws -> [Float] {
    let input = try interpreter.input(at: 0)
    try interpreter.copy(input.quantize(values), toInputAt: 0)
    try interpreter.invoke()
    let results = try interpreter.output(at: 0).floats()
    return results
  }

  nonisolated(nonsending) static func asynchronous(interpreter: Interpreter) async throws {
    try await interpreter.invokeAsync()
  }

  private struct Negate: TotalOperator {
    let outputShapes: [[Int]]

    func run(_ call: OperatorCall) {
      for index in 0..<outputShapes[0].reduce(1, *) {
        call.output(0, as: Float.self)[index] = -call.input(0, as: Float.self)[index]
      }
    }
  }

  static func customOperator() -> Interpreter.Options {
    var options = Interpreter.Options()
    options.registerOperator("Negate") { context in
      let input = try context.input(0)
      try context.require(input, type: .float32)
      return Negate(outputShapes: [input.shape])
    }
    return options
  }

  static func numerics(path: String) throws -> Interpreter {
    var options = Interpreter.Options()
    options.numerics = .xnnpack
    let interpreter = try Interpreter(modelPath: path, options: options)
    return interpreter
  }

  static func sharedModel(path: String) throws {
    let model = try Model(contentsOfFile: path)
    DispatchQueue.concurrentPerform(iterations: 4) { index in
      guard let interpreter = try? Interpreter(model: model) else { return }
      try? interpreter.allocateTensors()
      print(index, interpreter.inputTensorCount)
    }
  }

  static func limits() -> Interpreter.Options {
    var options = Interpreter.Options()
    options.memoryLimit = 64 << 20
    options.threadCount = 4
    return options
  }

  static func flatBuffers() throws -> UInt32? {
    let file = try ByteSlice(mappingFile: "model.tflite")
    let root = try FlatBufferReader(file).root()
    let version = try root.scalar(0, as: UInt32.self)
    return version
  }

  static func schema() throws {
    let model = try Model(contentsOfFile: "ssd.tflite")
    for step in model.subgraphs[0].operators {
      print(model.operatorCode(of: step).name, step.inputs, step.outputs)
    }
  }

  static func rewriting(model: Model, url: URL) throws -> Model {
    let debugging = model.exposingIntermediates()
    let layers = try model.extracting(operators: 10..<20)
    try Data(layers.serialized()).write(to: url)
    return debugging
  }

  static func inspection() throws {
    let model = try Model(contentsOfFile: "model.tflite")
    let feed = try ModelFeed([InputArgument(picture: "photo.jpg")], for: model)
    let trace = try Trace(model, feed: feed)
    for step in trace.steps {
      print(step.index, step.name, ValueSummary(step.outputs[0].realValues))
    }
    try Report(model, path: "model.tflite", feed: feed, trace: trace).write(to: "report")
  }

  static func damagedModel() throws {
    var model = try Model(contentsOfFile: "good.tflite")
    let graph = model.subgraphs[0]
    let weights = graph.tensors[Int(graph.operators[12].inputs[1])]
    var bytes = Array(model.constantData(of: weights)!.withUnsafeBytes { $0 })
    for position in stride(from: 0, to: bytes.count, by: 16) { bytes[position] ^= 0x80 }
    model.buffers[Int(weights.buffer)].data = ByteSlice(bytes)
    try OutputFile.write(model.serialized(), to: "damaged.tflite")
  }

  static func patchedActivation(interpreter: Interpreter, right: Data) {
    interpreter.observer = Interpreter.Observer(operators: [12]) { run in
      try run.replaceOutput(at: 0, with: right)
      return .proceed
    }
  }

  static func vision() throws {
    let model = try Model(contentsOfFile: "ssd.tflite")
    let detector = try Detector(model: model)
    let image = try Image(contentsOfFile: "street.png")
    for object in try detector.detect(in: image, scoreThreshold: 0.5).detections {
      print(object.label ?? "?", object.score, object.box)
    }
  }
}
