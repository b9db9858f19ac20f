import Foundation
import TFLiteImageCodecs
import TestModels
import Testing

/// `tflite detect` with the COCO SSD on photographs whose detections have been published.
@Suite(.enabled(if: Zoo.isPresent, "\(Zoo.absence)"))
struct PublishedDetectionTests {
  private static let model = Zoo.model("det_ssd_mnv1_uint8/coco_ssd_mobilenet_v1_1.0_quant_2018_06_29.tflite")
  private static let photograph = Zoo.image("tflite_support/cats_and_dogs.jpg")

  private func expected() throws -> PublishedDetections.Row {
    try #require(
      try PublishedDetections.load().detection.first { $0.image == "tflite_support/cats_and_dogs.jpg" })
  }

  @Test func findsTheFourAnimals() throws {
    let row = try expected()
    let tolerance = try #require(row.tolerance)
    let objects = try #require(row.expected)
    let run = try Command(
      "detect", "--model", Self.model, "--json", "--max-results", "4", "--threshold", "0.4", Self.photograph)
    #expect(run.status == 0)
    #expect(run.errors == "")
    let detections = try #require(try run.records().first?.detections)
    #expect(detections.count == objects.count)
    for (detection, object) in zip(detections, objects) {
      #expect(detection.label == object.label)
      #expect(detection.class_index == object.class_index)
      #expect(abs(detection.score - (try #require(object.score))) <= tolerance.score)
      let box = detection.box
      for (found, published) in zip([box.x, box.y, box.width, box.height], try #require(object.box)) {
        #expect(abs(found - published) <= tolerance.box_pixels, "\(detection)")
      }
    }
  }

  @Test func namesThemInATable() throws {
    let run = try Command("detect", "--model", Self.model, "--max-results", "4", "--threshold", "0.4", Self.photograph)
    #expect(run.status == 0)
    #expect(run.errors == "")
    let names = run.output.split(separator: "\n").dropFirst(2).map { $0.split(separator: " ")[0] }
    #expect(names == ["cat", "cat", "cat", "dog"])
  }

  @Test func findsTheSameWithAnyNumberOfThreads() throws {
    let runs = try ["1", "2", "3"].map {
      try Command("detect", "--model", Self.model, "--json", "--threads", $0, "--threshold", "0", Self.photograph)
    }
    let detections = try runs.map { try $0.records().first?.detections }
    #expect(detections[0]?.isEmpty == false)
    #expect(detections.allSatisfy { $0 == detections[0] })
  }

  @Test func keepsTheSizeOfThePhotograph() throws {
    let folder = try TemporaryFolder()
    let run = try Command("detect", "--model", Self.model, Self.photograph, "-o", folder.path("animals.png"))
    #expect(run.status == 0)
    let (before, after) = (
      try Image(contentsOfFile: Self.photograph), try Image(contentsOfFile: folder.path("animals.png"))
    )
    #expect(before.width == after.width && before.height == after.height)
    #expect(before.pixels != after.pixels)
  }

  @Test func worksOnLetterboxedPhotographs() throws {
    let run = try Command(
      "detect", "--model", Self.model, "--json", "--fitting", "letterbox", "--max-results", "1",
      Zoo.image("coral/cat.bmp"))
    #expect(run.status == 0)
    let best = try #require(try run.records().first?.detections?.first)
    #expect(best.label == "cat")
    #expect(best.score > 0.7)
  }
}
