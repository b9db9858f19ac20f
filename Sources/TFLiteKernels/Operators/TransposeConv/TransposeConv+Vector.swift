import TFLiteMicrokernels

/// TRANSPOSE_CONV as ordinary convolutions.
///
/// Outputs that are a stride apart meet the same taps of the filter, with neighboring inputs. So they are an ordinary
/// convolution with the filter's taps that are a stride apart, in reverse; there is one for each *phase* of the
/// strides:
///
///     stride 2, filter a b c:   outputs 0, 2, 4, ... = (c, a) · (input 0, input 1), (input 1, input 2), ...
///                               outputs 1, 3, 5, ... =    (b) · (input 1), (input 2), ...
struct VectorTransposeConv: Sendable {
  private let phases: [VectorConvolution]

  /// With 8-bit weights; nil where they are not constants, and where plain loops are asked for.
  init?(
    _ context: OperatorContext, _ shape: TransposeConvShape, isSigned: Bool, _ quantization: ConvolutionQuantization
  ) {
    guard shape.hasFewPhases, let kernels = context.microkernels?.convolution,
      let constant = context.constantFilter(activations: 2, filter: 1, bias: 3)
    else { return nil }
    let zeroPoint = quantization.filterZeroPoint
    self.init(shape) { phase in
      let weights = constant.weights.packed(
        kernels, "transposed bytes", phase.key(of: shape) + [isSigned ? 1 : 0, Int(zeroPoint)]
      ) { stored in
        phase.filter(of: shape, stored: stored, zero: UInt8(truncatingIfNeeded: zeroPoint)).withUnsafeBytes {
          PackedBlock(
            kernels, weights: $0.baseAddress.unsafelyUnwrapped, isSigned: isSigned, zeroPoint: zeroPoint,
            columns: shape.outputChannels, depth: phase.depth(of: shape), preparesRows: true)
        }
      }
      return PackedFilter(
        kernels, weights: weights, isSigned: isSigned, channels: 0..<shape.outputChannels,
        bias: constant.biasElements(), inputZeroPoint: quantization.inputZeroPoint,
        requantization: quantization.requantization)
    }
  }

  /// In float32; nil also where some outputs get nothing from any input, or might: a weight of 0 that stands for no
  /// weight makes an infinite input NaN.
  init?(_ context: OperatorContext, _ shape: TransposeConvShape, range: ActivationBounds<Float>) {
    guard shape.hasFewPhases, let kernels = context.microkernels?.floatConvolution,
      let constant = context.constantFloatFilter(activations: 2, filter: 1, bias: 3)
    else { return nil }
    let axes = [
      shape.window.vertical.phases(inputSize: shape.inputHeight),
      shape.window.horizontal.phases(inputSize: shape.inputWidth),
    ]
    guard axes.joined().allSatisfy({ !$0.taps.contains(nil) }) else { return nil }
    self.init(shape) { phase in
      let weights = constant.weights.packed(kernels, "transposed floats", phase.key(of: shape)) { stored in
        phase.filter(of: shape, stored: stored, zero: Float(0)).withUnsafeBytes {
          PackedBlock(
            kernels, floats: $0.baseAddress.unsafelyUnwrapped, columns: shape.outputChannels,
            depth: phase.depth(of: shape))
        }
      }
      return PackedFilter(
        kernels, weights: weights, columns: shape.outputChannels, bias: constant.biasElements(), range: range,
        numerics: context.numerics)
    }
  }

  private init(_ shape: TransposeConvShape, filter: (TransposedPhase) -> PackedFilter) {
    let vertical = shape.window.vertical.phases(inputSize: shape.inputHeight)
    let horizontal = shape.window.horizontal.phases(inputSize: shape.inputWidth)
    phases = vertical.flatMap { vertical in
      horizontal.map { horizontal in
        let phase = TransposedPhase(vertical: vertical, horizontal: horizontal)
        return VectorConvolution(
          parts: [
            VectorConvolution.Part(
              filter: filter(phase), shape: phase.convolutionShape(shape), inputOffset: 0,
              outputOffset: (vertical.firstOutput * shape.outputWidth + horizontal.firstOutput) * shape.outputChannels)
          ], batches: shape.batches, inputImageSize: shape.imageSize,
          outputImageSize: shape.outputHeight * shape.outputWidth * shape.outputChannels,
          pixelCount: vertical.outputCount * horizontal.outputCount)
      }
    }
  }

  var scratchByteCount: Int { phases.reduce(0) { max($0, $1.scratchByteCount) } }

