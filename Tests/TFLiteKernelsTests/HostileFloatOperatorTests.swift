import TFLiteKernels
import TFLiteSchema
import Testing

/// Operators of the convolution family in float32 and with 8-bit weights, and their neighbours, that no honest
/// converter writes. Each must be refused, with an error that names what is wrong.
@Suite struct HostileFloatOperatorTests {
  typealias Case = HostileOperator

  @Test(arguments: convolutions + transposed + products + activations + resizes)
  func isRefused(_ hostile: Case) throws {
    try hostile.expectRefusal()
  }

  private static func float(_ index: Int, _ shape: [Int]) -> TensorDescriptor {
    .activation(index, shape, .float32, scale: [])
  }

  // MARK: - Convolution and pooling (rows 16 to 23, 34, 38, 45)

  private static func conv(
    filter: TensorDescriptor = float(1, [6, 3, 3, 4]), bias: TensorDescriptor? = nil,
    output: TensorDescriptor = float(3, [1, 8, 8, 6]), _ change: (inout Conv2DOptions) -> Void = { _ in }
  ) -> OperatorContext {
    HostileOperatorTests.conv(input: float(0, [1, 8, 8, 4]), filter: filter, bias: bias, output: output, change)
  }

  private static func depthwise(_ filter: TensorDescriptor) -> OperatorContext {
    HostileOperatorTests.depthwise(input: float(0, [1, 8, 8, 4]), filter: filter)
  }

  private static func pool(_ change: (inout Pool2DOptions) -> Void) -> OperatorContext {
    let options = with(Pool2DOptions()) {
      $0.strideH = 2
      $0.strideW = 2
      $0.filterHeight = 2
      $0.filterWidth = 2
      change(&$0)
    }
    return OperatorContext(
      .l2Pool2D, options, inputs: [float(0, [1, 8, 8, 4])], outputs: [float(1, [1, 4, 4, 4])])
  }

  static let convolutions: [Case] = [
    Case("float stride 0", .conv2D, conv { $0.strideH = 0 }, "stride_h"),
    Case("float filter of other channels", .conv2D, conv(filter: float(1, [6, 3, 3, 8])), "tensor 1", "divides 4"),
    Case("float bias too short", .conv2D, conv(bias: float(2, [5])), "tensor 2", "6 elements"),
    Case("float bias of integers", .conv2D, conv(bias: .activation(2, [6], .int32)), "tensor 2", "FLOAT32"),
    Case("float filter of integers", .conv2D, conv(filter: .activation(1, [6, 3, 3, 4], .int16)), "tensor 1", "INT16"),
    Case("float to bytes", .conv2D, conv(output: .activation(3, [1, 8, 8, 6])), "tensor 3", "FLOAT32"),
    Case("float activation", .conv2D, conv { $0.fusedActivationFunction = .tanh }, "fused_activation_function"),
    Case(
      "hybrid without scales", .conv2D, conv(filter: .activation(1, [6, 3, 3, 4], .int8, scale: [])), "tensor 1",
      "scale"),
    Case(
      "hybrid scales for other channels", .conv2D,
      conv(filter: .activation(1, [6, 3, 3, 4], .int8, scale: [1, 2, 3], zeroPoint: [0, 0, 0])), "tensor 1", "6 scales"),
    Case("float depthwise filter", .depthwiseConv2D, depthwise(float(1, [1, 3, 3, 6])), "tensor 1", "multiple of 4"),
    Case(
      "hybrid depthwise of uint8", .depthwiseConv2D, depthwise(.activation(1, [1, 3, 3, 8])), "tensor 1", "UINT8"),
    Case("l2 pool stride 0", .l2Pool2D, pool { $0.strideW = 0 }, "stride_w"),
    Case("l2 pool filter 0", .l2Pool2D, pool { $0.filterHeight = 0 }, "filter_height"),
    Case(
      "l2 pool of bytes", .l2Pool2D,
      OperatorContext(
        .l2Pool2D, Pool2DOptions(), inputs: [.activation(0, [1, 8, 8, 4])], outputs: [.activation(1, [1, 4, 4, 4])]),
      "tensor 0", "UINT8"),
  ]

