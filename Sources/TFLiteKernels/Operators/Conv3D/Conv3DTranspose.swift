import TFLiteSchema

/// CONV_3D_TRANSPOSE in float32.
struct Conv3DTranspose: TotalOperator {
  let batches: Int
  /// How the window of the ordinary convolution moves, which leads from this output to this input: its input is the
  /// output here.
  let window: VolumeWindow
  let inputChannels: Int
  let outputChannels: Int
  let range: ActivationBounds<Float>

  var outputShapes: [[Int]] { [[batches] + window.inputSize + [outputChannels]] }

  func run(_ call: OperatorCall) {
    call.workers.forEachRange(of: batches) { for batch in $0 { runReference(call, batch: batch) } }
  }
}

/// CONV_3D_TRANSPOSE: every element of volumes, times a filter, is added to the output where the filter lies.
///
/// Inputs: the output's shape [5], int32; the filter [depth, height, width, output channels, channels]; volumes [batch,
/// depth, height, width, channels]; optionally a bias [output channels]; all but the first float32. Output: [batch,
/// depth, height, width, output channels], from which CONV_3D would lead to volumes of the size of these.
///
/// Source: `tflite/kernels/conv3d_transpose.cc`; `tflite/kernels/internal/reference/conv3d_transpose.h`.
enum Conv3DTransposeOperator: OperatorDefinition {
  static let activation = 2
  static let weights: Int? = 1
  static let kernels: [KernelDeclaration] = [.plain(.float32)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 3...4)
    let (shapeTensor, filter, input) = (try context.input(0), try context.input(1), try context.input(2))
    for tensor in [filter, input, context.output(0)] { try context.require(tensor, type: .float32) }
    try context.require(shapeTensor, shape: [5])
    try context.require(input, rank: 5...5)
    try context.require(filter, rank: 5...5)
    try context.requireElements(filter)
    guard input.shape[4] == filter.shape[4] else {
      throw KernelError.shape(
        context.identity, input.identity, found: input.shape,
        expected: "\(filter.shape[4]) channels, as the filter has")
    }
    let shape = try context.integers(shapeTensor, types: [.int32])
    guard shape[0] == input.shape[0], shape[4] == filter.shape[3], shape.allSatisfy({ $0 >= 0 }) else {
      throw KernelError.value(
        context.identity, shapeTensor.identity,
        "holds \(shape), expected \(input.shape[0]) volumes, sizes of 0 or more and \(filter.shape[3]) channels")
    }
    let options = try context.options(Conv3DOptions.self)
    try context.requireFloatBias(context.optionalInput(3), channels: filter.shape[3])
    let window = try context.volumeWindow(on: shapeTensor, size: Array(shape[1...3]), filter: filter, options)
    guard window.outputSize == Array(input.shape[1...3]) else {
      throw KernelError.shape(
        context.identity, input.identity, found: input.shape,
        expected: "volumes of \(window.outputSize), to which a convolution leads from an output of \(shape)")
    }
    return Conv3DTranspose(
      batches: shape[0], window: window, inputChannels: input.shape[4], outputChannels: shape[4],
      range: try context.activationBounds(options.fusedActivationFunction, of: Float.self))
  }
}
