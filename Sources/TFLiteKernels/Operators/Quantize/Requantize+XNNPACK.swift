/// QUANTIZE of 8-bit values, and LEAKY_RELU, as XNNPACK computes them: with multipliers of 8 fractional bits, ties
/// upward.
///
/// Source: XNNPACK, `src/microparams-init.c`, xnn_init_qs8_cvt_scalar_params and xnn_init_qs8_lrelu_scalar_params.
struct XNNPACKRescaling {
  private let inputZeroPoint: Int32
  private let outputZeroPoint: Int32
  private let positiveMultiplier: Int32
  private let negativeMultiplier: Int32

  /// nil where XNNPACK leaves the operator to TFLite because of its scales.
  ///
  /// - Parameter slope: what negative values are multiplied by; nil changes nothing.
  ///
  /// Source: `tflite/delegates/xnnpack/xnnpack_delegate.cc`, VisitUnaryNode.
  init?(from input: AffineQuantization, to output: AffineQuantization, slope: Float? = nil) {
    let positive = input.scale / output.scale
    let negative = positive * (slope ?? 1)
    guard (1 / 256...128 as ClosedRange<Float>).contains(positive) else { return nil }
    if let slope {
      guard slope.isNormal, (-127.99609375...128).contains(negative), abs(negative) >= 1 / 256 else { return nil }
    }
    positiveMultiplier = Int32((256 * positive).rounded(.toNearestOrEven))
    negativeMultiplier = Int32((256 * negative).rounded(.toNearestOrEven))
    inputZeroPoint = input.zeroPoint
    outputZeroPoint = output.zeroPoint
  }

  func callAsFunction(_ stored: Int32) -> Int32 {
    let value = stored &- inputZeroPoint
    let product = value &* (value < 0 ? negativeMultiplier : positiveMultiplier)
    return roundingUpwardDivideByPowerOfTwo(product, 8) &+ outputZeroPoint
  }
}
