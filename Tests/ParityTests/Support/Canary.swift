import LiteRTReference
import TFLiteModelManager
import TFLiteSchema

/// Models whose results tell which kernels the C library runs.
///
/// The reference kernels round twice, XNNPACK once, so that about one element in a thousand differs. A library that
/// silently runs other kernels than it is asked for gives the same results in both modes, or other results in
/// `reference` than it gave when the digests below were taken.
enum Canary {
  static func check(_ library: LiteRTLibrary) throws {
    try check(
      library, name: "the generated convolution", model: convolution.serializedModel(), feeds: convolution.feeds,
      digest: "5acadccc312451ac894f3996dcf5cbbc49f30b5c1c7f5a6c9c734b1bac4b9f74")
    guard TestEnvironment.hasZoo else { return }
    var random = SplitMix64(seed: 1)
    try check(
      library, name: "COCO SSD without metadata",
      model: TestEnvironment.zooFile(
        "models/det_ssd_mnv1_uint8/coco_ssd_mobilenet_v1_1.0_quant_2018_06_29_no_metadata.tflite"),
      feeds: [(0..<300 * 300 * 3).map { _ in UInt8(truncatingIfNeeded: random.next()) }],
      digest: "581387431015a7441e94a7f93fe8c427d074706f9b03d6505f000be1c2b20114")
  }

  /// - Parameter other: the mode whose results must differ from those of `reference`.
  static func check(
    _ library: LiteRTLibrary, name: String, model: [UInt8], feeds: [[UInt8]], digest expected: String,
    other: LiteRTKernelMode = .xnnpack
  ) throws {
    let reference = try library.run(model: model, inputs: feeds, kernelMode: .reference)
    let others = try library.run(model: model, inputs: feeds, kernelMode: other)
    guard reference.map(\.bytes) != others.map(\.bytes) else { throw OracleError.sameKernels(model: name) }
    let digest = SHA256Hash.of(reference.flatMap(\.bytes)).hexadecimal
    guard digest == expected else { throw OracleError.otherReference(model: name, digest: digest) }
  }

  /// Its parameters are fixed, whatever becomes of the makers of random cases.
  static let convolution: OperatorCase = {
    var random = SplitMix64(seed: 1)
    func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) } }
    let bias = TensorSketch(
      type: .int32, shape: [64], scales: [0.0005], zeroPoints: [0], bytes: Array(repeating: 0, count: 256),
      isConstant: true)
    return OperatorCase(
      code: .conv2D,
      options: Conv2DOptions {
        $0.strideH = 1
        $0.strideW = 1
      },
      inputs: [
        .quantized(.uint8, [1, 16, 16, 32], Affine(scale: 0.05, zeroPoint: 127), bytes: bytes(16 * 16 * 32)),
        .quantized(
          .uint8, [64, 1, 1, 32], Affine(scale: 0.01, zeroPoint: 129), bytes: bytes(64 * 32), isConstant: true),
        bias,
      ],
      outputs: [.quantized(.uint8, [1, 16, 16, 64], Affine(scale: 0.17, zeroPoint: 126))])
  }()
}