  private static func transposeConv(
    sizes: [Int32] = [1, 8, 8, 6], filter: [Int] = [6, 3, 3, 4], bias: TensorDescriptor? = nil,
    _ change: (inout TransposeConvOptions) -> Void = { _ in }
  ) -> OperatorContext {
    let options = with(TransposeConvOptions()) {
      $0.strideH = 2
      $0.strideW = 2
      change(&$0)
    }
    return OperatorContext(
      .transposeConv, options,
      inputs: [.constant(0, [sizes.count], sizes), float(1, filter), float(2, [1, 4, 4, 4]), bias],
      outputs: [float(4, [1, 8, 8, 6])])
  }

  static let transposed: [Case] = [
    Case("transposed stride 0", .transposeConv, transposeConv { $0.strideH = 0 }, "stride_h"),
    Case("transposed to three sizes", .transposeConv, transposeConv(sizes: [1, 8, 8]), "tensor 0", "[4]"),
    Case("transposed to a negative height", .transposeConv, transposeConv(sizes: [1, -8, 8, 6]), "tensor 0", "-8"),
    Case(
      "transposed to another batch", .transposeConv, transposeConv(sizes: [2, 8, 8, 6]), "tensor 0", "[2, 8, 8, 6]"),
    Case("transposed to other channels", .transposeConv, transposeConv(sizes: [1, 8, 8, 7]), "tensor 0"),
    Case("transposed filter of other channels", .transposeConv, transposeConv(filter: [6, 3, 3, 5]), "tensor 1", "4"),
    Case("transposed empty filter", .transposeConv, transposeConv(filter: [6, 0, 3, 4]), "tensor 1"),
    Case("transposed bias", .transposeConv, transposeConv(bias: float(3, [7])), "tensor 3", "6 elements"),
  ]

  // MARK: - Products of matrices (rows 14, 33)

  private static func product(
    _ left: TensorDescriptor, _ right: TensorDescriptor, _ change: (inout BatchMatMulOptions) -> Void = { _ in }
  ) -> OperatorContext {
    OperatorContext(
      .batchMatMul, with(BatchMatMulOptions(), change), inputs: [left, right], outputs: [float(2, [1, 2, 5])])
  }

  static let products: [Case] = [
    Case("product of a vector", .batchMatMul, product(float(0, [3]), float(1, [3, 5])), "tensor 0", "dimensions"),
    Case("product of unlike depths", .batchMatMul, product(float(0, [2, 3]), float(1, [4, 5])), "tensor 1", "3 rows"),
    Case(
      "product of unlike depths, transposed", .batchMatMul,
      product(float(0, [2, 3]), float(1, [5, 4])) { $0.adjY = true }, "tensor 1", "3 columns"),
    Case(
      "products that cannot be broadcast", .batchMatMul, product(float(0, [2, 2, 3]), float(1, [3, 3, 5])), "tensor 1"),
    Case(
      "hybrid product without depth", .batchMatMul,
      product(float(0, [2, 0]), .activation(1, [0, 5], .int8, scale: [1])), "tensor 0"),
    Case(
      "hybrid product without scales", .batchMatMul,
      product(float(0, [2, 3]), .activation(1, [3, 5], .int8, scale: [])), "tensor 1", "scale"),
    Case(
      "hybrid product with scales for rows", .batchMatMul,
      product(float(0, [2, 3]), .activation(1, [3, 5], .int8, scale: [1, 2, 3], zeroPoint: [0, 0, 0])), "tensor 1"),
    Case(
      "float rows do not fit the weights", .fullyConnected,
      OperatorContext(
        .fullyConnected, FullyConnectedOptions(), inputs: [float(0, [1, 9]), float(1, [4, 8]), nil],
        outputs: [float(3, [1, 4])]), "tensor 0", "multiple of 8"),
    Case(
      "float weights without depth", .fullyConnected,
      OperatorContext(
        .fullyConnected, FullyConnectedOptions(), inputs: [float(0, [1, 8]), float(1, [4, 0]), nil],
        outputs: [float(3, [1, 4])]), "tensor 1"),
  ]

  // MARK: - Activations (row 34)

