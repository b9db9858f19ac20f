import TFLiteFlatBuffers
import Testing

/// TFLite_Detection_PostProcess on uint8 scores whose zero point is not 0.
///
/// The rule rounds the product of scale and difference once. The x86 build of the C library adds two rounded products,
/// except for the last elements that do not fill a group of eight. This package follows the rule everywhere, and the
/// random cases have zero point 0, where both are the same.
@Suite(.enabled(if: Oracle.isSupported, "the TFLite C library is published for Linux on x86-64 only"))
struct DetectionScoreZeroPointTests {
  private let scale: Float = 0.00371
  private let zeroPoint = 17
  /// One score for each anchor, best first.
  private let stored = (0..<19).map { 250 - 11 * $0 }

  @Test func eachEngineFollowsItsRule() throws {
    let model = try made.serializedModel()
    let reference = LiteRTEngine(library: try Oracle.shared()).run(model: model, feeds: made.feeds)
    let ours = InterpreterEngine().run(model: model, feeds: made.feeds)
    guard case .ran(let expected) = reference, case .ran(let found) = ours else {
      Issue.record("\(reference) \(ours)")
      return
    }
    let rule = stored.map { Float(Double(scale) * Double($0 - zeroPoint)) }
    let offset = Float(Double(-zeroPoint) * Double(scale))
    let x86 = stored.indices.map { $0 < 16 ? Float(stored[$0]) * scale + offset : rule[$0] }
    #expect(rule != x86)
    #expect(found[2].floats == rule)
    #expect(expected[2].floats == x86)
    // Boxes, classes and their number.
    for index in [0, 1, 3] { #expect(expected[index] == found[index]) }
  }

  /// Nineteen anchors of one class that do not overlap.
  private var made: OperatorCase {
    let count = stored.count
    let options: [String: FlexBufferValue] = [
      "max_detections": .int(Int64(count)), "max_classes_per_detection": .int(1), "num_classes": .int(1),
      "nms_score_threshold": .float(0.001), "nms_iou_threshold": .float(0.5), "y_scale": .float(10),
      "x_scale": .float(10), "h_scale": .float(5), "w_scale": .float(5),
    ]
    return OperatorCase(
      code: .custom, customCode: "TFLite_Detection_PostProcess", customOptions: .map(options),
      inputs: [
        .quantized(
          .uint8, [1, count, 4], Affine(scale: 0.1, zeroPoint: 128),
          bytes: Array(repeating: 128, count: 4 * count)),
        .quantized(
          .uint8, [1, count, 1], Affine(scale: scale, zeroPoint: zeroPoint), bytes: stored.map { UInt8($0) }),
        .quantized(
          .uint8, [count, 4], Affine(scale: 0.01, zeroPoint: 0),
          bytes: (0..<count).flatMap { [UInt8(10 * $0), 50, 5, 5] }, isConstant: true),
      ],
      outputs: (0..<4).map { _ in .float([]) })
  }
}
