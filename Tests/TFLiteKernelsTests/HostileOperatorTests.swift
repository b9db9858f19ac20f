import TFLiteFlatBuffers
import TFLiteKernels
import TFLiteSchema
import Testing

/// Operators that no honest converter writes. Each must be refused, with an error that names what is wrong.
/// Rows, here and in the suites beside this one, are those of the list of hostile models, an article of the module TFLite.
@Suite struct HostileOperatorTests {
  typealias Case = HostileOperator

  @Test(arguments: convolutions + depthwise + pools + shapes + others + detections)
  func isRefused(_ hostile: Case) throws {
    try hostile.expectRefusal()
  }

  // MARK: - Convolution (rows 16 to 21, 45, 46)

  static func conv(
    input: TensorDescriptor = .activation(0, [1, 8, 8, 4]), filter: TensorDescriptor = .activation(1, [6, 3, 3, 4]),
    bias: TensorDescriptor? = nil, output: TensorDescriptor = .activation(3, [1, 8, 8, 6]),
    _ change: (inout Conv2DOptions) -> Void = { _ in }
  ) -> OperatorContext {
    let options = with(Conv2DOptions()) {
      $0.strideH = 1
      $0.strideW = 1
      change(&$0)
    }
    return OperatorContext(.conv2D, options, inputs: [input, filter, bias], outputs: [output])
  }

  static let convolutions: [Case] = [
    Case("stride 0", .conv2D, conv { $0.strideW = 0 }, "stride_w", "0"),
    Case("negative stride", .conv2D, conv { $0.strideH = -2 }, "stride_h", "-2"),
    Case("dilation 0", .conv2D, conv { $0.dilationHFactor = 0 }, "dilation_h_factor"),
    Case("negative dilation", .conv2D, conv { $0.dilationWFactor = -1 }, "dilation_w_factor", "-1"),
    Case("no batch", .conv2D, conv(input: .activation(0, [0, 8, 8, 4])), "tensor 0", "[0, 8, 8, 4]"),
    Case("no width", .conv2D, conv(input: .activation(0, [1, 8, 0, 4])), "tensor 0"),
    Case("empty filter", .conv2D, conv(filter: .activation(1, [6, 0, 3, 4])), "tensor 1", "[6, 0, 3, 4]"),
    Case("filter without input channels", .conv2D, conv(filter: .activation(1, [6, 3, 3, 0])), "tensor 1"),
    Case(
      "more filter than input channels", .conv2D, conv(filter: .activation(1, [6, 3, 3, 8])), "tensor 1", "divides 4"),
    Case("groups do not divide outputs", .conv2D, conv(filter: .activation(1, [5, 3, 3, 2])), "tensor 1", "group"),
    Case("rank 3", .conv2D, conv(input: .activation(0, [8, 8, 4])), "tensor 0", "4 dimensions"),
    Case("empty bias", .conv2D, conv(bias: .constant(2, [0], [])), "tensor 2", "6 elements"),
    Case("bias too short", .conv2D, conv(bias: .constant(2, [5], [1, 2, 3, 4, 5])), "tensor 2", "6 elements"),
    Case("bias of bytes", .conv2D, conv(bias: .activation(2, [6])), "tensor 2", "INT32"),
    Case(
      "window larger than the image", .conv2D, conv(filter: .activation(1, [6, 9, 3, 4])) { $0.padding = .valid },
      "tensor 0", "9"),
    Case(
      "unknown activation", .conv2D, conv { $0.fusedActivationFunction = .tanh }, "fused_activation_function", "TANH"),
    Case("types differ", .conv2D, conv(filter: .activation(1, [6, 3, 3, 4], .int8)), "tensor 1", "INT8", "UINT8"),
    Case(
      "no filter", .conv2D,
      OperatorContext(
        .conv2D, Conv2DOptions(), inputs: [.activation(0, [1, 8, 8, 4]), nil], outputs: [.activation(3, [1])]),
      "input 1"),
    Case(
      "one input", .conv2D,
      OperatorContext(
        .conv2D, Conv2DOptions(), inputs: [.activation(0, [1, 8, 8, 4])], outputs: [.activation(3, [1])]), "1 inputs"),
    Case("no scale", .conv2D, conv(input: .activation(0, [1, 8, 8, 4], scale: [])), "tensor 0", "scale"),
    Case(
      "multiplier infinite", .conv2D,
      conv(input: .activation(0, [1, 8, 8, 4], scale: [3e38]), filter: .activation(1, [6, 3, 3, 4], scale: [3e38])),
      "tensor 3", "finite"),
    Case(
      "multiplier 0", .conv2D,
      conv(input: .activation(0, [1, 8, 8, 4], scale: [1e-30]), filter: .activation(1, [6, 3, 3, 4], scale: [1e-30])),
      "tensor 3", "positive"),
    Case(
      "bias scale far off", .conv2D, conv(bias: with(TensorDescriptor.activation(2, [6], .int32, scale: [9])) { _ in }),
      "tensor 2", "0.25"),
    Case(
      "scales for other channels", .conv2D,
      conv(
        input: .activation(0, [1, 8, 8, 4], .int8),
        filter: .activation(1, [6, 3, 3, 4], .int8, scale: [1, 1, 1, 1], zeroPoint: [0, 0, 0, 0], axis: 3),
        output: .activation(3, [1], .int8)), "tensor 1", "6 scales"),
    Case(
      "int8 weights with a zero point", .conv2D,
      conv(
        input: .activation(0, [1, 8, 8, 4], .int8), filter: .activation(1, [6, 3, 3, 4], .int8, zeroPoint: [3]),
        output: .activation(3, [1], .int8)), "tensor 1", "zero point 0"),
  ]