  private static func unary(
    _ code: BuiltinOperator, options: (any OperatorOptions)? = nil, _ input: TensorDescriptor,
    _ output: TensorDescriptor
  ) -> OperatorContext {
    OperatorContext(code, options, inputs: [input], outputs: [output])
  }

  static let activations: [Case] = [
    Case("relu of integers", .relu, unary(.relu, .activation(0, [4], .int32), .activation(1, [4], .int32)), "tensor 0"),
    Case("relu to bytes", .relu, unary(.relu, float(0, [4]), .activation(1, [4])), "tensor 1", "FLOAT32"),
    Case(
      "leaky relu of infinite slope", .leakyRelu,
      unary(.leakyRelu, options: with(LeakyReluOptions()) { $0.alpha = .infinity }, float(0, [4]), float(1, [4])),
      "alpha"),
    Case("gelu without options", .gelu, unary(.gelu, float(0, [4]), float(1, [4])), "builtin_options"),
    Case(
      "hard swish that scales up", .hardSwish,
      unary(.hardSwish, .activation(0, [4], scale: [1]), .activation(1, [4], scale: [0.001])), "tensor 1", "1/128"),
    Case(
      "log softmax of another scale", .logSoftmax,
      unary(.logSoftmax, .activation(0, [4]), .activation(1, [4], scale: [0.5])), "tensor 1", "0.0625"),
    Case("log softmax of a scalar", .logSoftmax, unary(.logSoftmax, float(0, []), float(1, [])), "tensor 0"),
    Case(
      "normalization of another zero point", .l2Normalization,
      unary(
        .l2Normalization, options: L2NormOptions(), .activation(0, [4]),
        .activation(1, [4], scale: [1 / 128], zeroPoint: [3])),
      "tensor 1", "zero point 128"),
    Case(
      "normalization with an activation", .l2Normalization,
      unary(
        .l2Normalization, options: with(L2NormOptions()) { $0.fusedActivationFunction = .relu }, float(0, [4]),
        float(1, [4])),
      "fused_activation_function"),
    Case(
      "slopes larger than the input", .prelu,
      OperatorContext(.prelu, nil, inputs: [float(0, [1, 4]), float(1, [3, 4])], outputs: [float(2, [3, 4])]),
      "tensor 1", "[3, 4]"),
    Case(
      "int16 with a zero point", .dequantize,
      unary(.dequantize, .activation(0, [4], .int16, zeroPoint: [1]), float(1, [4])), "tensor 0", "zero point 0"),
    Case(
      "int32 to bytes without sign", .quantize,
      unary(.quantize, .activation(0, [4], .int32), .activation(1, [4])), "tensor 1", "INT8"),
  ]

  // MARK: - Resizing (row 27)

  private static func resize(
    _ code: BuiltinOperator = .resizeBilinear, sizes: [Int32] = [4, 4],
    input: TensorDescriptor = float(0, [1, 2, 2, 3]),
    _ options: any OperatorOptions = ResizeBilinearOptions()
  ) -> OperatorContext {
    OperatorContext(
      code, options, inputs: [input, .constant(1, [sizes.count], sizes)], outputs: [float(2, [1, 4, 4, 3])])
  }

  static let resizes: [Case] = [
    Case("resize to nothing", .resizeBilinear, resize(sizes: [0, 4]), "tensor 1", "[0, 4]"),
    Case("resize to a negative size", .resizeBilinear, resize(sizes: [4, -1]), "tensor 1", "-1"),
    Case("resize to three sizes", .resizeBilinear, resize(sizes: [4, 4, 3]), "tensor 1", "[2]"),
    Case("resize an empty picture", .resizeBilinear, resize(input: float(0, [1, 0, 2, 3])), "tensor 0"),
    Case("resize a list", .resizeBilinear, resize(input: float(0, [12])), "tensor 0", "4 dimensions"),
    Case(
      "resize between corners and middles", .resizeBilinear,
      resize(
        .resizeBilinear,
        with(ResizeBilinearOptions()) {
          $0.alignCorners = true
          $0.halfPixelCenters = true
        }), "half_pixel_centers"),
    Case(
      "nearest neighbour to nothing", .resizeNearestNeighbor,
      resize(.resizeNearestNeighbor, sizes: [4, 0], ResizeNearestNeighborOptions()), "tensor 1"),
  ]
}
