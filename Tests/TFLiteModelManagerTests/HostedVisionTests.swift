import Foundation
import Synchronization
import TFLite
import TFLiteSchema
import TFLiteVision
import TestModels
import Testing

@testable import TFLiteModelManager

/// Detectors and labelers whose models come from a server; also as the published guides write them.
///
/// The guides speak to the manager that all share, so these tests come one after the other.
@Suite(.serialized) struct HostedVisionTests {
  private let hosting: Hosting
  private let picture: VisionImage
  private let localModel: LocalModel
  private let labeler: Data

  init() async throws {
    hosting = try await Hosting()
    ModelManager.modelManager().configuration = hosting.manager.configuration
    let source = QuarteredPicture.threeObjects
    picture = try VisionImage(pixels: source.pixels, width: source.width, height: source.height, format: .rgb)
    labeler = Data(try ModelSketch.classifier().model.serialized())
    try FileManager.default.createDirectory(at: hosting.folder, withIntermediateDirectories: true)
    let path = hosting.folder.appendingPathComponent("local.tflite")
    try labeler.write(to: path)
    localModel = LocalModel(path: path.path)
  }

  // MARK: Models

  private func objects(_ model: LocalModel) throws -> [Object] {
    let options = ObjectDetectorOptions()
    options.detectorMode = .singleImage
    options.shouldEnableMultipleObjects = true
    options.detectorModel = model
    return try ObjectDetector(options: options).results(in: picture)
  }

  @Test func aHostedDetectorFindsWhatTheFileFinds() async throws {
    try hosting.publish(1, labels: "banana\ncup\nperson\n")
    let hosted = try await hosting.manager.downloadAsync(hosting.model)
    let file = hosting.folder.appendingPathComponent("file.tflite")
    try Hosting.model(1).write(to: file)
    let labels = hosting.folder.appendingPathComponent("file.txt")
    try Data("banana\ncup\nperson\n".utf8).write(to: labels)
    let found = try objects(hosted.localModel)
    #expect(try found == objects(LocalModel(path: file.path, labelsPath: labels.path)) && found.count == 3)
    #expect(found.compactMap(\.detection.label) == ["banana", "person", "cup"])
  }

