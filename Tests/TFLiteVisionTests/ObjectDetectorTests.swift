import Dispatch
import Foundation
import TFLiteImageCodecs
import TFLiteSchema
import TestModels
import Testing

@testable import TFLiteVision

@Suite struct ObjectDetectorTests {
  @Test func defaults() {
    let options = ObjectDetectorOptions()
    #expect(options.detectorMode == .stream)
    #expect(!options.shouldEnableMultipleObjects && !options.shouldEnableClassification)
    #expect(options.maxObjectCount == 5)
    let custom = CustomObjectDetectorOptions(localModel: LocalModel(path: "model.tflite"))
    #expect(custom.classificationConfidenceThreshold == nil && custom.maxPerObjectLabelCount == 10)
    #expect(ObjectDetectorMode.singleImage.rawValue == 0 && ObjectDetectorMode.stream.rawValue == 1)
  }

  @Test func givesTheMostProminentObject() throws {
    let objects = try TestDetectors.detector(.singleImage, multiple: false).results(in: TestDetectors.picture())
    #expect(objects.count == 1)
    #expect(objects[0].frame == CGRect(x: 0, y: 0, width: 100, height: 50))
    #expect(objects[0].trackingID == nil && objects[0].labels.isEmpty)
    #expect(objects[0].detection.classIndex == 0 && objects[0].detection.score == 0.875)
  }

  @Test(arguments: [(0, 0), (1, 1), (2, 2), (5, 3)])
  func givesSeveralObjects(limit: Int, count: Int) throws {
    let detector = try TestDetectors.detector(.singleImage, multiple: true) { $0.maxObjectCount = limit }
    let objects = try detector.results(in: TestDetectors.picture())
    #expect(objects.map(\.detection.score) == Array([0.875, 0.75, 0.5].prefix(count)))
  }

  @Test func leavesOutLowScores() throws {
    func count(_ threshold: Float?) throws -> Int {
      let detector = try TestDetectors.detector(.singleImage, multiple: true) { $0.detectionScoreThreshold = threshold }
      return try detector.results(in: TestDetectors.picture()).count
    }
    #expect(try count(0.8) == 1)
    #expect(try count(0.5) == 3)
    #expect(try count(nil) == 3)
    #expect(try count(0.9) == 0)
  }

  @Test func keepsIdsInStreams() throws {
    let detector = try TestDetectors.detector(.stream, multiple: true)
    var ids: [[NSNumber?]] = []
    for index in 0..<3 {
      let frame = try TestDetectors.picture()
      frame.timestamp = .milliseconds(40 * index)
      ids.append(try detector.results(in: frame).map(\.trackingID))
    }
    #expect(ids[0].count == 3 && Set(ids[0]).count == 3 && !ids[0].contains(nil))
    #expect(ids[1] == ids[0] && ids[2] == ids[0])
    let late = try TestDetectors.picture()
    late.timestamp = .milliseconds(40)
    #expect(throws: VisionError.self) { try detector.results(in: late) }
    let next = try TestDetectors.picture()
    next.timestamp = .milliseconds(120)
    #expect(try detector.results(in: next).map(\.trackingID) == ids[0])
  }

  @Test func followsTheClockWithoutTimestamps() throws {
    let detector = try TestDetectors.detector(.stream, multiple: false)
    let picture = try TestDetectors.picture()
    let first = try #require(detector.results(in: picture).first?.trackingID)
    #expect(try detector.results(in: picture).first?.trackingID == first)
  }

  @Test func namesCoarseCategories() throws {
    let detector = try TestDetectors.detector(
      .singleImage, multiple: true, classify: true, labels: "banana\nperson\nPotted Plant\n")
    let objects = try detector.results(in: TestDetectors.picture())
    #expect(objects.map(\.labels.first?.text) == ["Food", "Plant", nil])
    #expect(objects.map(\.labels.first?.index) == [2, 4, nil])
    #expect(objects[0].labels[0].confidence == 0.875)
  }

  @Test func categoriesCanBeReplaced() throws {
    let detector = try TestDetectors.detector(
      .singleImage, multiple: true, classify: true, labels: "banana\nperson\nplant\n"
    ) { $0.categories = CoarseCategories(["PERSON": .fashionGoods]) }
    #expect(try detector.results(in: TestDetectors.picture()).map(\.labels.first?.text) == [nil, nil, "Fashion good"])
  }