  // MARK: - Depthwise convolution (rows 19, 20)

  static func depthwise(
    input: TensorDescriptor = .activation(0, [1, 8, 8, 4]), filter: TensorDescriptor = .activation(1, [1, 3, 3, 8]),
    _ change: (inout DepthwiseConv2DOptions) -> Void = { _ in }
  ) -> OperatorContext {
    let options = with(DepthwiseConv2DOptions()) {
      $0.strideH = 1
      $0.strideW = 1
      $0.depthMultiplier = 2
      change(&$0)
    }
    return OperatorContext(
      .depthwiseConv2D, options, inputs: [input, filter], outputs: [.activation(3, [1, 8, 8, 8])])
  }

  static let depthwise: [Case] = [
    Case("depthwise stride 0", .depthwiseConv2D, depthwise { $0.strideH = 0 }, "stride_h"),
    Case(
      "depthwise filter without channels", .depthwiseConv2D, depthwise(filter: .activation(1, [1, 3, 3, 0])), "tensor 1"
    ),
    Case(
      "depthwise input without channels", .depthwiseConv2D, depthwise(input: .activation(0, [1, 8, 8, 0])), "tensor 0"),
    Case(
      "depth multiplier contradicts the shapes", .depthwiseConv2D, depthwise { $0.depthMultiplier = 3 },
      "depth_multiplier", "3"),
    Case(
      "channels no multiple", .depthwiseConv2D, depthwise(filter: .activation(1, [1, 3, 3, 6])), "tensor 1",
      "multiple of 4"),
    Case("two filters", .depthwiseConv2D, depthwise(filter: .activation(1, [2, 3, 3, 8])), "tensor 1"),
  ]

  // MARK: - Pooling (rows 22, 23)

  static func pool(
    _ code: BuiltinOperator, output: TensorDescriptor = .activation(1, [1, 4, 4, 4]),
    _ change: (inout Pool2DOptions) -> Void
  ) -> OperatorContext {
    let options = with(Pool2DOptions()) {
      $0.strideH = 2
      $0.strideW = 2
      $0.filterHeight = 2
      $0.filterWidth = 2
      change(&$0)
    }
    return OperatorContext(code, options, inputs: [.activation(0, [1, 8, 8, 4])], outputs: [output])
  }

  static let pools: [Case] = [
    Case("average pool stride 0", .averagePool2D, pool(.averagePool2D) { $0.strideH = 0 }, "stride_h"),
    Case("max pool stride 0", .maxPool2D, pool(.maxPool2D) { $0.strideW = 0 }, "stride_w"),
    Case("average pool filter 0", .averagePool2D, pool(.averagePool2D) { $0.filterWidth = 0 }, "filter_width"),
    Case("max pool filter negative", .maxPool2D, pool(.maxPool2D) { $0.filterHeight = -3 }, "filter_height", "-3"),
    Case(
      "pool rescales", .averagePool2D, pool(.averagePool2D, output: .activation(1, [1], scale: [0.25])) { _ in },
      "tensor 1", "scale 0.5"),
  ]

  // MARK: - Shapes (rows 14, 15, 25, 26, 27)

  static func reshape(_ shape: TensorDescriptor?, _ options: [Int32] = []) -> OperatorContext {
    OperatorContext(
      .reshape, with(ReshapeOptions()) { $0.newShape = options },
      inputs: shape.map { [.activation(0, [2, 6]), $0] } ?? [.activation(0, [2, 6])], outputs: [.activation(2, [12])])
  }

