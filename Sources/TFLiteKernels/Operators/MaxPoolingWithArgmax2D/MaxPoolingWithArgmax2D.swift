import TFLiteSchema

/// MaxPoolingWithArgmax2D: the largest of the values in each window, which is clipped to the image, and its place there.
///
/// Input: [batch, height, width, channels], float32. Outputs: values and places
/// [batch, output height, output width, channels], float32. The place of a value in row y and column x of a window is
/// y · width of the window + x + 0.1. A window without numbers has its place at 0. The options are a structure,
/// TfLitePoolParams.
///
/// MediaPipe computes any activation that it does not know as none, and any padding as none; here these are errors.
///
/// Source: `mediapipe/util/tflite/operations/max_pool_argmax.cc`.
enum MaxPoolingWithArgmax2DOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 1...1, outputs: 2)
    try context.requireActivationType(of: Self.self)
    let input = try context.input(0)
    for output in context.outputs { try context.require(output, type: .float32) }
    try context.require(input, rank: 4...4)
    try context.requireElements(input)
    let options = try WindowStructure(context)
    return MaxPoolingWithArgmax2D(
      batches: input.shape[0], channels: input.shape[3],
      window: try context.window(on: input, height: options.height, width: options.width, options),
      range: try context.activationBounds(options.activation, of: Float.self))
  }
}

/// MaxPoolingWithArgmax2D with known windows.
struct MaxPoolingWithArgmax2D: TotalOperator {
  let batches: Int
  let channels: Int
  let window: Window
  let range: ActivationBounds<Float>

  var outputShapes: [[Int]] {
    let shape = [batches, window.vertical.outputSize, window.horizontal.outputSize, channels]
    return [shape, shape]
  }

  func run(_ call: OperatorCall) {
    call.workers.forEachRange(of: batches * window.vertical.outputSize) { runReference(call, rows: $0) }
  }
}