  @Test func labelsObjectsWithAClassifier() throws {
    let (detectorFile, labeler) = (
      try TestDetectors.ModelFile(ModelSketch.detector().model),
      try TestDetectors.ModelFile(ModelSketch.classifier().model, labels: "red\ngreen\nblue\n")
    )
    func labels(_ threshold: NSNumber?, _ count: Int) throws -> [[ObjectLabel]] {
      let options = CustomObjectDetectorOptions(localModel: labeler.localModel)
      options.detectorModel = detectorFile.localModel
      TestDetectors.configure(options, .singleImage, multiple: true, classify: true)
      options.classificationConfidenceThreshold = threshold
      options.maxPerObjectLabelCount = count
      return try ObjectDetector(options: options).results(in: TestDetectors.picture()).map(\.labels)
    }
    let all = try labels(nil, 10)
    #expect(all.map(\.count) == [3, 3, 3])
    // Each object's part of the picture has one color.
    #expect(
      all.map(\.first) == [
        ObjectLabel(text: "red", confidence: 0.875, index: 0), ObjectLabel(text: "blue", confidence: 0.75, index: 2),
        ObjectLabel(text: "green", confidence: 0.5, index: 1),
      ])
    #expect(try labels(0.6, 10).map(\.count) == [1, 1, 0])
    #expect(try labels(nil, 2).map(\.count) == [2, 2, 2])
  }

  @Test func answersOnTheCallbackQueueAndAsynchronously() async throws {
    let detector = try TestDetectors.detector(.singleImage, multiple: true)
    let picture = try TestDetectors.picture()
    let expected = try detector.results(in: picture)
    #expect(try await detector.process(picture) == expected)

    let key = DispatchSpecificKey<Bool>()
    let queue = DispatchQueue(label: "test")
    queue.setSpecific(key: key, value: true)
    detector.callbackQueue = queue
    let (objects, isOnQueue) = await withCheckedContinuation { continuation in
      detector.process(picture) { objects, error in
        #expect(error == nil)
        continuation.resume(returning: (objects, DispatchQueue.getSpecific(key: key) == true))
      }
    }
    #expect(objects == expected && isOnQueue)
  }

  @Test func goesOnAfterABrokenPicture() throws {
    let detector = try TestDetectors.detector(.singleImage, multiple: true)
    #expect(throws: ImageError.empty) { try detector.results(in: VisionImage(.failure(.empty))) }
    #expect(try detector.results(in: TestDetectors.picture()).count == 3)
  }

  /// A factory does not throw; the first picture does, and every other one.
  @Test func aModelThatIsMissingIsToldOfWithThePictures() async throws {
    let options = ObjectDetectorOptions()
    options.detectorModel = LocalModel(path: "/nowhere/detector.tflite")
    #expect(throws: ModelError.self) { try ObjectDetector(options: options) }
    let detector = ObjectDetector.objectDetector(options: options)
    let picture = try TestDetectors.picture()
    #expect(throws: ModelError.self) { try detector.results(in: picture) }
    await #expect(throws: ModelError.self) { try await detector.process(picture) }
    let error = await withCheckedContinuation { continuation in
      detector.process(picture) { _, error in continuation.resume(returning: error.map { "\($0)" }) }
    }
    #expect(error?.contains("/nowhere/detector.tflite") == true)
  }

  @Test func refusesAClassifierAndTooFewLabels() throws {
    let options = ObjectDetectorOptions()
    let classifier = try TestDetectors.ModelFile(ModelSketch.classifier().model)
    options.detectorModel = classifier.localModel
    #expect { try ObjectDetector(options: options) } throws: { "\($0)".hasPrefix("the model is no detector: ") }
    let unlabeled = try TestDetectors.ModelFile(ModelSketch.detector().model, labels: "cat\ndog\n")
    options.detectorModel = unlabeled.localModel
    #expect(throws: VisionError.tooFewLabels(count: 2, classes: 3)) { try ObjectDetector(options: options) }
    options.detectorModel = LocalModel(path: "/nowhere/model.tflite")
    #expect(throws: ModelError.self) { try ObjectDetector(options: options) }
  }

  /// Boxes that a tracker may extrapolate have no pixels to classify; that is no error.
  @Test func labelsNothingOutsideOfThePicture() throws {
    let labeler = try TestDetectors.ModelFile(ModelSketch.classifier().model)
    let labeling = CropLabeling(
      classifier: try labeler.localModel.load().makeClassifier(options: .init()), scoreThreshold: nil, maxResults: 3)
    let outside = Detection(label: nil, classIndex: 0, score: 1, box: BoundingBox(x: 300, y: 0, width: 10, height: 10))
    #expect(try labeling.labels(of: outside, in: TestDetectors.picture().upright()) == [])
  }
}
