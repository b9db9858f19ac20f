import TFLiteSchema

/// ADD and SUB: both operands are brought to a common scale with 20 bits to spare, combined, and scaled back.
struct QuantizedSum: BinaryOperation {
  let leftZeroPoint: Int32
  let rightZeroPoint: Int32
  let outputZeroPoint: Int32
  let leftMultiplier: QuantizedMultiplier
  let rightMultiplier: QuantizedMultiplier
  let outputMultiplier: QuantizedMultiplier
  /// 1 adds, -1 subtracts.
  let sign: Int32

  static let leftShift: Int32 = 20

  func callAsFunction(_ left: Int32, _ right: Int32) -> Int32 {
    let scaledLeft = leftMultiplier.apply((left &- leftZeroPoint) &<< Self.leftShift)
    let scaledRight = rightMultiplier.apply((right &- rightZeroPoint) &<< Self.leftShift)
    return outputMultiplier.apply(scaledLeft &+ sign &* scaledRight) &+ outputZeroPoint
  }
}

extension OperatorContext {
  /// Source: `tflite/kernels/add.cc` and `sub.cc`, PrepareGeneral….
  fileprivate func sum(_ quantization: BinaryQuantization, sign: Int32) throws(KernelError) -> QuantizedSum {
    let (left, right, result) = (quantization.left, quantization.right, quantization.output)
    let twiceLargest = 2 * Double(max(left.scale, right.scale))
    let outputScale = Double(Float(1 << QuantizedSum.leftShift) * result.scale)
    return QuantizedSum(
      leftZeroPoint: left.zeroPoint, rightZeroPoint: right.zeroPoint, outputZeroPoint: result.zeroPoint,
      leftMultiplier: try multiplier(Double(left.scale) / twiceLargest, for: output(0)),
      rightMultiplier: try multiplier(Double(right.scale) / twiceLargest, for: output(0)),
      outputMultiplier: try multiplier(twiceLargest / outputScale, for: output(0)), sign: sign)
  }
}

enum AddOperator: QuantizedOperator {
  static let inputCounts = 2...2

  static func prepare<Element: QuantizedInteger>(
    _ context: OperatorContext, _ element: Element.Type
  ) throws -> any PreparedOperator {
    let options = try context.optionsOrDefaults(AddOptions.self)
    return try context.prepareBinary(element, activation: options.fusedActivationFunction) {
      try context.sum($0, sign: 1)
    }
  }
}

enum SubOperator: QuantizedOperator {
  static let inputCounts = 2...2

  static func prepare<Element: QuantizedInteger>(
    _ context: OperatorContext, _ element: Element.Type
  ) throws -> any PreparedOperator {
    let options = try context.optionsOrDefaults(SubOptions.self)
    return try context.prepareBinary(element, activation: options.fusedActivationFunction) {
      try context.sum($0, sign: -1)
    }
  }
}
