import TFLiteSchema

/// MUL: the product of both real values, scaled once.
struct QuantizedProduct: BinaryOperation {
  let leftZeroPoint: Int32
  let rightZeroPoint: Int32
  let outputZeroPoint: Int32
  let multiplier: QuantizedMultiplier

  func callAsFunction(_ left: Int32, _ right: Int32) -> Int32 {
    multiplier.apply((left &- leftZeroPoint) &* (right &- rightZeroPoint)) &+ outputZeroPoint
  }
}

enum MulOperator: QuantizedOperator {
  static let inputCounts = 2...2

  static func prepare<Element: QuantizedInteger>(
    _ context: OperatorContext, _ element: Element.Type
  ) throws -> any PreparedOperator {
    let options = try context.optionsOrDefaults(MulOptions.self)
    // ADD and SUB set the type of their output, MUL does not.
    try context.require(context.output(0), sameTypeAs: try context.input(0))
    return try context.prepareBinary(element, activation: options.fusedActivationFunction) { quantization in
      // The product and the quotient are each rounded to float32. Source: `tflite/kernels/mul.cc`.
      let real = quantization.left.scale * quantization.right.scale / quantization.output.scale
      return QuantizedProduct(
        leftZeroPoint: quantization.left.zeroPoint, rightZeroPoint: quantization.right.zeroPoint,
        outputZeroPoint: quantization.output.zeroPoint,
        multiplier: try context.multiplier(Double(real), for: context.output(0)))
    }
  }
}
