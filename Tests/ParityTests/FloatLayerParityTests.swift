import Foundation
import TFLiteFlatBuffers
import TFLiteSchema
import Testing

/// Every operator of models in float32, with float16 weights or with 8-bit weights ("dynamic range") gives the same
/// bits here and in the reference kernels of the TFLite C library.
@Suite(
  .enabled(if: Oracle.isSupported, "the TFLite C library is published for Linux on x86-64 only"),
  .enabled(if: TestEnvironment.hasZoo, "there is no zoo; TFLITE_ZOO names its folder"))
struct FloatLayerParityTests {
  static let models = [
    "cls_other/kws_ref_model_float32.tflite",
    "cls_other/model_ToyCar_quant.tflite",
    "cls_vww/vww_96_float.tflite",
    "det_fomo/fomo_mobnetv2_0.35_x8_abl_coco_float32_sha1_154f7f8ae469e196b6d2d920c6bb8552b75e6872.tflite",
  ]

  @Test(arguments: models) func wholeModel(path: String) throws {
    let comparison = try LayerComparison(
      name: URL(filePath: path).lastPathComponent, model: TestEnvironment.zooFile("models/" + path))
    let shape = comparison.inputShapes[0]
    if shape.count == 4, shape[3] == 3 {
      for photograph in Photographs.names.prefix(2) {
        let pixels = try Photographs.input(photograph, width: shape[2], height: shape[1])
        let values = pixels.map { Float($0) / 127.5 - 1 }
        try comparison.run([values.flatMap(littleEndianBytes)], label: photograph)
      }
    }
    for seed in 1...2 {
      var random = SplitMix64(seed: TestEnvironment.seed, stream: "\(path) \(seed)")
      let feeds = comparison.inputByteCounts.map { count in random.floats(count / 4).flatMap(littleEndianBytes) }
      try comparison.run(feeds, label: "noise \(seed)")
    }
  }
}
