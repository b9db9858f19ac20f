import TFLiteSchema

extension OperatorContext {
  /// An operator whose input's stored values must not stand for negative numbers.
  func rejectingNegatives<Element: QuantizedInteger & BitwiseCopyable>(
    _ body: any TotalOperator, of element: Element.Type
  ) throws(KernelError) -> CheckedOperator {
    let zeroPoint = try perTensorQuantization(try input(0)).zeroPoint
    return try checked(body, input: 0, as: element, expected: "\(zeroPoint), which means 0, or more") {
      Int32(truncatingIfNeeded: $0) >= zeroPoint
    }
  }
}
