import TFLiteSchema

/// LOGISTIC and TANH on 8-bit tensors: each of the 256 stored values has its result in a table.
struct LookupTable: TotalOperator {
  let outputShape: [Int]
  /// The stored result for each stored byte.
  let table: [UInt8]

  var outputShapes: [[Int]] { [outputShape] }

  func run(_ call: OperatorCall) { runReference(call) }
}

extension LookupTable {
  /// Tabulates a real function, evaluated in float32.
  ///
  /// Source: `tflite/kernels/internal/common.h`, LUTPopulate.
  init<Element: QuantizedInteger>(
    _ element: Element.Type, outputShape: [Int], from input: AffineQuantization, to output: AffineQuantization,
    _ function: (Float) -> Float
  ) {
    let inverseScale = 1 / output.scale
    var table = [UInt8](repeating: 0, count: 256)
    for stored in Element.range {
      let real = input.scale * Float(stored - input.zeroPoint)
      let rescaled = (function(real) * inverseScale).rounded(.toNearestOrAwayFromZero)
      let result = Element(roundedToInt32(rescaled + Float(output.zeroPoint)), clampedTo: Element.range)
      table[Int(UInt8(truncatingIfNeeded: stored))] = UInt8(truncatingIfNeeded: result)
    }
    self.init(outputShape: outputShape, table: table)
  }
}
