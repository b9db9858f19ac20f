import Foundation
import TFLiteImageCodecs
import TFLiteSchema
import TFLiteVision
import TestModels
import TestRandomness

/// Calls of one detector or labeler from several tasks at once, with pictures that cannot be used among them.
struct VisionProgram<Answer: Equatable & Sendable>: Sendable {
  /// The three ways to ask.
  struct Service: Sendable {
    let results: @Sendable (VisionImage) throws -> [Answer]
    let process: @Sendable (VisionImage) async throws -> [Answer]
    let processLater: @Sendable (VisionImage, @escaping @Sendable ([Answer]?, (any Error)?) -> Void) -> Void
  }

  let seed: UInt64
  /// Makes what is asked. Where it is for unrelated pictures, equal pictures have equal answers.
  let make: @Sendable (_ isForVideo: Bool) throws -> Service

  func run() async throws {
    var random = SeededGenerator(seed: seed, stream: "vision")
    let isForVideo = Bool.random(using: &random)
    let service = try make(isForVideo)
    try await withThrowingTaskGroup { group in
      for index in 0..<3 {
        let random = SeededGenerator(seed: seed, stream: "vision \(index)")
        group.addTask { try await self.call(service, random) }
      }
      if Bool.random(using: &random) {
        await Task.yield()
        group.cancelAll()
      }
      try await group.waitForAll()
    }
    let picture = try Self.picture()
    guard try isForVideo || service.results(picture) == make(false).results(picture) else {
      throw Wrong("other answers than new ones give")
    }
  }

  private func call(_ service: Service, _ seeded: SeededGenerator) async throws {
    var random = seeded
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      do {
        let image = try image(&random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: _ = try service.results(image)
        case 1: _ = try await service.process(image)
        default:
          let (answers, error): ([Answer]?, (any Error)?) = await withCheckedContinuation { continuation in
            service.processLater(image) { continuation.resume(returning: ($0, $1)) }
          }
          guard (answers == nil) == (error != nil) else { throw Wrong("answers beside an error, or neither") }
          if let error { throw error }
        }
      } catch {
        guard error is VisionError || error is ImageError || error is CancellationError else { throw error }
      }
    }
  }

  private static func picture() throws -> VisionImage {
    let source = QuarteredPicture.threeObjects
    return try VisionImage(pixels: source.pixels, width: source.width, height: source.height, format: .rgb)
  }

  private func image(_ random: inout SeededGenerator) throws -> VisionImage {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return try VisionImage(contentsOfFile: "/nowhere.png")
    case 1: return try VisionImage(data: Data((0..<40).map { _ in UInt8.random(in: 0...255, using: &random) }))
    case 2: return try VisionImage(data: Data(QuarteredPicture.threeObjects.ppm.dropLast(100)))
    case 3:
      let width = Int.random(in: -1...2, using: &random)
      return try VisionImage(pixels: [1, 2], width: width, height: 3, format: .rgb)
    case 4: return try VisionImage(pixels: [9, 8, 7], width: 1, height: 1, format: .rgb)
    default:
      let image = try Self.picture()
      image.orientation = [.up, .down, .left, .rightMirrored].randomElement(using: &random) ?? .up
      image.timestamp = .milliseconds(Int.random(in: -9...999, using: &random))
      return image
    }
  }
}

extension VisionProgram<Object> {
  static func objectDetector(seed: UInt64) throws -> VisionProgram {
    let folder = try TemporaryFolder()
    try folder.write(ModelSketch.detector().model.serialized(), "model.tflite")
    return VisionProgram(seed: seed) { isForVideo in
      let options = ObjectDetectorOptions()
      options.detectorModel = LocalModel(path: folder.path("model.tflite"))
      options.detectorMode = isForVideo ? .stream : .singleImage
      options.shouldEnableMultipleObjects = seed % 2 == 0
      options.interpreterOptions.threadCount = Int(seed % 3)
      let detector = try ObjectDetector(options: options)
      return Service(
        results: { try detector.results(in: $0) }, process: { try await detector.process($0) },
        processLater: { detector.process($0, completion: $1) })
    }
  }
}

extension VisionProgram<ImageLabel> {
  static func imageLabeler(seed: UInt64) throws -> VisionProgram {
    let folder = try TemporaryFolder()
    try folder.write(ModelSketch.classifier().model.serialized(), "model.tflite")
    return VisionProgram(seed: seed) { _ in
      let options = CustomImageLabelerOptions(localModel: LocalModel(path: folder.path("model.tflite")))
      options.maxResultCount = Int(seed % 5)
      if seed % 7 == 0 { options.regionOfInterest = CGRect(x: -5, y: 3, width: 20, height: 90) }
      options.interpreterOptions.threadCount = Int(seed % 3)
      let labeler = try ImageLabeler(options: options)
      return Service(
        results: { try labeler.results(in: $0) }, process: { try await labeler.process($0) },
        processLater: { labeler.process($0, completion: $1) })
    }
  }
}
