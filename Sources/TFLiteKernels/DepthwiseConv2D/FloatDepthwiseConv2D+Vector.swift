import TFLiteFlatBuffers

/// DEPTHWISE_CONV_2D in float32, one filter for each channel, on the loops of an instruction set.
struct VectorFloatDepthwiseConv2D: Sendable {
  private let kernels: any Microkernels.Type
  private let shape: DepthwiseConv2DShape
  private let range: FloatRange
  private let numerics: Numerics
  /// With room for reads past the end, as is the bias.
  private let weights: PackedBlock
  private let bias: PackedBlock

  /// nil where channels have several filters, where the weights are not constants, and where plain loops are asked for.
  init?(_ context: OperatorContext, _ shape: DepthwiseConv2DShape, range: FloatRange) {
    guard shape.depthMultiplier == 1, let kernels = context.microkernels, let constant = context.constantFilter()
    else { return nil }
    self.init(
      kernels, shape,
      weights: constant.weights.packed(kernels, "depthwise floats", [], PackedBlock.init(withRoomBehind:)),
      bias: constant.bias?.withUnsafeBytes(PackedBlock.init(withRoomBehind:)), range: range,
      numerics: context.numerics)
  }

  /// Of integers in float32, with int8 weights: leaves sums without a bias.
  ///
  /// nil where channels have several filters, and where plain loops are asked for.
  init?(_ context: OperatorContext, _ shape: DepthwiseConv2DShape, integers weights: ByteSlice) {
    guard shape.depthMultiplier == 1, let kernels = context.microkernels else { return nil }
    let floats = weights.packed(kernels, "depthwise integers as floats", []) { bytes in
      bytes.map { Float(Int8(bitPattern: $0)) }.withUnsafeBytes(PackedBlock.init(withRoomBehind:))
    }
    self.init(kernels, shape, weights: floats, bias: nil, range: .all, numerics: .reference)
  }

  private init(
    _ kernels: any Microkernels.Type, _ shape: DepthwiseConv2DShape, weights: PackedBlock, bias: PackedBlock?,
    range: FloatRange, numerics: Numerics
  ) {
    self.kernels = kernels
    self.shape = shape
    self.range = range
    self.numerics = numerics
    self.weights = weights
    let zeros = Array(repeating: 0 as Float, count: shape.outputChannels)
    self.bias = bias ?? zeros.withUnsafeBytes(PackedBlock.init(withRoomBehind:))
  }

  /// - Parameters:
  ///   - input: the activations, readable for 64 bytes past their end.
  ///   - rows: counts the output rows of all images.
  func run(_ call: OperatorCall, input: UnsafeRawPointer, rows: Range<Int>) {
    let image = shape.image
    let imageRows = shape.window.vertical.outputSize
    for batch in rows.lowerBound / imageRows..<(rows.upperBound + imageRows - 1) / imageRows {
      let first = batch * imageRows
      let some = rows.clamped(to: first..<first + imageRows)
      kernels.convolveDepthwiseFloat(
        image, isFused: numerics.fusesProducts,
        input: input + 4 * batch * image.inputHeight * image.inputRowStride,
        weights: weights.address, bias: bias.address, output: call.outputBytes(0) + 4 * first * image.outputRowStride,
        lower: range.low, upper: range.high, rows: some.lowerBound - first..<some.upperBound - first)
    }
  }
}

extension PackedBlock {
  /// A copy that may be read for 64 bytes past its end.
  fileprivate convenience init(withRoomBehind bytes: UnsafeRawBufferPointer) {
    self.init(byteCount: bytes.count + 64) { memory in
      memory.initializeMemory(as: UInt8.self, repeating: 0, count: bytes.count + 64)
      UnsafeMutableRawBufferPointer(start: memory, count: bytes.count).copyMemory(from: bytes)
    }
  }
}
