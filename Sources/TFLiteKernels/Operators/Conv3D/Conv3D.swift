import TFLiteSchema

/// CONV_3D in float32.
struct Conv3D: TotalOperator {
  let batches: Int
  let window: VolumeWindow
  let inputChannels: Int
  let outputChannels: Int
  let range: ActivationBounds<Float>

  var outputShapes: [[Int]] { [[batches] + window.outputSize + [outputChannels]] }

  func run(_ call: OperatorCall) {
    let rows = batches * window.depth.outputSize * window.vertical.outputSize
    call.workers.forEachRange(of: rows) { runReference(call, rows: $0) }
  }
}

/// CONV_3D: for each place of a window on volumes and each output channel, the sum of products with a filter.
///
/// Inputs: volumes [batch, depth, height, width, channels]; the filter [depth, height, width, channels, output
/// channels]; optionally a bias [output channels]; all float32. Output: [batch, depth, height, width, output channels].
///
/// Source: `tflite/kernels/conv3d.cc`; `tflite/kernels/internal/reference/conv3d.h`.
enum Conv3DOperator: OperatorDefinition {
  static let weights: Int? = 1
  static let kernels: [KernelDeclaration] = [.plain(.float32)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 2...3)
    let (input, filter) = (try context.input(0), try context.input(1))
    for tensor in [input, filter, context.output(0)] { try context.require(tensor, type: .float32) }
    try context.require(input, rank: 5...5)
    try context.require(filter, rank: 5...5)
    try context.requireElements(filter)
    guard input.shape[4] == filter.shape[3], !input.shape[1...].contains(0) else {
      throw KernelError.shape(
        context.identity, input.identity, found: input.shape,
        expected: "no dimension of 0 but the first, and \(filter.shape[3]) channels, as the filter has")
    }
    let options = try context.options(Conv3DOptions.self)
    try context.requireFloatBias(context.optionalInput(2), channels: filter.shape[4])
    return Conv3D(
      batches: input.shape[0],
      window: try context.volumeWindow(on: input, size: Array(input.shape[1...3]), filter: filter, options),
      inputChannels: input.shape[4], outputChannels: filter.shape[4],
      range: try context.activationBounds(options.fusedActivationFunction, of: Float.self))
  }
}