  @Test func anUpdateReachesNewInterpretersAndLeavesOthersAlone() async throws {
    try hosting.publish(1)
    let model = try await hosting.manager.downloadAsync(hosting.model)
    let options = ObjectDetectorOptions()
    options.detectorMode = .singleImage
    options.shouldEnableMultipleObjects = true
    options.detectorModel = model.localModel
    let old = try ObjectDetector(options: options)
    let before = try old.results(in: picture)
    // The new version keeps to itself what it is less sure of.
    let strict = ModelSketch.detector(["nms_score_threshold": .float(0.8)]).model
    try hosting.publish(Data(strict.serialized()), version: "2")
    let new = try await hosting.manager.downloadAsync(try #require(model.remoteModel))
    #expect(new.path == model.path && new.record.version == "2")
    #expect(try old.results(in: picture) == before && before.count == 3)
    #expect(try objects(new.localModel).count == 1)
  }

  @Test func theDownloadedModelOrElseTheLocalOne() async throws {
    let remote = CustomRemoteModel(name: "labeler")
    let options = CustomImageLabelerOptions(remoteModel: remote, orElse: localModel)
    #expect(try ImageLabeler(options: options).results(in: picture).count == 3)
    #expect(hosting.manager.localModel(for: remote, orElse: localModel) === localModel)
    try hosting.publish(labeler, labels: "red\ngreen\nblue\n") { $0.name = "labeler" }
    try await hosting.manager.downloadAsync(remote)
    #expect(try Set(ImageLabeler(options: options).results(in: picture).map(\.text)) == ["red", "green", "blue"])
    #expect(hosting.manager.localModel(for: remote, orElse: localModel).labelsPath != nil)
    let detector = CustomObjectDetectorOptions(remoteModel: remote, orElse: localModel)
    detector.detectorModel = LocalModel(path: try sketch())
    detector.shouldEnableClassification = true
    let names = try ObjectDetector(options: detector).results(in: picture).flatMap(\.labels).map(\.text)
    #expect(Set(names) == ["red", "green", "blue"])
  }

  @Test func withoutTheModelTheErrorNamesIt() throws {
    let options = CustomImageLabelerOptions(remoteModel: CustomRemoteModel(name: "nowhere"))
    #expect(throws: ModelManagerError.inModel("nowhere", .notDownloaded)) { try ImageLabeler(options: options) }
  }

  private func sketch() throws -> String {
    let path = hosting.folder.appendingPathComponent("sketch.tflite")
    try Hosting.model(1, paddingByteCount: 0).write(to: path)
    return path.path
  }

  // MARK: The guides

  /// What an app of the guides learns from notifications.
  private final class App: @unchecked Sendable {
    let downloaded = Mutex<[String]>([])
    let failed = Mutex<[String]>([])
    /// Touched by the test only.
    private var observers: [any NSObjectProtocol] = []

    deinit { for observer in observers { NotificationCenter.default.removeObserver(observer) } }

    func observe() {
      let success = NotificationCenter.default.addObserver(
        forName: .mlkitModelDownloadDidSucceed,
        object: nil,
        queue: nil
      ) { [weak self] notification in
        guard let strongSelf = self,
          let userInfo = notification.userInfo,
          let model = userInfo[ModelDownloadUserInfoKey.remoteModel.rawValue]
            as? RemoteModel,
          model.name == "your_remote_model"
        else { return }
        // The model was downloaded and is available on the device
        strongSelf.downloaded.withLock { $0.append(model.name) }
      }

      let failure = NotificationCenter.default.addObserver(
        forName: .firebaseMLModelDownloadDidFail,
        object: nil,
        queue: nil
      ) { [weak self] notification in
        guard let strongSelf = self,
          let userInfo = notification.userInfo,
          let model = userInfo[ModelDownloadUserInfoKey.remoteModel.rawValue]
            as? RemoteModel
        else { return }
        let error = userInfo[ModelDownloadUserInfoKey.error.rawValue]
        // ...
        guard model.name.hasPrefix("your_") else { return }
        let text = "\(error ?? "no error")"
        strongSelf.failed.withLock { $0.append(text) }
      }
      observers = [success, failure]
    }

    /// Waits until something has been told.
    func hears(_ words: (App) -> Bool) async throws {
      let start = ContinuousClock.now
      while !words(self), start.duration(to: .now) < .seconds(600) { try await Task.sleep(for: .milliseconds(5)) }
      #expect(words(self))
    }
  }

  private func publishLabeler() throws {
    try hosting.publish(labeler, labels: "red\ngreen\nblue\n") { $0.name = "your_remote_model" }
  }

  @Test func customObjectDetection() async throws {
    let app = App()
    app.observe()
    let firebaseModelSource = FirebaseModelSource(
      name: "your_remote_model")  // The name you assigned in
    // the Firebase console.
    let remoteModel = CustomRemoteModel(remoteModelSource: firebaseModelSource)

    func makeOptions() throws -> CustomObjectDetectorOptions {
      var options: CustomObjectDetectorOptions!
      if ModelManager.modelManager().isModelDownloaded(remoteModel) {
        options = CustomObjectDetectorOptions(remoteModel: remoteModel)
      } else {
        options = CustomObjectDetectorOptions(localModel: localModel)
      }
      options.detectorMode = .singleImage
      options.shouldEnableClassification = true
      options.shouldEnableMultipleObjects = true
      options.classificationConfidenceThreshold = NSNumber(value: 0.5)
      options.maxPerObjectLabelCount = 3
      options.detectorModel = LocalModel(path: try sketch())
      return options
    }

    let before = try ObjectDetector.objectDetector(options: makeOptions()).results(in: picture)
    #expect(before.count == 3 && before[0].labels.map(\.text) == [""])

    try publishLabeler()
    let downloadConditions = ModelDownloadConditions(
      allowsCellularAccess: true,
      allowsBackgroundDownloading: true
    )
    let downloadProgress = ModelManager.modelManager().download(
      remoteModel,
      conditions: downloadConditions
    )
    try await app.hears { $0.downloaded.withLock { $0 } == ["your_remote_model"] }
    #expect(downloadProgress.isFinished && downloadProgress.fractionCompleted == 1)
    let after = try ObjectDetector.objectDetector(options: makeOptions()).results(in: picture)
    #expect(after.count == 3 && after[0].labels.map(\.text) == ["red"])
  }

  @Test func aDownloadThatFails() async throws {
    let app = App()
    app.observe()
    ModelManager.modelManager().configuration.retries = .never
    ModelManager.modelManager().download(AutoMLRemoteModel(name: "your_missing_model"), conditions: .init())
    try await app.hears { $0.failed.withLock { $0.count } == 1 }
    let url = hosting.server.url("/index.json").absoluteString
    #expect(
      app.failed.withLock { $0 } == ["model \"your_missing_model\": \(url): the server answered 404 (Not Found)"])
  }

