import Foundation
import TFLiteImageCodecs
import TestModels
import Testing

@testable import TFLiteVision

/// Many pictures in an ``ObjectDetector``, with a model whose detections are the colors of the picture.
@Suite struct PictureResultsTests {
  /// A picture whose quarters are objects with these scores, in 256ths.
  private func picture(_ scores: [UInt8]) throws -> VisionImage {
    let picture = QuarteredPicture(width: 40, height: 40, quarters: scores.map { [$0, 0, 0] })
    return VisionImage(try Image(width: 40, height: 40, pixels: picture.pixels))
  }

  @Test(arguments: [ObjectDetectorMode.singleImage, .stream], [nil, 1, 3])
  func eachIsLookedAtForItself(_ mode: ObjectDetectorMode, _ concurrency: Int?) async throws {
    let detector = try TestDetectors.detector(mode, multiple: true)
    let alone = try TestDetectors.detector(.singleImage, multiple: true)
    let pictures = try (0..<60 as Range<UInt8>).map { number -> VisionImage in
      let second: UInt8 = number % 2 == 0 ? 180 : 0
      return try picture([200 - number, second, 0, number * 4])
    }
    var count = 0
    for try await result in detector.results(in: pictures, concurrency: concurrency) {
      #expect(result.image === pictures[count])
      let objects = try result.objects.get()
      #expect(try objects == alone.results(in: pictures[count]))
      #expect(objects.allSatisfy { $0.trackingID == nil } && !objects.isEmpty)
      count += 1
    }
    #expect(count == 60)
  }

  @Test func filesAreReadWhenTheirTurnComes() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("many-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = QuarteredPicture.threeObjects
    let path = folder.appendingPathComponent("picture.ppm").path
    try Data(source.ppm).write(to: URL(fileURLWithPath: path))
    let missing = folder.appendingPathComponent("missing.png").path
    let paths = [path, missing, path, path]
    let detector = try TestDetectors.detector(.stream, multiple: true)
    var found: [Int?] = []
    for try await result in detector.results(in: paths.map { PictureFile(path: $0) }) {
      #expect(result.image.path == paths[found.count])
      found.append(try? result.objects.get().count)
      if case .failure(let error) = result.objects {
        guard case ImageError.inFile(path: missing, _) = error else { throw error }
      }
    }
    #expect(found == [3, nil, 3, 3])
  }

  @Test func labelsAreThoseOfTheObjects() async throws {
    let names = "red\ngreen\nblue\n"
    let categories = try TestDetectors.detector(.singleImage, multiple: true, classify: true, labels: names)
    let picture = try TestDetectors.picture()
    for try await result in categories.results(in: [picture]) {
      #expect(try result.objects.get() == categories.results(in: picture))
    }
    let labeler = try TestDetectors.ModelFile(ModelSketch.classifier().model)
    let finder = try TestDetectors.ModelFile(ModelSketch.detector().model)
    let options = CustomObjectDetectorOptions(localModel: labeler.localModel)
    options.detectorModel = finder.localModel
    TestDetectors.configure(options, .singleImage, multiple: true, classify: true)
    let detector = try ObjectDetector(options: options)
    for try await result in detector.results(in: [picture, picture]) {
      let objects = try result.objects.get()
      #expect(try objects == detector.results(in: picture) && objects.allSatisfy { !$0.labels.isEmpty })
    }
  }

  @Test func picturesMayComeByAndBy() async throws {
    let detector = try TestDetectors.detector(.singleImage, multiple: true)
    let (stream, continuation) = AsyncStream.makeStream(of: VisionImage.self)
    var results = detector.results(in: stream).makeAsyncIterator()
    for scores in [[200, 0, 0, 0], [200, 210, 0, 0], [0, 0, 0, 0]] as [[UInt8]] {
      continuation.yield(try picture(scores))
      // Comes before the next picture does.
      let count = try await results.next()?.objects.get().count
      #expect(count == scores.count { $0 > 0 })
    }
    continuation.finish()
    #expect(try await results.next() == nil)
  }

  @Test func aModelThatCannotBeUsedIsTold() async throws {
    let file = try TestDetectors.ModelFile(ModelSketch.conv2D().model)
    let options = ObjectDetectorOptions()
    options.detectorModel = file.localModel
    let detector = ObjectDetector.objectDetector(options: options)
    let pictures = [try TestDetectors.picture()]
    await #expect(throws: VisionError.self) { for try await _ in detector.results(in: pictures) {} }
  }
}
