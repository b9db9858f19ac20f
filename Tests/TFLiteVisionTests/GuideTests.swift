import Foundation
import TFLiteSchema
import TestModels
import Testing

@testable import TFLiteVision

/// The calls of the published guides, as they stand there but for pictures of UIKit and cameras, which Linux does not have,
/// and for hosted models.
@Suite struct GuideTests {
  private let detectorFile: TestDetectors.ModelFile
  private let labelerFile: TestDetectors.ModelFile

  init() throws {
    detectorFile = try TestDetectors.ModelFile(ModelSketch.detector().model, labels: "banana\ncup\nperson\n")
    labelerFile = try TestDetectors.ModelFile(ModelSketch.classifier().model, labels: "red\ngreen\nblue\n")
    let manifest = #"{"modelFile": "model.tflite", "labelsFile": "labels.txt", "modelType": "IMAGE_LABELING",}"#
    try manifest.write(
      to: labelerFile.folder.appendingPathComponent("manifest.json"), atomically: true, encoding: .utf8)
  }

  // MARK: Object detection with a labeler of the caller's

  @Test func customObjectDetection() async throws {
    let localModelFilePath = labelerFile.localModel.path
    let localModel = LocalModel(path: localModelFilePath)

    let options = CustomObjectDetectorOptions(localModel: localModel)
    options.detectorMode = .singleImage
    options.shouldEnableClassification = true
    options.shouldEnableMultipleObjects = true
    options.classificationConfidenceThreshold = NSNumber(value: 0.5)
    options.maxPerObjectLabelCount = 3
    options.detectorModel = detectorFile.localModel

    let image = try TestDetectors.picture()
    image.orientation = .up
    let objectDetector = ObjectDetector.objectDetector(options: options)

    let count = await withCheckedContinuation { continuation in
      objectDetector.process(image) { objects, error in
        guard error == nil, let objects = objects, !objects.isEmpty else {
          // Handle the error.
          continuation.resume(returning: 0)
          return
        }
        // Show results.
        continuation.resume(returning: objects.count)
      }
    }
    #expect(count == 3)

    var objects: [Object]
    do {
      objects = try objectDetector.results(in: image)
    } catch let error {
      Issue.record(error)
      return
    }
    var descriptions: [String] = []
    for object in objects {
      let frame = object.frame
      let trackingID = object.trackingID
      let description = object.labels.enumerated().map { (index, label) in
        "Label \(index): \(label.text), \(label.confidence), \(label.index)"
      }.joined(separator: "\n")
      #expect(!frame.isEmpty && trackingID == nil)
      descriptions.append(description)
    }
    #expect(descriptions == ["Label 0: , 0.875, 0", "Label 0: , 0.75, 2", "Label 0: , 0.5, 1"])
  }

  @Test func liveDetectionAndTracking() throws {
    let localModel = labelerFile.localModel
    let options = CustomObjectDetectorOptions(localModel: localModel)
    options.shouldEnableClassification = true
    options.maxPerObjectLabelCount = 3
    options.detectorModel = detectorFile.localModel
    let objects = try ObjectDetector.objectDetector(options: options).results(in: TestDetectors.picture())
    #expect(objects.count == 1 && objects[0].trackingID == 0 && objects[0].labels.count == 3)
  }

  // MARK: Labeling with a model of the caller's

  @Test func customLabeling() async throws {
    let localModel = LocalModel(path: labelerFile.localModel.path)
    let options = CustomImageLabelerOptions(localModel: localModel)
    options.confidenceThreshold = NSNumber(value: 0.0)
    let imageLabeler = ImageLabeler.imageLabeler(options: options)

    let image = try TestDetectors.picture()
    let count = await withCheckedContinuation { continuation in
      imageLabeler.process(image) { labels, error in
        guard error == nil, let labels = labels, !labels.isEmpty else {
          continuation.resume(returning: 0)
          return
        }
        continuation.resume(returning: labels.count)
      }
    }
    #expect(count == 3)

    var labels: [ImageLabel]
    do {
      labels = try imageLabeler.results(in: image)
    } catch let error {
      Issue.record(error)
      return
    }
    for label in labels {
      let labelText = label.text
      let confidence = label.confidence
      let index = label.index
      #expect(labelText.isEmpty && confidence <= 1 && (0..<3).contains(index))
    }
  }

