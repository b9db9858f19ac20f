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

  @Test(arguments: models) func sameBits(path: String) throws {
    #expect(try ZooComparison.counts(of: path)?.differing == 0)
  }

  static func compare(path: String) throws -> LayerComparison {
    try path.hasSuffix(headModel) ? compareHead(path: path) : compareDetector(path: path)
  }

  private static func compareDetector(path: String) throws -> LayerComparison {
    let comparison = try LayerComparison(name: path, model: TestEnvironment.zooFile("models/" + path))
    for photograph in Photographs.names {
      try comparison.run([Photographs.input(photograph, width: 300, height: 300)], label: photograph)
    }
    var random = SplitMix64(seed: TestEnvironment.seed, stream: path)
    try comparison.run(noise(for: comparison, &random), label: "noise")
    return comparison
  }

  /// The head is fed what the whole detector computes for it, and noise.
  private static func compareHead(path: String) throws -> LayerComparison {
    let comparison = try LayerComparison(name: path, model: TestEnvironment.zooFile("models/" + path))
    let backbone = try LayerComparison(
      name: folder + backbone, model: TestEnvironment.zooFile("models/" + folder + backbone))
    for photograph in Photographs.names {
      let layers = try backbone.referenceOutputs([Photographs.input(photograph, width: 300, height: 300)])
      let feeds = try comparison.inputNames.map { name in
        try #require(layers.first { $0.name == name }, "the whole detector has no tensor \(name)").bytes
      }
      try comparison.run(feeds, label: photograph)
    }
    for seed in 1...5 {
      var random = SplitMix64(seed: TestEnvironment.seed, stream: "head \(seed)")
      try comparison.run(noise(for: comparison, &random), label: "noise \(seed)")
    }
    return comparison
  }

  private static func noise(for comparison: LayerComparison, _ random: inout SplitMix64) -> [[UInt8]] {
    comparison.inputByteCounts.map { count in (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) } }
  }
}