  static func concatenation(axis: Int32, _ shapes: [[Int]]) -> OperatorContext {
    OperatorContext(
      .concatenation, with(ConcatenationOptions()) { $0.axis = axis },
      inputs: shapes.enumerated().map { .activation($0.offset, $0.element) }, outputs: [.activation(9, [1])])
  }

  static let shapes: [Case] = [
    Case("reshape to two unknown sizes", .reshape, reshape(.constant(1, [2], [-1, -1])), "[-1, -1]"),
    Case("reshape to -2", .reshape, reshape(.constant(1, [2], [-2, 6])), "-2"),
    Case("reshape to other count", .reshape, reshape(.constant(1, [2], [3, 5])), "15 elements"),
    Case("reshape to what does not divide", .reshape, reshape(.constant(1, [2], [-1, 5])), "multiple of 5"),
    Case(
      "reshape overflows", .reshape, reshape(.constant(1, [4], [2_147_483_647, 2_147_483_647, 2_147_483_647, 4])),
      "tensor 0"),
    Case("reshape without a shape", .reshape, reshape(nil), "1 elements"),
    Case("concatenation axis beyond", .concatenation, concatenation(axis: 2, [[2, 3], [2, 3]]), "axis", "-2 to 1"),
    Case("concatenation axis far below", .concatenation, concatenation(axis: -3, [[2, 3], [2, 3]]), "axis", "-3"),
    Case("concatenation of a scalar", .concatenation, concatenation(axis: 0, [[]]), "axis"),
    Case(
      "concatenation of unlike shapes", .concatenation, concatenation(axis: 0, [[2, 3], [2, 4]]), "tensor 1", "[2, 4]"),
    Case("concatenation of unlike ranks", .concatenation, concatenation(axis: 0, [[2, 3], [2, 3, 1]]), "tensor 1"),
    Case("concatenation of nothing", .concatenation, concatenation(axis: 0, []), "0 inputs"),
    Case(
      "shapes that cannot be broadcast", .add,
      OperatorContext(
        .add, AddOptions(), inputs: [.activation(0, [2, 3]), .activation(1, [2, 4])], outputs: [.activation(2, [2, 3])]),
      "tensor 1", "[2, 4]", "[2, 3]"),
    Case(
      "negative padding", .pad,
      OperatorContext(
        .pad, PadOptions(), inputs: [.activation(0, [2]), .constant(1, [1, 2], [-1, 0])], outputs: [.activation(2, [2])]
      ), "tensor 1", "-1"),
    Case(
      "paddings of another rank", .pad,
      OperatorContext(
        .pad, PadOptions(), inputs: [.activation(0, [2]), .constant(1, [2, 2], [0, 0, 0, 0])],
        outputs: [.activation(2, [2])]), "tensor 1", "[1, 2]"),
  ]

  // MARK: - Others (rows 33, 34)

  static let others: [Case] = [
    Case(
      "weights without depth", .fullyConnected,
      OperatorContext(
        .fullyConnected, FullyConnectedOptions(), inputs: [.activation(0, [1, 8]), .activation(1, [4, 0]), nil],
        outputs: [.activation(3, [1, 4])]), "tensor 1"),
    Case(
      "rows do not fit the weights", .fullyConnected,
      OperatorContext(
        .fullyConnected, FullyConnectedOptions(), inputs: [.activation(0, [1, 9]), .activation(1, [4, 8]), nil],
        outputs: [.activation(3, [1, 4])]), "tensor 0", "multiple of 8"),
    Case(
      "shuffled weights", .fullyConnected,
      OperatorContext(
        .fullyConnected, with(FullyConnectedOptions()) { $0.weightsFormat = .shuffled4x16Int8 },
        inputs: [.activation(0, [1, 8]), .activation(1, [4, 8]), nil], outputs: [.activation(3, [1, 4])]),
      "weights_format"),
    Case(
      "logistic of another scale", .logistic,
      OperatorContext(.logistic, nil, inputs: [.activation(0, [4])], outputs: [.activation(1, [4], scale: [0.1])]),
      "tensor 1", "0.00390625"),
    Case(
      "softmax without steepness", .softmax,
      OperatorContext(
        .softmax, SoftmaxOptions(), inputs: [.activation(0, [4])], outputs: [.activation(1, [4], scale: [1.0 / 256])]),
      "beta"),
    Case(
      "softmax of a scalar", .softmax,
      OperatorContext(
        .softmax, with(SoftmaxOptions()) { $0.beta = 1 }, inputs: [.activation(0, [])],
        outputs: [.activation(1, [], scale: [1.0 / 256])]), "tensor 0"),
    Case(
      "quantize to float", .quantize,
      OperatorContext(.quantize, nil, inputs: [.activation(0, [4])], outputs: [.activation(1, [4], .float32)]),
      "tensor 1", "FLOAT32"),
    Case(
      "dequantize without a scale", .dequantize,
      OperatorContext(
        .dequantize, nil, inputs: [.activation(0, [4], scale: [])], outputs: [.activation(1, [4], .float32)]),
      "tensor 0", "scale"),
  ]

