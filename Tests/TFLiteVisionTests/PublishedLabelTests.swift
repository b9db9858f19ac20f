import Foundation
import TFLite
import TFLiteSchema
import TestModels
import Testing

@testable import TFLiteVision

/// The classes that others have published for their photographs, through the image labeler.
@Suite(.enabled(if: Zoo.isPresent, "\(Zoo.absence)"))
struct PublishedLabelTests {
  private func labels(
    _ model: LocalModel, _ image: String, _ numerics: Interpreter.Numerics = .reference
  ) throws -> [ImageLabel] {
    let options = CustomImageLabelerOptions(localModel: model)
    options.interpreterOptions.numerics = numerics
    return try ImageLabeler(options: options).results(in: VisionImage(contentsOfFile: Zoo.image(image)))
  }

  @Test(
    arguments: [
      ("cls_mobilenet_uint8/mobilenet_v1_0.25_128_quant__cb273c.tflite", 283, 3, 0.25),
      ("cls_mobilenet_uint8/mobilenet_v2_1.0_224_quant__7aad0c.tflite", 286, 1, 0.7),
      ("cls_mobilenet_int8/tf2_mobilenet_v2_1.0_224_ptq.tflite", 286, 1, 0.6),
    ])
  func cats(_ model: String, index: Int, rank: Int, confidence: Float) throws {
    let found = try labels(LocalModel(path: Zoo.model(model)), "coral/cat.bmp").prefix(rank)
    #expect(found.contains { $0.index == index && $0.confidence >= confidence && $0.text.contains("cat") }, "\(found)")
  }

  @Test func aNine() throws {
    let found = try labels(LocalModel(path: Zoo.model("cls_other/keras_lstm_mnist_ptq.tflite")), "coral/mnist_nine.bmp")
    #expect(found.first?.index == 9 && (found.first?.confidence ?? 0) >= 0.7, "\(found)")
  }

  @Test func aCheeseburger() throws {
    // The published score is that of the default runtime.
    let found = try labels(
      LocalModel(path: Zoo.model("cls_mobilenet_small/mobilenet_v1_0.25_224_quant.tflite")),
      "tflite_support/burger.jpg",
      .xnnpack(on: .x86_64))
    let best = try #require(found.first)
    #expect(best.index == 934 && best.text == "cheeseburger" && abs(best.confidence - 0.97) <= 0.01, "\(best)")
  }

  @Test(arguments: ["daisy.jpeg", "roses.jpeg", "sunflower.jpg", "tulips.jpeg"])
  func flowers(_ photograph: String) throws {
    let model = try #require(LocalModel(manifestPath: Zoo.model("lab_automl/mlkit_flowers/manifest.json")))
    let found = try labels(model, "mlkit_ios/\(photograph)")
    #expect(found.first?.text.hasPrefix(photograph.prefix { $0 != "." }) == true, "\(found)")
  }

  /// Its class names are numbers of a knowledge graph; the English ones are packed beside them.
  @Test func labelsInEnglish() throws {
    let found = try labels(
      LocalModel(path: Zoo.model("lab_mlkit_custom/object_labeler.tflite")), "mlkit_ios/sunflower.jpg")
    let best = try #require(found.first)
    #expect(!best.text.hasPrefix("/") && !best.text.isEmpty, "\(best)")
  }
}
