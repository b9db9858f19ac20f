/// MUL of two 8-bit tensors of one shape as TFLite's default runtime computes it where XNNPACK does not take it: blocks of
/// elements with vector instructions, what is left over one by one.
///
/// In a block, a multiplier of 2³¹ or more shifts all bits out, and results wrap around 16 bits when the zero point is added;
/// what is left over has the reference's bits. So where the product of scales is 256 times the output's or more, which
/// XNNPACK refuses, the last elements may differ from those before them.
///
/// Source: `tflite/kernels/internal/optimized/optimized_ops.h` and `integer_ops/mul.h`, MulElementwise; on x86-64 compiled
/// with instructions that stand for those of Arm.
struct BlockwiseProduct: TotalOperator {
  let outputShapes: [[Int]]
  /// The loop, compiled for one type.
  private let loop: @Sendable (OperatorCall) -> Void

  var path: KernelPath { .plain }

  /// - Parameter shape: of both operands and the output.
  init<Element: QuantizedInteger>(shape: [Int], _ product: QuantizedProduct<Element>) {
    outputShapes = [shape]
    let count = shape.reduce(1, *)
    loop = { call in product.runBlockwise(call, count: count) }
  }

  func run(_ call: OperatorCall) { loop(call) }
}

extension QuantizedProduct {
  private static var blockSize: Int { Element.isSigned ? 16 : 8 }

  fileprivate func runBlockwise(_ call: OperatorCall, count: Int) {
    let (left, right) = (call.input(0, as: Element.self), call.input(1, as: Element.self))
    let output = call.output(0, as: Element.self)
    let end = count - count % Self.blockSize
    if multiplier.exponent >= Int32.bitWidth {
      // No bit is left of any product. Models whose converter has seen nothing but zeros have such scales.
      let result = inBlock(0)
      call.forEachPart(of: 0..<end) { part in (output + part.lowerBound).update(repeating: result, count: part.count) }
    } else {
      call.forEachPart(of: 0..<end, stepsPerElement: 4) { part in
        for index in part { output[index] = inBlock(quantization.unscaledProduct(left[index], right[index])) }
      }
    }
    for index in end..<count { output[index] = self(left[index], right[index]) }
  }

  private func inBlock(_ product: Int32) -> Element {
    let (mantissa, exponent) = (multiplier.mantissa, multiplier.exponent)
    // Not modulo 32.
    let shifted = product << max(exponent, 0)
    let scaled = roundingDivideByPowerOfTwo(
      saturatingRoundingDoublingHighMultiply(shifted, mantissa), max(-exponent, 0))
    let sum = Int16(clamping: scaled) &+ Int16(truncatingIfNeeded: quantization.output.zeroPoint)
    return Element(Int32(sum), clampedTo: range)
  }
}
