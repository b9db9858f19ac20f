/// MUL of two 8-bit tensors of one shape as TFLite's default runtime computes it where XNNPACK does not take it: blocks of
/// elements with vector instructions, what is left over one by one.
///
/// In a block, a multiplier of 2³¹ or more shifts all bits out, and results wrap around 16 bits when the zero point is added;
/// what is left over has the reference's bits. So where the product of scales is 256 times the output's or more, which
/// XNNPACK refuses, the last elements may differ from those before them.
///
/// Source: `tflite/kernels/internal/optimized/optimized_ops.h` and `integer_ops/mul.h`, MulElementwise; on x86-64 compiled
/// with instructions that stand for those of Arm.
struct BlockwiseProduct<Element: QuantizedInteger>: TotalOperator {
  let broadcast: Broadcast
  let product: QuantizedProduct<Element>

  var outputShapes: [[Int]] { [broadcast.outputShape] }
  var path: KernelPath { .plain }

  private static var blockSize: Int { Element.isSigned ? 16 : 8 }

  func run(_ call: OperatorCall) {
    let (left, right) = (call.input(0, as: Element.self), call.input(1, as: Element.self))
    let output = call.output(0, as: Element.self)
    let count = broadcast.outputShape.reduce(1, *)
    let end = count - count % Self.blockSize
    call.forEachPart(of: 0..<end, stepsPerElement: 4) { part in
      for index in part { output[index] = inBlock(left[index], right[index]) }
    }
    for index in end..<count { output[index] = product(left[index], right[index]) }
  }

  private func inBlock(_ left: Element, _ right: Element) -> Element {
    let quantization = product.quantization
    let left = Int32(truncatingIfNeeded: left) &- quantization.left.zeroPoint
    let right = Int32(truncatingIfNeeded: right) &- quantization.right.zeroPoint
    let (mantissa, exponent) = (product.multiplier.mantissa, product.multiplier.exponent)
    // Not modulo 32.
    let shifted = (left &* right) << max(exponent, 0)
    let scaled = roundingDivideByPowerOfTwo(
      saturatingRoundingDoublingHighMultiply(shifted, mantissa), max(-exponent, 0))
    let sum = Int16(clamping: scaled) &+ Int16(truncatingIfNeeded: quantization.output.zeroPoint)
    return Element(Int32(sum), clampedTo: product.range)
  }
}