  func run(_ call: OperatorCall, zeroPoint: Int32) {
    for phase in phases {
      phase.run(call, input: call.inputBytes(2), output: call.outputBytes(0)) { _ in zeroPoint }
    }
  }
}

extension TransposeConvShape {
  /// Strides of real models are small. Large ones would make as many small convolutions.
  fileprivate var hasFewPhases: Bool { window.vertical.stride <= 8 && window.horizontal.stride <= 8 }
}

/// The outputs of one phase of both strides.
private struct TransposedPhase {
  let vertical: AxisPhase
  let horizontal: AxisPhase

  func depth(of shape: TransposeConvShape) -> Int { vertical.taps.count * horizontal.taps.count * shape.inputChannels }

  func convolutionShape(_ shape: TransposeConvShape) -> Microkernels.ConvolutionShape {
    let (strides, channels) = ((shape.window.vertical.stride, shape.window.horizontal.stride), shape.outputChannels)
    return (
      inputHeight: shape.inputHeight, inputWidth: shape.inputWidth,
      inputRowStride: shape.inputWidth * shape.inputChannels, inputPixelStride: shape.inputChannels,
      channels: shape.inputChannels, kernelHeight: vertical.taps.count, kernelWidth: horizontal.taps.count,
      strideHeight: 1, strideWidth: 1, dilationHeight: 1, dilationWidth: 1, paddingTop: vertical.padding,
      paddingLeft: horizontal.padding, outputWidth: horizontal.outputCount,
      outputRowStride: strides.0 * shape.outputWidth * channels, outputPixelStride: strides.1 * channels
    )
  }

  /// The weights of this phase, [output channels, taps, taps, input channels].
  ///
  /// - Parameter zero: the weight of a tap that there is not.
  func filter<Element: BitwiseCopyable>(
    of shape: TransposeConvShape, stored: UnsafeRawBufferPointer, zero: Element
  ) -> [Element] {
    let (window, channels, size) = (shape.window, shape.inputChannels, MemoryLayout<Element>.size)
    var weights: [Element] = []
    weights.reserveCapacity(shape.outputChannels * depth(of: shape))
    for output in 0..<shape.outputChannels {
      for tapY in vertical.taps {
        for tapX in horizontal.taps {
          guard let tapY, let tapX else {
            weights += repeatElement(zero, count: channels)
            continue
          }
          let tap = (output * window.vertical.windowSize + tapY) * window.horizontal.windowSize + tapX
          for channel in 0..<channels {
            weights.append(stored.loadUnaligned(fromByteOffset: size * (tap * channels + channel), as: Element.self))
          }
        }
      }
    }
    return weights
  }

  /// Tells this phase's weights from all others of the same filter.
  func key(of shape: TransposeConvShape) -> [Int] {
    [shape.outputChannels, shape.window.vertical.windowSize, shape.window.horizontal.windowSize, shape.inputChannels]
      + [vertical.taps.count] + (vertical.taps + horizontal.taps).map { $0 ?? -1 }
  }
}

/// Along one axis, outputs that are a stride apart.
private struct AxisPhase {
  let firstOutput: Int
  let outputCount: Int
  /// The filter's taps in the order of the inputs they meet; nil stands for one that adds nothing.
  let taps: [Int?]
  /// How far before input 0 the first output's first tap is; below 0 where it is behind.
  let padding: Int
}

extension WindowAxis {
  /// The phases of a transposed convolution that have outputs; `self.inputSize` is the output's.
  fileprivate func phases(inputSize: Int) -> [AxisPhase] {
    (0..<min(stride, self.inputSize)).map { firstOutput in
      // output + padding = stride · position + phase; its taps are phase, phase + stride, ..., with the inputs
      // position, position - 1, ...
      let phase = (firstOutput + paddingBefore) % stride
      let outputCount = (self.inputSize - firstOutput + stride - 1) / stride
      let firstPosition = (firstOutput + paddingBefore) / stride
      var taps: [Int?] = Swift.stride(from: phase, to: windowSize, by: stride).reversed()
      if taps.isEmpty { taps = [nil] }
      // A filter of one tap is taken to stay inside the image. A second tap has it checked.
      if taps.count == 1, firstPosition + outputCount > inputSize { taps.insert(nil, at: 0) }
      return AxisPhase(
        firstOutput: firstOutput, outputCount: outputCount, taps: taps, padding: taps.count - 1 - firstPosition)
    }
  }
}
