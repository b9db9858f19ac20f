import TFLiteSchema
import Testing

/// Models that only one of the two engines runs, each for a reason. The random cases leave them out.
@Suite(.enabled(if: Oracle.isSupported, "the TFLite C library is published for Linux on x86-64 only"))
struct DeliberateDifferencesTests {
  struct Difference: Sendable, CustomTestStringConvertible {
    let reason: String
    let made: OperatorCase
    let runsHere: Bool

    var testDescription: String { reason }
  }

  @Test(arguments: differences) func onlyOneEngineRuns(difference: Difference) throws {
    let model = try difference.made.serializedModel()
    let reference = LiteRTEngine(library: try Oracle.shared()).run(model: model, feeds: difference.made.feeds)
    let ours = InterpreterEngine().run(model: model, feeds: difference.made.feeds)
    switch (reference, ours) {
    case (.refused, .ran): #expect(difference.runsHere)
    case (.ran, .refused): #expect(!difference.runsHere)
    case (.ran, .ran): Issue.record("both engines run it: it belongs to the random cases")
    case (.refused, .refused(let reason)): Issue.record("both engines refuse it, here because: \(reason)")
    }
  }

  static let differences = [
    Difference(
      reason: "CONV_2D without bias: the C library's kernel asks for one, the formula does not",
      made: convolution(inputs: [image, filter]), runsHere: true),
    Difference(
      reason: "CONV_2D whose bias is named as absent: the same", made: convolution(inputs: [image, filter, nil]),
      runsHere: true),
    Difference(
      reason: "DEPTHWISE_CONV_2D whose bias is named as absent: the C library takes it left out, but not so",
      made: depthwise(inputs: [image, filter, nil], multiplier: 1), runsHere: true),
    Difference(
      reason: "DEPTHWISE_CONV_2D whose depth_multiplier contradicts the shapes: the C library ignores the option",
      made: depthwise(inputs: [image, filter], multiplier: 2), runsHere: false),
    Difference(
      reason: "FULLY_CONNECTED on elements that do not fill the last row: the C library drops them",
      made: OperatorCase(
        code: .fullyConnected, options: FullyConnectedOptions(),
        inputs: [tensor([3], [1, 2, 3]), tensor([1, 2], [4, 5], isConstant: true)], outputs: [tensor([1, 1])]),
      runsHere: false),
    Difference(
      reason: "SOFTMAX of uint8 with a scale over a hundredth off 1/256: the C library ignores the scale",
      made: OperatorCase(
        code: .softmax, options: SoftmaxOptions { $0.beta = 1 }, inputs: [tensor([1, 2], [1, 2])],
        outputs: [tensor([1, 2])]),
      runsHere: false),
    Difference(
      reason: "MAX_POOL_2D whose output has another scale than its input: the C library copies stored values",
      made: OperatorCase(
        code: .maxPool2D,
        options: Pool2DOptions {
          $0.strideH = 1
          $0.strideW = 1
          $0.filterHeight = 1
          $0.filterWidth = 1
        },
        inputs: [image], outputs: [.quantized(.uint8, [1, 1, 1, 1], Affine(scale: 0.25, zeroPoint: 3))]),
      runsHere: false),
    Difference(
      reason: "PAD whose output has another scale than its input: the same",
      made: OperatorCase(
        code: .pad, options: PadOptions(), inputs: [tensor([1], [7]), .constantInt32([1, 1], shape: [1, 2])],
        outputs: [.quantized(.uint8, [3], Affine(scale: 0.25, zeroPoint: 3))]),
      runsHere: false),
    Difference(
      reason: "DEPTHWISE_CONV_2D with int8 weights whose zero point is not 0: the C library ignores the zero point",
      made: OperatorCase(
        code: .depthwiseConv2D,
        options: DepthwiseConv2DOptions {
          $0.strideH = 1
          $0.strideW = 1
          $0.depthMultiplier = 1
        },
        inputs: [
          .quantized(.int8, [1, 1, 1, 1], affine, bytes: [10]),
          .quantized(.int8, [1, 1, 1, 1], affine, bytes: [20], isConstant: true),
        ],
        outputs: [.quantized(.int8, [1, 1, 1, 1], affine)]),
      runsHere: false),
    Difference(
      reason: "ADD with TANH fused: the C library ignores the activation",
      made: OperatorCase(
        code: .add, options: AddOptions { $0.fusedActivationFunction = .tanh },
        inputs: [tensor([1], [1]), tensor([1], [2])], outputs: [tensor([1])]),
      runsHere: false),
    Difference(
      reason: "DEQUANTIZE into int32: the C library changes the tensor's type",
      made: OperatorCase(
        code: .dequantize, inputs: [tensor([1], [1])], outputs: [TensorSketch(type: .int32, shape: [1])]),
      runsHere: false),
    Difference(
      reason: "BUCKETIZE without boundaries: the C library asks for one; here all elements are in one bucket",
      made: OperatorCase(
        code: .bucketize, options: BucketizeOptions(), inputs: [.float([2], [1, 2])],
        outputs: [TensorSketch(type: .int32, shape: [2])]),
      runsHere: true),
    Difference(
      reason: "UNSORTED_SEGMENT_SUM with one segment for the whole tensor: the C library asks for one dimension",
      made: OperatorCase(
        code: .unsortedSegmentSum,
        inputs: [.float([2], [1, 2]), .constantInt32([1], shape: []), .constantInt32([3], shape: [])],
        outputs: [.float([3, 2])]),
      runsHere: true),
  ]

  private static let image = tensor([1, 1, 1, 1], [10])
  private static let filter = tensor([1, 1, 1, 1], [20], isConstant: true)

  private static let affine = Affine(scale: 0.5, zeroPoint: 3)

  private static func tensor(_ shape: [Int], _ bytes: [UInt8] = [], isConstant: Bool = false) -> TensorSketch {
    .quantized(.uint8, shape, affine, bytes: bytes, isConstant: isConstant)
  }

  private static func convolution(inputs: [TensorSketch?]) -> OperatorCase {
    OperatorCase(
      code: .conv2D,
      options: Conv2DOptions {
        $0.strideH = 1
        $0.strideW = 1
      },
      inputs: inputs, outputs: [tensor([1, 1, 1, 1])])
  }

  private static func depthwise(inputs: [TensorSketch?], multiplier: Int32) -> OperatorCase {
    OperatorCase(
      code: .depthwiseConv2D,
      options: DepthwiseConv2DOptions {
        $0.strideH = 1
        $0.strideW = 1
        $0.depthMultiplier = multiplier
      },
      inputs: inputs, outputs: [tensor([1, 1, 1, 1])])
  }
}
