/// The specification of ADD, SUB and MUL; the arithmetic of each stands in its ``BinaryOperation``.
///
/// Source: `tflite/kernels/internal/reference/add.h`, `sub.h`, `mul.h`. Broadcasting does not change the arithmetic.
extension BinaryArithmetic {
  @specialized(where Element == UInt8, Operation == QuantizedSum)
  @specialized(where Element == UInt8, Operation == QuantizedProduct)
  @specialized(where Element == Int8, Operation == QuantizedSum)
  @specialized(where Element == Int8, Operation == QuantizedProduct)
  func runReference(_ call: OperatorCall) {
    let left = call.input(0, as: Element.self)
    let right = call.input(1, as: Element.self)
    let output = call.output(0, as: Element.self)
    broadcast.forEachElement { index, leftIndex, rightIndex in
      let value = operation(
        Int32(truncatingIfNeeded: left[leftIndex]), Int32(truncatingIfNeeded: right[rightIndex]))
      output[index] = Element(value, clampedTo: range)
    }
  }
}
