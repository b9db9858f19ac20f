import TFLiteSchema

/// An operator on 8-bit tensors that computes each element from the element in the same place: each of the 256 stored
/// values has its result in a table.
///
/// - Complexity: 256 evaluations of the function at *prepare*; a run only looks up.
struct LookupTable: ElementwiseOperator {
  var outputShape: [Int]
  /// The stored result for each stored byte.
  let table: [UInt8]
  /// nil where plain loops are asked for.
  var vector: VectorLookupTable?

  var outputShapes: [[Int]] { [outputShape] }
  var overwritableInputs: [Int] { [0] }
  var path: KernelPath { vector == nil ? .plain : .vector }

  func run(_ call: OperatorCall) {
    guard let vector else { return runReference(call) }
    vector.apply(
      from: call.inputBytes(0), to: call.outputBytes(0), count: outputShape.reduce(1, *), workers: call.workers)
  }
}

extension LookupTable {
  func postOperation(on input: Int, inputsAt positions: [Int], channels: Int) -> (any PostOperation)? { vector }
}

extension LookupTable {
  /// Tabulates a function of stored values; results are clamped to the element's range.
  init<Element: QuantizedInteger>(
    _ context: OperatorContext, _ element: Element.Type, ofStored function: (Int32) -> Int32
  ) throws(KernelError) {
    try self.init(context, from: Element.range, to: Element.range, ofStored: function)
  }

  /// Tabulates a function from one 8-bit type to another; results are clamped to the second range.
  init(
    _ context: OperatorContext, from input: ClosedRange<Int32>, to output: ClosedRange<Int32>,
    ofStored function: (Int32) -> Int32
  ) throws(KernelError) {
    var table = [UInt8](repeating: 0, count: 256)
    for stored in input {
      table[Int(UInt8(truncatingIfNeeded: stored))] = UInt8(function(stored), clampedTo: output)
    }
    let kernels = context.microkernelsForActivation?.tables
    self.init(
      outputShape: try context.input(0).shape, table: table, vector: kernels.map { VectorLookupTable($0, table) })
  }

  /// Tabulates a function of real values, evaluated in float32.
  ///
  /// XNNPACK makes the same tables but for results halfway between two stored values: it adds the zero point before it
  /// rounds, and takes the even one.
  ///
  /// Source: `tflite/kernels/internal/common.h`, LUTPopulate; `xnn_qs8_quantize` in XNNPACK's `src/xnnpack/math.h`.
  init<Element: QuantizedInteger>(
    _ context: OperatorContext, _ element: Element.Type, from input: AffineQuantization,
    to output: AffineQuantization, onXNNPACK: Bool, _ function: (Float) -> Float
  ) throws(KernelError) {
    let (inverseScale, zeroPoint) = (1 / output.scale, Float(output.zeroPoint))
    try self.init(context, element) { stored in
      let rescaled = function(input.scale * Float(stored - input.zeroPoint)) * inverseScale
      return roundedToInt32(
        onXNNPACK
          ? (rescaled + zeroPoint).rounded(.toNearestOrEven)
          : rescaled.rounded(.toNearestOrAwayFromZero) + zeroPoint)
    }
  }
}

extension OperatorContext {
  /// Tabulates a function of real values for an operator with one 8-bit input and an output of the same type and
  /// shape.
  func lookupTable<Element: QuantizedInteger>(
    _ element: Element.Type, onXNNPACK: Bool = false, ofReal function: (Float) -> Float
  ) throws(KernelError) -> LookupTable {
    let (input, output) = (try input(0), output(0))
    try require(output, sameTypeAs: input)
    return try LookupTable(
      self, element, from: try perTensorQuantization(input), to: try perTensorQuantization(output),
      onXNNPACK: onXNNPACK, function)
  }
}
