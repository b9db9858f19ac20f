import TFLiteMicrokernels

/// The weights of some output channels, packed for an instruction set, and what becomes of their sums.
struct PackedFilter: Sendable {
  private let loops: Loops
  let weights: PackedBlock
  let epilogue: PackedBlock
  /// The bytes of one result: stored values, accumulators or floats.
  let resultSize: Int

  /// The inner loops, by the type of the activations.
  private enum Loops: Sendable {
    case bytes(any ConvolutionMicrokernels.Type, isSigned: Bool)
    case floats(any FloatConvolutionMicrokernels.Type, isFused: Bool)
  }

  /// The bytes of one activation.
  var activationSize: Int {
    switch loops {
    case .bytes: 1
    case .floats: 4
    }
  }

  /// What cuts the work into tiles.
  var tiles: any TileMicrokernels.Type {
    switch loops {
    case .bytes(let kernels, _): kernels
    case .floats(let kernels, _): kernels
    }
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
    _ kernels: any ConvolutionMicrokernels.Type, weights: PackedBlock, isSigned: Bool, channels: Range<Int>,
    bias: [Int32],
    inputZeroPoint: Int32, requantization: Requantization?
  ) {
    loops = .bytes(kernels, isSigned: isSigned)
    self.weights = weights
    panelCount = kernels.panelCount(columns: channels.count)
    let bytes = requantization?.pack(
      kernels, weights: weights, bias: bias, inputZeroPoint: inputZeroPoint, isSigned: isSigned, channels: channels)
    resultSize = bytes == nil ? 4 : 1
    epilogue =
      bytes
      ?? PackedBlock(byteCount: kernels.epilogueByteCount(weights: weights.address)) { block in
        bias.withUnsafeBufferPointer { bias in
          kernels.packAccumulatorEpilogue(
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
    _ kernels: any FloatConvolutionMicrokernels.Type, weights: PackedBlock, columns: Int, bias: [Float],
    range: ActivationBounds<Float>,
    numerics: Numerics
  ) {
    loops = .floats(kernels, isFused: numerics.fusesProducts)
    self.weights = weights
    panelCount = kernels.panelCount(columns: columns)
    resultSize = 4
    epilogue = PackedBlock(byteCount: kernels.epilogueByteCount(weights: weights.address)) { block in
      bias.withUnsafeBufferPointer { bias in
        kernels.packFloatEpilogue(
          into: block, weights: weights.address, bias: bias.isEmpty ? nil : bias.baseAddress, lower: range.low,
          upper: range.high)
      }
    }
  }

  /// Convolves some pixels for the output channels of some panels.
  ///
  /// - Parameters:
  ///   - zeroPoint: what padding holds.
  ///   - addend: what is added to results that are floats.
  func convolve(
    _ shape: Microkernels.ConvolutionShape, input: UnsafeRawPointer, zeroPoint: Int32,
    addend: Microkernels.Addend? = nil, output: UnsafeMutableRawPointer, pixels: Range<Int>, panels: Range<Int>,
    scratch: UnsafeMutableRawPointer
  ) {
    switch loops {
    case .bytes(let kernels, let isSigned):
      kernels.convolve(
        shape, input: input, isSigned: isSigned, zeroPoint: zeroPoint, weights: weights.address,
        epilogue: epilogue.address, output: output, pixels: pixels, panels: panels, scratch: scratch)
    case .floats(let kernels, let isFused):
      kernels.convolveFloat(
        shape, isFused: isFused, input: input, weights: weights.address, epilogue: epilogue.address,
        addend: addend, output: output, pixels: pixels, panels: panels, scratch: scratch)
    }
  }
}