  // MARK: - Detection post-processing (row 43)

  static let honestOptions: [String: FlexBufferValue] = [
    "max_detections": .int(10), "max_classes_per_detection": .int(1), "num_classes": .int(3),
    "nms_score_threshold": .float(0.1), "nms_iou_threshold": .float(0.5), "y_scale": .float(10),
    "x_scale": .float(10), "h_scale": .float(5), "w_scale": .float(5),
  ]

  static func detection(
    boxes: [Int] = [1, 20, 4], scores: [Int] = [1, 20, 4], anchors: [Int] = [20, 4], type: TensorType = .float32,
    _ changes: [String: FlexBufferValue?] = [:]
  ) -> OperatorContext {
    let options = honestOptions.merging(changes.compactMapValues { $0 }) { $1 }.filter { key, _ in
      if let change = changes[key] { change != nil } else { true }
    }
    let encoded = (try? FlexBufferValue.map(options).encoded()) ?? []
    return detection(boxes: boxes, scores: scores, anchors: anchors, type: type, encoded: encoded)
  }

  static func detection(
    boxes: [Int] = [1, 20, 4], scores: [Int] = [1, 20, 4], anchors: [Int] = [20, 4], type: TensorType = .float32,
    encoded: [UInt8]
  ) -> OperatorContext {
    OperatorContext(
      .custom, nil, inputs: [.activation(0, boxes, type), .activation(1, scores, type), .activation(2, anchors, type)],
      outputs: (3..<7).map { .activation($0, [], .float32) }, customOptions: encoded)
  }

  private static let postprocess = "TFLite_Detection_PostProcess"

  static let detections: [Case] =
    honestOptions.keys.sorted().map { key in
      Case("without \(key)", custom: postprocess, detection([key: FlexBufferValue?.none]), key, "absent")
    } + [
      Case("no options", custom: postprocess, detection(encoded: []), "custom_options"),
      Case(
        "options are a number", custom: postprocess, detection(encoded: (try? FlexBufferValue.int(3).encoded()) ?? []),
        "custom_options"),
      Case("max_detections 0", custom: postprocess, detection(["max_detections": .int(0)]), "max_detections"),
      Case("max_detections negative", custom: postprocess, detection(["max_detections": .int(-5)]), "max_detections"),
      Case(
        "max_detections beyond 32 bits", custom: postprocess, detection(["max_detections": .int(1 << 40)]),
        "max_detections"),
      Case("num_classes 0", custom: postprocess, detection(["num_classes": .int(0)]), "num_classes"),
      Case(
        "num_classes of other scores", custom: postprocess, detection(["num_classes": .int(9)]), "tensor 1",
        "[1, 20, 9]"),
      Case(
        "overlap threshold 0", custom: postprocess, detection(["nms_iou_threshold": .float(0)]), "nms_iou_threshold"),
      Case(
        "overlap threshold not a number", custom: postprocess, detection(["nms_iou_threshold": .float(.nan)]),
        "nms_iou_threshold"),
      Case("scale 0", custom: postprocess, detection(["h_scale": .float(0)]), "h_scale"),
      Case("scale infinite", custom: postprocess, detection(["w_scale": .float(.infinity)]), "w_scale"),
      Case("fewer anchors than boxes", custom: postprocess, detection(anchors: [19, 4]), "tensor 2", "[20, 4]"),
      Case("boxes of three numbers", custom: postprocess, detection(boxes: [1, 20, 3]), "tensor 0"),
      Case("two batches", custom: postprocess, detection(boxes: [2, 20, 4]), "tensor 0"),
      Case("int8 boxes", custom: postprocess, detection(type: .int8), "tensor 0", "INT8"),
    ] + truncatedOptions

  /// Every proper prefix of honest options.
  static let truncatedOptions: [Case] = {
    let whole = (try? FlexBufferValue.map(honestOptions).encoded()) ?? []
    return whole.indices.map { length in
      Case("\(length) bytes of options", custom: postprocess, detection(encoded: Array(whole[..<length])))
    }
  }()
}
