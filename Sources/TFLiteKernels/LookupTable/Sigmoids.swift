import TFLiteSchema

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// LOGISTIC: 1 / (1 + e⁻ˣ), stored in steps of 1/256, by convention from the type's lowest value.
enum LogisticOperator: QuantizedOperator {
  static let inputCounts = 1...1

  static func prepare<Element: QuantizedInteger>(
    _ context: OperatorContext, _ element: Element.Type
  ) throws -> any PreparedOperator {
    // The scale is prescribed, the zero point is not: `tflite/kernels/activations.cc`, SigmoidPrepare.
    let output = try context.perTensorQuantization(context.output(0))
    return try context.table(element, outputScale: 1 / 256, outputZeroPoint: output.zeroPoint) { 1 / (1 + expf(-$0)) }
  }
}

/// TANH, stored in steps of 1/128 around the type's middle.
enum TanhOperator: QuantizedOperator {
  static let inputCounts = 1...1

  static func prepare<Element: QuantizedInteger>(
    _ context: OperatorContext, _ element: Element.Type
  ) throws -> any PreparedOperator {
    try context.table(element, outputScale: 1 / 128, outputZeroPoint: Element.range.lowerBound + 128, tanhf)
  }
}

extension OperatorContext {
  /// A table for a function whose results have a fixed range, and therefore a fixed quantization.
  fileprivate func table<Element: QuantizedInteger>(
    _ element: Element.Type, outputScale: Float, outputZeroPoint: Int32, _ function: (Float) -> Float
  ) throws(KernelError) -> LookupTable {
    let (input, output) = (try input(0), output(0))
    try require(output, sameTypeAs: input)
    try require(output, scale: outputScale, zeroPoint: outputZeroPoint)
    return LookupTable(
      element, outputShape: input.shape, from: try perTensorQuantization(input), to: try perTensorQuantization(output),
      function)
  }

  /// Checks that a tensor has the quantization that an operator prescribes.
  func require(_ tensor: TensorDescriptor, scale: Float, zeroPoint: Int32) throws(KernelError) {
    let expected = AffineQuantization(scale: scale, zeroPoint: zeroPoint)
    guard try perTensorQuantization(tensor) == expected else {
      throw .quantization(identity, tensor.identity, expected: "scale \(scale) and zero point \(zeroPoint)")
    }
  }
}
