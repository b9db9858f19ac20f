import Foundation
import TFLite
import TFLiteImageCodecs
import TFLiteModelManager
import TFLiteSchema
import TestModels
import TestRandomness
import Testing

@testable import TFLiteVision

/// What slicing finds in pictures of 1 to 16 times the input's width and height, and what it invents. The article on detectors
/// has the figures.
@Suite(.enabled(if: LongTests.areIncluded && Zoo.isPresent, "long, or \(Zoo.absence)"))
struct SmallObjectTests {
  /// A part of a photograph with an object in it.
  private struct Sticker {
    let image: Image
    let label: String
    /// In pixels of the image.
    let box: BoundingBox
  }

  @Test func codes() throws {
    let detector = try Detector(
      model: Model(contentsOfFile: LocalModel(.codeDetector).path),
      labels: LocalModel(.codeDetector).labelsPath.map { try LabelList(contentsOfFile: $0) }, options: Self.options)
    let sample = try Image(contentsOfFile: SampleCodes.picturePath)
    let stickers = try SampleCodes.codes().map { code in
      try Self.sticker(
        sample, code.label,
        BoundingBox(x: code.box.x, y: code.box.y, width: code.box.width, height: code.box.height), margin: 0.15)
    }
    try measure("codes", detector, stickers, side: 0.35)
  }

  @Test func photographs() throws {
    let model = try Model(
      contentsOfFile: Zoo.model("det_ssd_mnv1_uint8/coco_ssd_mobilenet_v1_1.0_quant_2018_06_29.tflite"))
    let detector = try Detector(model: model, options: Self.options)
    var stickers: [Sticker] = []
    for name in ["tflite_support/cats_and_dogs.jpg", "pinto/dog.jpg", "mediapipe_modelmaker/000000000446.jpg"] {
      let photograph = try Image(contentsOfFile: Zoo.image(name))
      for object in try detector.detect(in: photograph, scoreThreshold: 0.6).detections {
        stickers.append(try Self.sticker(photograph, object.label ?? "", object.box, margin: 0.3))
      }
    }
    #expect(stickers.count >= 3)
    try measure("photographs", detector, stickers, side: 0.6)
  }

  private static var options: Interpreter.Options {
    var options = Interpreter.Options()
    options.threadCount = 2
    return options
  }

  private static func sticker(
    _ photograph: Image, _ label: String, _ box: BoundingBox, margin: Double
  ) throws -> Sticker {
    let (x, y) = (box.x - margin * box.width, box.y - margin * box.height)
    let region = BoundingBox(
      x: x, y: y, width: box.width * (1 + 2 * margin), height: box.height * (1 + 2 * margin))
    let part = try photograph.pixels(in: region)
    let image = try photograph.cropped(columns: part.x..<part.x + part.width, rows: part.y..<part.y + part.height)
    return Sticker(
      image: image, label: label,
      box: BoundingBox(x: box.x - Double(part.x), y: box.y - Double(part.y), width: box.width, height: box.height))
  }

  /// - Parameter side: of a sticker's longer side, in inputs.
  private func measure(_ name: String, _ detector: Detector, _ stickers: [Sticker], side: Double) throws {
    let input = 300.0
    for scale in [1, 2, 4, 8, 16] {
      var (objects, whole, sliced) = (0, (found: 0, wrong: 0), (found: 0, wrong: 0))
      for seed in 0..<3 as Range<UInt64> {
        let scene = try scene(stickers, canvas: Int(input) * scale, side: side * input, seed: seed)
        objects += scene.objects.count
        detector.slicing = nil
        let one = try scene.score(detector.detect(in: scene.picture, scoreThreshold: 0.5).detections)
        detector.slicing = .automatic
        let other = try scene.score(detector.detect(in: scene.picture, scoreThreshold: 0.5).detections)
        whole = (whole.found + one.found, whole.wrong + one.wrong)
        sliced = (sliced.found + other.found, sliced.wrong + other.wrong)
      }
      print(
        "slices: \(name), \(scale) × the input: \(objects) objects, whole \(whole.found) found and \(whole.wrong) wrong, "
          + "sliced \(sliced.found) found and \(sliced.wrong) wrong")
      #expect(sliced.found >= whole.found)
    }
  }

  /// Stickers on a loose grid, which is as coarse as it takes for nine of them.
  private func scene(
    _ stickers: [Sticker], canvas: Int, side: Double, seed: UInt64
  ) throws -> SmallObjectScene {
    var random = SeededGenerator(seed: seed, stream: "scene \(canvas)")
    var scene = try SmallObjectScene(width: canvas, height: canvas, random: &random)
    let columns = max(1, min(3, Int(Double(canvas) / (side * 1.1))))
    for cell in 0..<columns * columns {
      guard let sticker = stickers.randomElement(using: &random) else { continue }
      let factor = side / Double(max(sticker.image.width, sticker.image.height))
      let part = try sticker.image.resized(
        toWidth: max(1, Int(Double(sticker.image.width) * factor)),
        height: max(1, Int(Double(sticker.image.height) * factor)), resampling: .area)
      let room = canvas / columns
      let x = cell % columns * room + Int.random(in: 0...max(0, room - part.width), using: &random)
      let y = cell / columns * room + Int.random(in: 0...max(0, room - part.height), using: &random)
      let box = BoundingBox(
        x: Double(x) + sticker.box.x * factor, y: Double(y) + sticker.box.y * factor,
        width: sticker.box.width * factor, height: sticker.box.height * factor)
      try scene.paste(part, x: x, y: y, object: .init(label: sticker.label, box: box))
    }
    return scene
  }
}
