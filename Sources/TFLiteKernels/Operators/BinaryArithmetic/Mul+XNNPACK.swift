/// MUL of 8-bit values as XNNPACK computes it: scaled in float32, ties to the even integer, or, on arm64, exactly.
///
/// Source: XNNPACK, `src/microparams-init.c`, xnn_init_qs8_mul_minmax_scalar_params and
/// xnn_init_qs8_mul_minmax_rndnu_neon_params.
struct XNNPACKProduct<Element: QuantizedInteger>: BinaryOperation {
  let quantization: BinaryQuantization
  let scale: Float
  let scaling: XNNPACKScaling
  let range: ClosedRange<Int32>

  /// nil where XNNPACK leaves the operator to TFLite because of its scales.
  ///
  /// Source: `tflite/delegates/xnnpack/xnnpack_delegate.cc`, VisitBinaryNode.
  init?(_ product: QuantizedProduct<Element>, _ scaling: XNNPACKScaling) {
    let quantization = product.quantization
    scale = quantization.left.scale * quantization.right.scale / quantization.output.scale
    guard (0x1p-16..<256 as Range<Float>).contains(scale) else { return nil }
    self.quantization = quantization
    self.scaling = scaling
    range = product.range
  }

  @inline(__always)
  func callAsFunction(_ left: Element, _ right: Element) -> Element {
    let product = quantization.unscaledProduct(left, right)
    return Element(scaling(product, by: scale) &+ quantization.output.zeroPoint, clampedTo: range)
  }
}
