import TFLiteSchema

/// An operator on 8-bit tensors that computes each element from the element in the same place: each of the 256 stored
/// values has its result in a table.
struct LookupTable: TotalOperator {
  let outputShape: [Int]
  /// The stored result for each stored byte.
  let table: [UInt8]

  var outputShapes: [[Int]] { [outputShape] }

  func run(_ call: OperatorCall) { runReference(call) }
}

extension LookupTable {
  /// Tabulates a function of stored values; results are clamped to the element's range.
  init<Element: QuantizedInteger>(
    _ element: Element.Type, outputShape: [Int], ofStored function: (Int32) -> Int32
  ) {
    var table = [UInt8](repeating: 0, count: 256)
    for stored in Element.range {
      let result = Element(function(stored), clampedTo: Element.range)
      table[Int(UInt8(truncatingIfNeeded: stored))] = UInt8(truncatingIfNeeded: result)
    }
    self.init(outputShape: outputShape, table: table)
  }

  /// Tabulates a function of real values, evaluated in float32.
  ///
  /// Source: `tflite/kernels/internal/common.h`, LUTPopulate.
  init<Element: QuantizedInteger>(
    _ element: Element.Type, outputShape: [Int], from input: AffineQuantization, to output: AffineQuantization,
    _ function: (Float) -> Float
  ) {
    let inverseScale = 1 / output.scale
    self.init(element, outputShape: outputShape) { stored in
      let real = input.scale * Float(stored - input.zeroPoint)
      let rescaled = (function(real) * inverseScale).rounded(.toNearestOrAwayFromZero)
      return roundedToInt32(rescaled + Float(output.zeroPoint))
    }
  }
}

extension OperatorContext {
  /// Tabulates a function of real values for an operator with one 8-bit input and an output of the same type and
  /// shape.
  func lookupTable<Element: QuantizedInteger>(
    _ element: Element.Type, ofReal function: (Float) -> Float
  ) throws(KernelError) -> LookupTable {
    let (input, output) = (try input(0), output(0))
    try require(output, sameTypeAs: input)
    return LookupTable(
      element, outputShape: input.shape, from: try perTensorQuantization(input), to: try perTensorQuantization(output),
      function)
  }
}
