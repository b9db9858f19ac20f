/// ADD and SUB of 8-bit values as XNNPACK computes them: both operands are multiplied by integers, and their sum is
/// shifted right once.
///
/// Source: XNNPACK, `src/microparams-init.c`, xnn_init_qs8_add_minmax_scalar_params.
struct XNNPACKAddition<Element: QuantizedInteger>: BinaryOperation {
  let quantization: BinaryQuantization
  /// The quotients of the operands' scales and the output's, times 2^shift; the right one is negative for SUB.
  let leftMultiplier: Int32
  let rightMultiplier: Int32
  let shift: Int32
  let range: ClosedRange<Int32>

  /// nil where XNNPACK leaves the operator to TFLite because its scales are too different.
  ///
  /// Source: `tflite/delegates/xnnpack/xnnpack_delegate.cc`, VisitBinaryNode.
  init?(_ sum: QuantizedAddition<Element>) {
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
    let sum = left &* leftMultiplier &+ right &* rightMultiplier
    return Element(
      roundingUpwardDivideByPowerOfTwo(sum, shift) &+ quantization.output.zeroPoint, clampedTo: range)
  }
}