  @Test func anInterpreterWithTheLatestFile() async throws {
    let remoteModel = CustomRemoteModel(
      name: "your_remote_model"  // The name you assigned in the Google Cloud console.
    )

    func makeInterpreter() throws -> Interpreter? {
      var modelPath: String?
      if ModelManager.modelManager().isModelDownloaded(remoteModel) {
        ModelManager.modelManager().getLatestModelFilePath(remoteModel) { path, error in
          guard error == nil else { return }
          guard let path = path else { return }
          modelPath = path
        }
      } else {
        modelPath = localModel.path
      }

      guard let modelPath else { return nil }
      let interpreter = try Interpreter(modelPath: modelPath)
      try interpreter.allocateTensors()
      return interpreter
    }

    #expect(try makeInterpreter()?.outputTensorCount == 1)
    try hosting.publish(1) { $0.name = "your_remote_model" }
    try await ModelManager.modelManager().downloadAsync(remoteModel)
    #expect(try makeInterpreter()?.outputTensorCount == 4)

    let error = await withCheckedContinuation { continuation in
      ModelManager.modelManager().deleteDownloadedModel(remoteModel) { continuation.resume(returning: $0 == nil) }
    }
    #expect(error)
    #expect(!ModelManager.modelManager().isModelDownloaded(remoteModel))
  }

  @Test func customLabeling() async throws {
    let remoteModel = CustomRemoteModel(remoteModelSource: FirebaseModelSource(name: "your_remote_model"))
    try publishLabeler()
    try await ModelManager.modelManager().downloadAsync(remoteModel)
    var options: CustomImageLabelerOptions!
    if ModelManager.modelManager().isModelDownloaded(remoteModel) {
      options = CustomImageLabelerOptions(remoteModel: remoteModel)
    } else {
      options = CustomImageLabelerOptions(localModel: localModel)
    }
    options.confidenceThreshold = NSNumber(value: 0.0)
    let imageLabeler = ImageLabeler.imageLabeler(options: options)
    #expect(try Set(imageLabeler.results(in: picture).map(\.text)) == ["red", "green", "blue"])
  }

  @Test func olderLabeling() async throws {
    let remoteModel = AutoMLRemoteModel(
      name: "your_remote_model"  // The name you assigned in the Firebase console.
    )
    let localModel = AutoMLLocalModel(manifestPath: "/nowhere/manifest.json")
    try publishLabeler()
    try await ModelManager.modelManager().downloadAsync(remoteModel)
    let options: VisionOnDeviceAutoMLImageLabelerOptions
    if ModelManager.modelManager().isModelDownloaded(remoteModel) {
      options = VisionOnDeviceAutoMLImageLabelerOptions(remoteModel: remoteModel)
    } else {
      options = VisionOnDeviceAutoMLImageLabelerOptions(localModel: localModel)
    }
    options.confidenceThreshold = 0  // Evaluate your model in the Firebase console
    // to determine an appropriate value.
    let labeler = Vision.vision().onDeviceAutoMLImageLabeler(options: options)
    #expect(try Set(labeler.results(in: picture).map(\.text)) == ["red", "green", "blue"])
  }
}
