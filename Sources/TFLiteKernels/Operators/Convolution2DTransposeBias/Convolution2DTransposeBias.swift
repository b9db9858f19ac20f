import TFLiteSchema

/// Convolution2DTransposeBias: every input pixel adds its products with a filter to a window of the output, which begins
/// with the bias.
///
/// Inputs: activations [batch, height, width, input channels]; filter [output channels, height, width, input channels];
/// bias [output channels]; all float32. Output: an image, float32, whose size follows from the filter and from how it
/// moves. The options are a structure, TfLiteTransposeConvParams, whose activation means nothing here.
///
/// MediaPipe takes any padding that it does not know for none; here it is an error.
///
/// Source: `mediapipe/util/tflite/operations/transpose_conv_bias.cc`.
enum Convolution2DTransposeBiasOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.vector(.float32)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 3...3)
    try context.requireActivationType(of: Self.self)
    let (input, filter, bias) = (try context.input(0), try context.input(1), try context.input(2))
    try context.require(filter, type: .float32)
    try context.require(bias, type: .float32)
    try context.require(context.output(0), type: .float32)
    try context.require(input, rank: 4...4)
    try context.require(filter, rank: 4...4)
    try context.requireElements(input)
    try context.requireElements(filter)
    try context.require(bias, shape: [filter.shape[0]])
    guard filter.shape[3] == input.shape[3] else {
      throw KernelError.shape(
        context.identity, filter.identity, found: filter.shape,
        expected: "\(input.shape[3]) as its last dimension, the channels of \(input.identity)")
    }
    let fields = try context.customOptionsFields(3)
    let padding = try context.padding(field: fields[0])
    let strides = (
      vertical: try context.positive(fields[2], "stride_height"),
      horizontal: try context.positive(fields[1], "stride_width")
    )
    func axis(_ index: Int, stride: Int) -> WindowAxis {
      let (size, windowSize) = (input.shape[index], filter.shape[index])
      let padding = padding == .same ? max(0, windowSize - (size - 1) % stride - 1) : 0
      return WindowAxis(
        inputSize: stride * (size - 1) + windowSize - padding, windowSize: windowSize, stride: stride, dilation: 1,
        outputSize: size, paddingBefore: padding / 2)
    }
    return Convolution2DTransposeBias(
      shape: TransposeConvShape(
        batches: input.shape[0], inputHeight: input.shape[1], inputWidth: input.shape[2],
        inputChannels: input.shape[3],
        window: Window(
          vertical: axis(1, stride: strides.vertical), horizontal: axis(2, stride: strides.horizontal)),
        outputChannels: filter.shape[0]),
      isVector: context.microkernels != nil)
  }
}

/// Convolution2DTransposeBias of known sizes.
struct Convolution2DTransposeBias: TotalOperator {
  let shape: TransposeConvShape
  /// Whether the sums of the output's channels grow side by side, on the vectors that the compiler makes of it.
  let isVector: Bool

  var outputShapes: [[Int]] { [shape.output] }
  var path: KernelPath { isVector ? .vector : .plain }
  var scratchByteCount: Int { isVector ? 4 * shape.filterElementCount : 0 }

  func run(_ call: OperatorCall) {
    isVector ? runVector(call) : runReference(call)
  }
}
