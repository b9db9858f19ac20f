/// The weights of some output channels, packed for an instruction set, and what becomes of their sums.
struct PackedFilter: Sendable {
  let kernels: any Microkernels.Type
  let weights: PackedBlock
  let output: PackedBlock
  /// The type of the activations.
  let activations: Activations
  /// The bytes of one result: stored values, accumulators or floats.
  let resultSize: Int

  enum Activations: Sendable {
    case uint8, int8
    case float32(isFused: Bool)

    var size: Int {
      switch self {
      case .uint8, .int8: 1
      case .float32: 4
      }
    }
  }

  private var isSigned: Bool {
    if case .int8 = activations { true } else { false }
  }

  /// How many ways output channels can be shared out.
  let panelCount: Int

  /// 8-bit weights for activations of the same type.
  ///
  /// - Parameters:
  ///   - channels: which output channels of the operator these are.
  ///   - bias: of these channels; empty for zeros.
  ///   - requantization: what tiles do with sums. They leave them as they are where it is nil, and where they cannot
  ///     do it themselves; then the sums start with the bias all the same.
  init(
    _ kernels: any Microkernels.Type, weights: PackedBlock, isSigned: Bool, channels: Range<Int>, bias: [Int32],
    inputZeroPoint: Int32, requantization: Requantization?
  ) {
    self.kernels = kernels
    self.weights = weights
    activations = isSigned ? .int8 : .uint8
    panelCount = kernels.panelCount(columns: channels.count)
    let bytes = requantization?.pack(
      kernels, weights: weights, bias: bias, inputZeroPoint: inputZeroPoint, isSigned: isSigned, channels: channels)
    resultSize = bytes == nil ? 4 : 1
    output =
      bytes
      ?? PackedBlock(byteCount: kernels.packedOutputByteCount(weights: weights.address)) { block in
        bias.withUnsafeBufferPointer { bias in
          kernels.packAccumulatorOutput(
            into: block, weights: weights.address, bias: bias.isEmpty ? nil : bias.baseAddress,
            inputZeroPoint: inputZeroPoint, inputIsSigned: isSigned)
        }
      }
  }

  /// float32 weights.
  ///
  /// - Parameters:
  ///   - bias: of these channels; empty for zeros.
  ///   - numerics: how products are added.
  init(
    _ kernels: any Microkernels.Type, weights: PackedBlock, columns: Int, bias: [Float], range: ActivationBounds<Float>,
    numerics: Numerics
  ) {
    self.kernels = kernels
    self.weights = weights
    activations = .float32(isFused: numerics.fusesProducts)
    panelCount = kernels.panelCount(columns: columns)
    resultSize = 4
    output = PackedBlock(byteCount: kernels.packedOutputByteCount(weights: weights.address)) { block in
      bias.withUnsafeBufferPointer { bias in
        kernels.packFloatOutput(
          into: block, weights: weights.address, bias: bias.isEmpty ? nil : bias.baseAddress, lower: range.low,
          upper: range.high)
      }
    }
  }

  /// Convolves some pixels for the output channels of some panels.
  ///
  /// - Parameter zeroPoint: what padding holds.
  func convolve(
    _ shape: Microkernels.ConvolutionShape, input: UnsafeRawPointer, zeroPoint: Int32,
    output: UnsafeMutableRawPointer, pixels: Range<Int>, panels: Range<Int>, scratch: UnsafeMutableRawPointer
  ) {
    switch activations {
    case .float32(let isFused):
      kernels.convolveFloat(
        shape, isFused: isFused, input: input, weights: weights.address, packedOutput: self.output.address,
        output: output, pixels: pixels, panels: panels, scratch: scratch)
    case .uint8, .int8:
      kernels.convolve(
        shape, input: input, isSigned: isSigned, zeroPoint: zeroPoint, weights: weights.address,
        packedOutput: self.output.address, output: output, pixels: pixels, panels: panels, scratch: scratch)
    }
  }
}
