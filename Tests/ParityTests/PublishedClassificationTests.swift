import Foundation
import TFLite
import TFLiteImageCodecs
import Testing

/// The classes that the authors of the models have published for their photographs, in the words of `expected.json`.
@Suite(.enabled(if: TestEnvironment.hasZoo, "there is no zoo; TFLITE_ZOO names its folder"))
struct PublishedClassificationTests {
  /// One row of the file, and what it means.
  struct Row: Sendable, CustomTestStringConvertible {
    let model: String
    let images: [String]
    let words: String
    let numerics: Interpreter.Numerics
    /// Whether the scores, highest first, are those for the image.
    let isMet: @Sendable (_ ranked: [Ranked], _ image: String) throws -> Bool

    var testDescription: String { model }

    init(
      _ model: String, _ images: String..., words: String, numerics: Interpreter.Numerics = .reference,
      isMet: @escaping @Sendable (_ ranked: [Ranked], _ image: String) throws -> Bool
    ) {
      self.model = model
      self.images = images
      self.words = words
      self.numerics = numerics
      self.isMet = isMet
    }
  }

  struct Ranked: Sendable {
    let index: Int
    let score: Float
  }

  static let rows = [
    Row(
      "cls_mobilenet_uint8/mobilenet_v1_0.25_128_quant__cb273c.tflite", "coral/cat.bmp",
      words: "class 283 in the top 3 with score >= 0.25"
    ) { ranked, _ in ranked.prefix(3).contains { $0.index == 283 && $0.score >= 0.25 } },
    Row(
      "cls_mobilenet_uint8/mobilenet_v2_1.0_224_quant__7aad0c.tflite", "coral/cat.bmp",
      words: "class 286, score >= 0.7"
    ) { ranked, _ in ranked[0].index == 286 && ranked[0].score >= 0.7 },
    Row(
      "cls_mobilenet_int8/tf2_mobilenet_v2_1.0_224_ptq.tflite", "coral/cat.bmp", words: "class 286, score >= 0.6"
    ) { ranked, _ in ranked[0].index == 286 && ranked[0].score >= 0.6 },
    Row(
      "cls_other/keras_lstm_mnist_ptq.tflite", "coral/mnist_nine.bmp", words: "class 9, score >= 0.7"
    ) { ranked, _ in ranked[0].index == 9 && ranked[0].score >= 0.7 },
    Row(
      "cls_mobilenet_small/mobilenet_v1_0.25_224_quant.tflite", "tflite_support/burger.jpg",
      words: "class 934 cheeseburger, score 0.97 +- 0.01",
      // The published score is the default runtime's, here 250/256; the reference kernels give 251/256.
      numerics: .xnnpack(on: .x86_64)
    ) { ranked, _ in ranked[0].index == 934 && abs(ranked[0].score - 0.97) <= 0.01 },
    Row(
      "lab_automl/mlkit_flowers/model.tflite", "mlkit_ios/daisy.jpeg", "mlkit_ios/roses.jpeg",
      "mlkit_ios/sunflower.jpg", "mlkit_ios/tulips.jpeg", words: "the flower in the file name"
    ) { ranked, image in
      let labels = try String(
        contentsOf: TestEnvironment.zoo.appending(path: "models/lab_automl/mlkit_flowers/dict.txt"), encoding: .utf8
      ).split(whereSeparator: \.isNewline)
      // The labels are plural, where the file names are not.
      return labels[ranked[0].index].hasPrefix(URL(filePath: image).deletingPathExtension().lastPathComponent)
    },
  ]

  @Test func theFileSaysThat() throws {
    let published = try JSONDecoder().decode(
      Published.self, from: Data(contentsOf: TestEnvironment.zoo.appending(path: "expected.json")))
    #expect(published.classification.map(\.model) == Self.rows.map(\.model))
    let words = published.classification.map(\.expected)
    #expect(words == Self.rows.map(\.words))
    let images = published.classification.map { $0.images ?? $0.image.map { [$0] } ?? [] }
    #expect(images == Self.rows.map(\.images))
  }

  @Test(arguments: rows) func classes(row: Row) throws {
    let path = TestEnvironment.zoo.appending(path: "models/\(row.model)").path
    var options = Interpreter.Options()
    options.numerics = row.numerics
    let interpreter = try Interpreter(modelPath: path, options: options)
    try interpreter.allocate()
    let input = try interpreter.input(at: 0)
    let dimensions = input.shape.dimensions
    let (height, width, channels) = (dimensions[1], dimensions[2], dimensions.count == 3 ? 1 : dimensions[3])
    for name in row.images {
      let pixels = try Photographs.image(name).resized(toWidth: width, height: height).pixels
      let fed = channels == 3 ? pixels : stride(from: 0, to: pixels.count, by: 3).map { pixels[$0] }
      _ = try interpreter.run([fed])
      let output = try interpreter.output(at: 0)
      let parameters = try #require(output.quantizationParameters)
      let scores = [UInt8](output.data).map { parameters.scale * Float(Int($0) - parameters.zeroPoint) }
      let ranked = scores.enumerated().map { Ranked(index: $0.offset, score: $0.element) }.sorted {
        $0.score > $1.score
      }
      #expect(try row.isMet(ranked, name), "\(name): \(row.words), found \(ranked.prefix(3))")
      print("published results: \(row.words), \(row.model) on \(name)")
    }
  }
}

/// The part of `expected.json` that these tests read.
private struct Published: Decodable {
  let classification: [Classification]

  struct Classification: Decodable {
    let model: String
    let image: String?
    let images: [String]?
    let expected: String
  }
}