  // MARK: The older interface: detection and tracking

  @Test func olderDetection() async throws {
    // Multiple object detection in static images
    let options = VisionObjectDetectorOptions()
    options.detectorMode = .singleImage
    options.shouldEnableMultipleObjects = true
    options.shouldEnableClassification = true  // Optional
    options.detectorModel = detectorFile.localModel
    let objectDetector = Vision.vision().objectDetector(options: options)

    func imageOrientation() -> VisionDetectorImageOrientation { .topLeft }
    let metadata = VisionImageMetadata()
    metadata.orientation = imageOrientation()
    let image = try TestDetectors.picture()
    image.metadata = metadata

    let count = await withCheckedContinuation { continuation in
      objectDetector.process(image) { detectedObjects, error in
        guard error == nil else {
          continuation.resume(returning: -1)
          return
        }
        guard let detectedObjects = detectedObjects, !detectedObjects.isEmpty else {
          continuation.resume(returning: 0)
          return
        }
        continuation.resume(returning: detectedObjects.count)
      }
    }
    #expect(count == 3)

    var results: [VisionObject]? = nil
    do {
      results = try objectDetector.results(in: image)
    } catch let error {
      print("Failed to detect object with error: \(error.localizedDescription).")
      return
    }
    guard let detectedObjects = results, !detectedObjects.isEmpty else {
      Issue.record("Object detector returned no results.")
      return
    }
    var categories: [VisionObjectCategory] = []
    for obj in detectedObjects {
      let bounds = obj.frame
      let id = obj.trackingID
      let category = obj.classificationCategory
      let confidence = obj.confidence
      #expect(!bounds.isEmpty && id == nil && (confidence == nil) == (category == .unknown))
      categories.append(category)
    }
    #expect(categories == [.food, .unknown, .homeGoods])
  }

  @Test func olderTracking() throws {
    let options = VisionObjectDetectorOptions()
    options.detectorMode = .stream
    options.shouldEnableMultipleObjects = false
    options.detectorModel = detectorFile.localModel
    let object = try Vision.vision().objectDetector(options: options).results(in: TestDetectors.picture()).first
    #expect(object?.trackingID == 0 && object?.classificationCategory == .unknown && object?.confidence == nil)
    // The default detector is the one that comes with the package: it finds codes, and here is none.
    #expect(try Vision.vision().objectDetector().results(in: TestDetectors.picture()).isEmpty)
  }

  // MARK: The older interface: labeling with a model of AutoML

  @Test func olderLabeling() async throws {
    let manifestPath = labelerFile.folder.appendingPathComponent("manifest.json").path
    let localModel = AutoMLLocalModel(manifestPath: manifestPath)
    let options = VisionOnDeviceAutoMLImageLabelerOptions(localModel: localModel)
    options.confidenceThreshold = 0  // Evaluate your model in the Firebase console
    // to determine an appropriate value.
    let labeler = Vision.vision().onDeviceAutoMLImageLabeler(options: options)

    let image = try TestDetectors.picture()
    let texts = await withCheckedContinuation { continuation in
      labeler.process(image) { labels, error in
        guard error == nil, let labels = labels else {
          continuation.resume(returning: [String]())
          return
        }
        var texts: [String] = []
        for label in labels {
          let labelText = label.text
          let confidence = label.confidence
          if confidence != nil { texts.append(labelText) }
        }
        continuation.resume(returning: texts)
      }
    }
    #expect(texts.sorted() == ["blue", "green", "red"])
  }

  @Test(arguments: VisionDetectorImageOrientation.allCases)
  func olderOrientations(_ orientation: VisionDetectorImageOrientation) throws {
    let metadata = VisionImageMetadata()
    metadata.orientation = orientation
    let image = try TestDetectors.picture()
    image.metadata = metadata
    #expect(image.orientation.rawValue == orientation.rawValue)
    #expect(image.metadata?.orientation == orientation)
  }
}
