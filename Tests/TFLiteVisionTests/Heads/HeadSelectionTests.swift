import Foundation
import TFLiteFlatBuffers
import TFLiteSchema
import TestModels
import TestRandomness
import Testing

@testable import TFLiteVision

/// Which head a model gets, from metadata, names and shapes.
@Suite struct HeadSelectionTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let input: [Int32]
    let outputs: [String: [Int32]]
    var metadata: String?
    /// The type of the head, or what the error says.
    let expected: String
    var testDescription: String { "\(expected): \(outputs)" }
  }

  private static let exporter =
    "{\"description\": \"a model\", \"task\": \"detect\", \"names\": {\"0\": \"cat\", \"1\": \"dog\"}, \"end2end\": false}"

  static let rows = [
    Row(input: [1, 640, 640, 3], outputs: ["o": [1, 84, 8400]], expected: "YOLOv8Head"),
    Row(input: [1, 3, 640, 640], outputs: ["o": [1, 84, 8400]], expected: "YOLOv8Head"),
    Row(input: [1, 640, 640, 3], outputs: ["o": [1, 8400, 84]], expected: "YOLOv8Head"),
    Row(input: [1, 640, 640, 3], outputs: ["o": [1, 6, 8400]], metadata: exporter, expected: "YOLOv8Head"),
    // A grid more than usual.
    Row(input: [1, 640, 640, 3], outputs: ["o": [1, 6, 8500]], metadata: exporter, expected: "YOLOv8Head"),
    Row(input: [1, 640, 640, 3], outputs: ["o": [1, 25200, 85]], expected: "YOLOv5Head"),
    Row(input: [1, 640, 640, 3], outputs: ["o": [1, 25200, 6]], expected: "YOLOv5Head"),
    Row(input: [1, 640, 640, 3], outputs: ["o": [1, 300, 6]], expected: "EndToEndHead"),
    Row(
      input: [1, 640, 640, 3], outputs: ["o": [1, 300, 6]],
      metadata: "{'task': 'detect', 'names': {0: 'cat', 1: \"dog\"}, 'end2end': True, 'imgsz': (640, 640)}",
      expected: "EndToEndHead"),
    Row(input: [1, 416, 416, 3], outputs: ["o": [1, 3549, 85]], expected: "YOLOXHead"),
    Row(input: [1, 416, 416, 3], outputs: ["o": [1, 3549, 60]], expected: "yolov8, yolox, nanodet: say which"),
    Row(input: [1, 416, 416, 3], outputs: ["o": [1, 3549, 20]], expected: "yolov8, yolox: say which"),
    Row(input: [1, 320, 320, 3], outputs: ["o": [1, 2125, 112]], expected: "NanoDetHead"),
    Row(input: [1, 320, 320, 3], outputs: ["o": [1, 2100, 112]], expected: "NanoDetHead"),
    Row(input: [1, 320, 320, 3], outputs: ["b": [1, 12804, 4], "s": [1, 12804, 91]], expected: "SSDHead"),
    Row(input: [1, 320, 320, 3], outputs: ["b": [1, 19206, 4], "s": [1, 19206, 90]], expected: "SSDHead"),
    Row(input: [1, 300, 300, 3], outputs: ["b": [1, 1917, 4], "s": [1, 1917, 91]], expected: "SSDHead"),
    Row(input: [1, 128, 128, 3], outputs: ["b": [1, 896, 16], "s": [1, 896, 1]], expected: "BlazeFaceHead"),
    Row(input: [1, 192, 192, 3], outputs: ["b": [1, 2016, 18], "s": [1, 2016, 1]], expected: "BlazeFaceHead"),
    Row(
      input: [1, 512, 512, 3], outputs: ["hm": [1, 128, 128, 80], "reg": [1, 128, 128, 2], "wh": [1, 128, 128, 2]],
      expected: "CenterNetHead"),
    Row(input: [1, 96, 96, 3], outputs: ["o": [1, 12, 12, 2]], expected: "FOMOHead"),
    Row(input: [1, 416, 416, 3], outputs: ["o": [16, 7]], expected: "YOLOXRowsHead"),
    Row(input: [1, 224, 224, 3], outputs: ["o": [1, 1001]], expected: "use a Classifier (tflite label)"),
    Row(input: [1, 224, 224, 3], outputs: ["o": [1, 7]], expected: "use a Classifier (tflite label)"),
    Row(input: [1, 257, 257, 3], outputs: ["o": [1, 257, 257, 21]], expected: "no other kind of detector"),
    Row(
      input: [1, 640, 640, 3], outputs: ["o": [1, 38, 8400]],
      metadata: "{\"task\": \"segment\", \"names\": {\"0\": \"cat\"}}", expected: "its task is \"segment\""),
  ]

  @Test(arguments: rows) func finds(_ row: Row) throws {
    var sketch = ModelSketch()
    sketch.graph.inputs = [sketch.plain("picture", row.input, .float32)]
    sketch.graph.outputs = row.outputs.sorted { $0.key < $1.key }.map { sketch.plain($0.key, $0.value, .float32) }
    var model = sketch.model
    if let metadata = row.metadata {
      let name = metadata.hasPrefix("{'") ? "temp_meta.txt" : "metadata.json"
      try model.setPackedFiles([PackedFile(name: name, data: ByteSlice(Array(metadata.utf8)))])
    }
    do {
      let head = try VisionModel(model).head(nil)
      #expect("\(type(of: head))" == row.expected)
    } catch {
      #expect("\(error)".contains(row.expected), "\(error)")
    }
  }

  /// MediaPipe's faces are given from -1 to 1, its palms from 0 to 1.
  @Test(arguments: [
    (128 as Int32, 896 as Int32, 16 as Int32, PixelNormalization.symmetric, 6), (192, 2016, 18, .unit, 7),
  ])
  func facesAndPalms(
    _ side: Int32, _ anchors: Int32, _ width: Int32, _ normalization: PixelNormalization, _ points: Int
  ) throws {
    var sketch = ModelSketch()
    sketch.graph.inputs = [sketch.plain("picture", [1, side, side, 3], .float32)]
    sketch.graph.outputs = [
      sketch.plain("boxes", [1, anchors, width], .float32), sketch.plain("scores", [1, anchors, 1], .float32),
    ]
    let head = try VisionModel(sketch.model).head(nil)
    #expect(head.usualNormalization == normalization && head.usualFitting == .letterbox)
    #expect(Set(head.keypointNames).count == points)
  }

  @Test func namesOfTheExporterAreLabels() throws {
    for (name, text) in [
      ("metadata.json", Self.exporter), ("meta.txt", "{'stride': 32, 'names': ['cat', 'dog']}"),
      ("temp_meta.txt", "{'names': {0: 'cat', 1: 'dog'}, 'batch': 1, 'half': False, 'kpt': None,}"),
    ] {
      var model = ModelSketch.classifier().model
      try model.setPackedFiles([PackedFile(name: name, data: ByteSlice(Array(text.utf8)))])
      #expect(PictureMetadata(model).labels?.names == ["cat", "dog"], "\(name)")
    }
  }

  /// Of what is no such text, nothing is taken: not even as labels.
  @Test(
    arguments: ["", "{", "{'names': 3}", "{'names': {1: 'a'}}", "[1, 2", "{'names': {'0': 'a'} x}", "'\\u12'"])
  func brokenTextsOfTheExporter(_ text: String) throws {
    var model = ModelSketch.classifier().model
    try model.setPackedFiles([PackedFile(name: "temp_meta.txt", data: ByteSlice(Array(text.utf8)))])
    #expect(PictureMetadata(model).exporter == nil && PictureMetadata(model).labels == nil)
  }

  /// What zlib makes of texts: stored, with fixed codes, with codes of their own.
  @Test func compressedTexts() {
    func bytes(_ digits: String) -> [UInt8] {
      let digits = Array(digits)
      return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
    }
    func contents(_ stream: [UInt8], _ size: Int) -> [UInt8]? {
      try? Deflate.decompressed(ByteSlice(stream), size: size)
    }
    for (stored, size, text) in Self.compressed {
      #expect(contents(bytes(stored), size).map { String(decoding: $0, as: UTF8.self) } == text)
      #expect(contents(bytes(stored), size - 1) == nil)
      #expect(contents(bytes(stored).dropLast(2), size) == nil)
    }
    var random = SeededGenerator(seed: 24)
    for _ in 0..<2000 {
      let noise = (0..<40).map { _ in UInt8.random(in: 0...255, using: &random) }
      _ = contents(noise, 1000)
    }
  }

  private static let compressed: [(stored: String, size: Int, text: String)] = {
    let names = "{'names': {0: 'cat', 1: 'cat and dog', 2: 'cat and dog'}}"
    let classes = (0..<60).map { "\"\($0)\": \"class \($0 * $0 % 97)\", " }.joined()
    let stored =
      "013900c6ff7b276e616d6573273a207b303a2027636174272c20313a202763617420616e6420646f67272c20323a20276361"
      + "7420616e6420646f67277d7d"
    let fixed = "ab56cf4bcc4d2d56b752a836b052504f4e2c51d7513084b01412f3521452f2d38122466822b5b500"
    let dynamic =
      "5dd23b6ec5300c44d1ad18ae5358a4a84f7613a44df7f60f041e16ba60c981441dd2be9ffbfbba7fff7e3e9febb9bfaebb9d"
      + "babdb59dbabfb59f7abf75c7f9f10671028b371827709d9868a91eeb04438fec132c291a98ae004ed39d46e95402eb3425d0"
      + "6600ade74be08e3c03efd6440d604f0ec4537b34889bfa18c8a15b06f2d66a0ce4aeb10ce49d5f04e69e7d60de790be6480f"
      + "cc4b01c8436339c8a60d3ac84bb71ce4c81f0264d3a00ef2d2077690878670fe15f93ac82dcf90acf538cd4a3acc5dc20eb3"
      + "cbd3616e7906e66cc32d6ba71de425600779e6bf0ff2cc3320cfecb36b124fbd15ad760eabaf875761f43244449d3346dd45"
      + "ccbaaf5875a7b1cbdeff01"
    return [
      (stored, names.utf8.count, names), (fixed, names.utf8.count, names), (dynamic, classes.utf8.count, classes),
    ]
  }()

  @Test func nestingEnds() {
    #expect(LiteralValue(parsing: String(repeating: "[", count: 100_000)) == nil)
    #expect(LiteralValue(parsing: "[[[1, 'a'], (2.5,)], {'b': None}]") != nil)
  }

  @Test func optionsAreChecked() throws {
    for text in ["overlap", "=1", "overlap=1,overlap=1", ""] {
      #expect(throws: VisionError.self) { try HeadOptions(parsing: text) }
    }
    #expect(throws: VisionError.unknownHead("yolo")) { try DetectionHead(named: "yolo") }
    #expect { try DetectionHead(named: "fomo", options: ["overlap": "0.5"]) } throws: {
      "\($0)".contains("head fomo has no overlap; it has score-limit")
    }
    #expect { try DetectionHead(named: "lists", options: ["overlap": "0.5"]) } throws: {
      "\($0)".contains("head lists has none")
    }
    var sketch = ModelSketch()
    sketch.graph.inputs = [sketch.plain("picture", [1, 64, 64, 3], .float32)]
    sketch.graph.outputs = [sketch.plain("o", [1, 6, 84], .float32)]
    let model = try VisionModel(sketch.model)
    for (name, value) in [("overlap", "2"), ("overlap", "nan"), ("boxes", "inches"), ("score-limit", "x")] {
      #expect("\(name)=\(value)") {
        try DetectionHead(named: "yolov8", options: [name: value]).decoder(model)
      } throws: {
        "\($0)".contains("\(name) is \"\(value)\", expected")
      }
    }
    #expect(throws: VisionError.self) {
      try DetectionHead(named: "yolo-grids", options: ["anchors": "1/2/x"]).decoder(model)
    }
  }

  /// Every kind's options are the ones that it takes: none of them is passed over in silence.
  @Test func namesAreUnique() {
    #expect(Set(HeadKind.all.map(\.name)).count == HeadKind.all.count)
    for kind in HeadKind.all { #expect(!kind.summary.isEmpty) }
  }

  @Test func aClassifierIsToldWhatToUse() throws {
    let error = #expect(throws: VisionError.self) { try Classifier(model: ModelSketch.detector().model) }
    #expect(error?.description.contains("use a Detector (tflite detect)") == true)
    let other = #expect(throws: VisionError.self) { try Detector(model: ModelSketch.classifier().model) }
    #expect(other?.description.contains("use a Classifier (tflite label)") == true)
  }
}
