import Foundation
import Testing

/// Every operator of whole detectors gives the same bits here and in the reference kernels of the TFLite C library.
@Suite(
  .enabled(if: Oracle.isSupported, "the TFLite C library is published for Linux on x86-64 only"),
  .enabled(if: TestEnvironment.hasZoo, "there is no zoo; TFLITE_ZOO names its folder"))
struct LayerParityTests {
  private static let folder = "det_ssd_mnv1_uint8/"
  private static let backbone = "coco_ssd_mobilenet_v1_1.0_quant_2018_06_29.tflite"
  private static let plainBackbone = "coco_ssd_mobilenet_v1_1.0_quant_2018_06_29_no_metadata.tflite"
  private static let headModel = "ssd_mobilenet_v1_coco_quant_postprocess_head_layers.tflite"

  /// The models that this suite compares on many photographs.
  static let models = [backbone, plainBackbone, headModel].map { folder + $0 }

  @Test(arguments: [backbone, plainBackbone])
  func wholeDetector(model name: String) throws {
    let comparison = try LayerComparison(
      name: Self.folder + name, model: TestEnvironment.zooFile("models/" + Self.folder + name))
    for photograph in Photographs.names {
      try comparison.run([Photographs.input(photograph, width: 300, height: 300)], label: photograph)
    }
    var random = SplitMix64(seed: TestEnvironment.seed, stream: name)
    let noise = comparison.inputByteCounts.map { count in
      (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }
    try comparison.run(noise, label: "noise")
  }

  /// The head is fed what the whole detector computes for it, and noise.
  @Test func head() throws {
    let comparison = try LayerComparison(
      name: Self.folder + Self.headModel, model: TestEnvironment.zooFile("models/" + Self.folder + Self.headModel))
    let backbone = try LayerComparison(
      name: Self.folder + Self.backbone, model: TestEnvironment.zooFile("models/" + Self.folder + Self.backbone))
    for photograph in Photographs.names {
      let layers = try backbone.referenceOutputs([Photographs.input(photograph, width: 300, height: 300)])
      let feeds = try comparison.inputNames.map { name in
        try #require(layers.first { $0.name == name }, "the whole detector has no tensor \(name)").bytes
      }
      try comparison.run(feeds, label: photograph)
    }
    for seed in 1...5 {
      var random = SplitMix64(seed: TestEnvironment.seed, stream: "head \(seed)")
      let feeds = comparison.inputByteCounts.map { count in
        (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      }
      try comparison.run(feeds, label: "noise \(seed)")
    }
  }
}
