import Foundation
import TFLiteBundledModels
import TFLiteCodeReader
import TFLiteImageCodecs
import TFLiteSchema
import TFLiteVision
import TestRandomness
import Testing

@Suite(.enabled(if: CodeReader.libraryVersion != nil, "zxing-cpp was not there when this was built"))
struct CodeReaderTests {
  private static let sample = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Models/samples/codes.jpg").path

  /// The sample's codes: each symbology once. `Models/training/synthesis/sample.py` wrote them.
  private static let texts: [String: String] = [
    "qr_code": "689877539807452", "data_matrix": "https://deaquouleck.com/", "aztec": "https://facts.com/",
    "pdf417": "ZN1IchZPq/GfK SPo6892geNdzi4G3KQVOIjaMPXOfQauV7EhzIIlX4", "linear_barcode": "313957600323",
  ]

  private static func detections(in image: Image, threshold: Float? = nil) throws -> [Detection] {
    let model = try Model(contentsOfFile: BundledModel.codeDetector.modelPath())
    return try Detector(model: model).detect(in: image, scoreThreshold: threshold).detections
  }

  @Test func readsEveryCodeOfTheSample() throws {
    let image = try Image(contentsOfFile: Self.sample)
    let found = try CodeReader().read(try Self.detections(in: image), in: image)
    let texts = found.map { [$0.label ?? "", $0.code?.text ?? "unread"] }
    #expect(Set(texts) == Set(Self.texts.map { [$0.key, $0.value] }))
    for code in found {
      let center = try #require(code.code).box
      #expect(abs(center.x + center.width / 2 - code.box.x - code.box.width / 2) < code.box.width / 2)
      #expect(abs(center.y + center.height / 2 - code.box.y - code.box.height / 2) < code.box.height / 2)
    }
  }

  /// Codes that no box holds are read all the same, and say where they are.
  @Test func readsWithoutBoxes() throws {
    let image = try Image(contentsOfFile: Self.sample)
    let found = try CodeReader().read(try Self.detections(in: image, threshold: 1), in: image)
    #expect(found.contains { $0.label == "qr_code" && $0.code?.text == Self.texts["qr_code"] })
    #expect(found.allSatisfy { $0.detection == nil && $0.code != nil && $0.box.width > 10 })
  }

  /// A picture at half of its size, blurred by that: the decoder alone reads less than box by box.
  @Test func readsMoreInBoxesThanAlone() throws {
    let whole = try Image(contentsOfFile: Self.sample)
    let small = try whole.resized(toWidth: whole.width / 2, height: whole.height / 2, resampling: .area)
    let reader = try CodeReader()
    let alone = Set(try reader.codes(in: small).map(\.text))
    let boxed = Set(try reader.read(try Self.detections(in: small), in: small).compactMap(\.code?.text))
    #expect(boxed.isSuperset(of: alone))
    #expect(boxed.count > alone.count)
    #expect(boxed.isSubset(of: Self.texts.values))
  }

  /// Whatever the picture holds, something is said about it, and nothing ends the process.
  @Test(arguments: 0..<40) func survivesAnyPicture(number: Int) throws {
    var random = SeededGenerator(seed: 2026 + UInt64(number))
    let (width, height) = (Int.random(in: 1...200, using: &random), Int.random(in: 1...200, using: &random))
    let cell = Int.random(in: 1...8, using: &random)
    let cells = (0..<10_000).map { _ in Bool.random(using: &random) ? UInt8(250) : 5 }
    let isLinear = Bool.random(using: &random)
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let value = cells[(x / cell + (isLinear ? 0 : y / cell) * 97) % cells.count]
        pixels += [value, value, value]
      }
    }
    let image = try Image(width: width, height: height, pixels: pixels)
    let boxes = (0..<4).map { index in
      Detection(
        label: ["qr_code", "aztec", "linear_barcode", "cat"][index], classIndex: index, score: 0.9,
        box: BoundingBox(
          x: Double.random(in: -20...220, using: &random), y: Double.random(in: -20...220, using: &random),
          width: Double.random(in: 0...300, using: &random), height: Double.random(in: 0...300, using: &random)))
    }
    #expect(try CodeReader().read(boxes, in: image).count >= boxes.count, "seed \(2026 + number)")
  }

  @Test func namesKindsAsTheDetectorDoes() throws {
    let labels = try String(contentsOfFile: BundledModel.codeDetector.labelsPath(), encoding: .utf8)
      .split(whereSeparator: \.isNewline).map(String.init)
    for label in labels { #expect(CodeKinds(label: label)?.label == label) }
    #expect(CodeKinds(label: "cat") == nil)
    for format in CodeFormat.allCases { #expect(!format.kind.isEmpty) }
  }
}
