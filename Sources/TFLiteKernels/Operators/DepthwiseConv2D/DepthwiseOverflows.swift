import TFLiteSchema

/// Where XNNPACK for arm64 loses a bit: it adds the products of two taps in 16 bits, which -128 · -128 twice leaves.
///
/// Taps count down the columns of the kernel; the first and the second make a pair, the third and the fourth, and so on.
/// TFLite's specification of quantized models has int8 weights from -127 on, so few models have such pairs.
///
/// Source: XNNPACK, `src/qs8-dwconv/unipass-neon-mul8.c.in`; `src/indirection.c`, xnn_indirection_init_dwconv2d_compressed;
/// `src/configs/dwconv-config.c`.
struct DepthwiseOverflows: Equatable, Sendable {
  /// The first tap of each pair of weights that are both -128, for each channel.
  private let pairs: [[Int]]

  /// nil where there are no such pairs, and where XNNPACK runs another microkernel.
  init?(_ shape: DepthwiseConv2DShape, filter: TensorDescriptor, numerics: Numerics) {
    let (height, width) = (shape.window.vertical.windowSize, shape.window.horizontal.windowSize)
    guard numerics.architecture == .arm64, filter.type == .int8, shape.depthMultiplier == 1, height * width <= 25,
      let weights = filter.constant
    else { return nil }
    pairs = weights.withUnsafeBytes { weights in
      (0..<shape.outputChannels).map { channel in
        stride(from: 0, to: height * width - 1, by: 2).filter { first in
          [first, first + 1].allSatisfy { tap in
            weights[(tap % height * width + tap / height) * shape.outputChannels + channel] == 0x80
          }
        }
      }
    }
    if pairs.allSatisfy(\.isEmpty) { return nil }
  }

  /// By how much the sum for one output is too small.
  func loss<Element: QuantizedInteger>(
    _ shape: DepthwiseConv2DShape, _ image: UnsafePointer<Element>, outputY: Int, outputX: Int, channel: Int,
    zeroPoint: Int32
  ) -> Int32 {
    let (vertical, horizontal) = (shape.window.vertical, shape.window.horizontal)
    func activation(_ tap: Int) -> Int32 {
      let (tapX, tapY) = tap.quotientAndRemainder(dividingBy: vertical.windowSize)
      guard vertical.tapsInside(output: outputY).contains(tapY), horizontal.tapsInside(output: outputX).contains(tapX)
      else { return zeroPoint }
      let y = vertical.inputPosition(output: outputY, tap: tapY)
      let x = horizontal.inputPosition(output: outputX, tap: tapX)
      return Int32(truncatingIfNeeded: image[(y * horizontal.inputSize + x) * shape.inputChannels + channel])
    }
    return pairs[channel].reduce(0) { loss, first in
      loss + (activation(first) == -128 && activation(first + 1) == -128 ? 1 << 16 : 0)
    }
  }
}
