/// ADD and SUB of 8-bit values as XNNPACK computes them: both operands are multiplied by integers, and their sum is shifted
/// right once.
///
/// Source: XNNPACK, `src/microparams-init.c`, xnn_init_qs8_add_minmax_scalar_params.
struct XNNPACKSum<Element: QuantizedInteger>: BinaryOperation {
  let quantization: BinaryQuantization
  /// The quotients of the operands' scales and the output's, times 2^shift; the right one is negative for SUB.
  let leftMultiplier: Int32
  let rightMultiplier: Int32
  let shift: Int32
  let range: ClosedRange<Int32>

  /// nil where XNNPACK leaves the operator to TFLite because its scales are too different.
  ///
  /// Source: `tflite/delegates/xnnpack/xnnpack_delegate.cc`, VisitBinaryNode.
  init?(_ sum: QuantizedSum<Element>) {
    let left = sum.quantization.left.scale / sum.quantization.output.scale
    let right = sum.quantization.right.scale / sum.quantization.output.scale
    let taken: Range<Float> = 1 / 1024..<256
    guard taken.contains(left), taken.contains(right) else { return nil }
    quantization = sum.quantization
    range = sum.range
    let shift = 20 - max(left, right).exponent
    let unit = Float(sign: .plus, exponent: shift, significand: 1)
    self.shift = Int32(shift)
    leftMultiplier = Int32((left * unit).rounded(.toNearestOrEven))
    rightMultiplier = sum.sign * Int32((right * unit).rounded(.toNearestOrEven))
  }

  @inline(__always)
  func callAsFunction(_ left: Element, _ right: Element) -> Element {
    let left = Int32(truncatingIfNeeded: left) &- quantization.left.zeroPoint
    let right = Int32(truncatingIfNeeded: right) &- quantization.right.zeroPoint
    let sum = left &* leftMultiplier &+ right &* rightMultiplier &+ 1 &<< (shift &- 1)
    return Element(sum &>> shift &+ quantization.output.zeroPoint, clampedTo: range)
  }
}

/// MUL of 8-bit values as XNNPACK computes it: scaled in float32, halves to the even integer.
///
/// Source: XNNPACK, `src/microparams-init.c`, xnn_init_qs8_mul_minmax_scalar_params.
struct XNNPACKProduct<Element: QuantizedInteger>: BinaryOperation {
  let quantization: BinaryQuantization
  let scale: Float
  let range: ClosedRange<Int32>

  /// nil where XNNPACK leaves the operator to TFLite because of its scales.
  ///
  /// Source: `tflite/delegates/xnnpack/xnnpack_delegate.cc`, VisitBinaryNode.
  init?(_ product: QuantizedProduct<Element>) {
    let quantization = product.quantization
    scale = quantization.left.scale * quantization.right.scale / quantization.output.scale
    guard (0x1p-16..<256 as Range<Float>).contains(scale) else { return nil }
    self.quantization = quantization
    range = product.range
  }

  @inline(__always)
  func callAsFunction(_ left: Element, _ right: Element) -> Element {
    let left = Int32(truncatingIfNeeded: left) &- quantization.left.zeroPoint
    let right = Int32(truncatingIfNeeded: right) &- quantization.right.zeroPoint
    let scaled = (Float(left &* right) * scale).rounded(.toNearestOrEven)
    return Element(Int32(scaled) &+ quantization.output.zeroPoint, clampedTo: range)
  }
}

extension BinaryOperands {
  /// XNNPACK takes tensors of at most 6 dimensions.
  var isTakenByXNNPACK: Bool { left.rank <= 6 && right.rank <= 6 }
}
