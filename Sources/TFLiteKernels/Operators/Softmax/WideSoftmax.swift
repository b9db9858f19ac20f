import TFLiteElementaryFunctions
import TFLiteSchema

/// SOFTMAX on int16 tensors.
struct WideSoftmax: TotalOperator {
  let outputShape: [Int]
  /// Brings a difference of stored values to units of 10 / 65535, a smaller one than -10 of which counts as that.
  let multiplier: QuantizedMultiplier
  let exponential = Self.exponential
  let reciprocal = Self.reciprocal

  var outputShapes: [[Int]] { [outputShape] }
  var overwritableInputs: [Int] { [0] }

  /// eˣ from -10 to 0, in Q0.15.
  private static let exponential = InterpolatedTable(
    scale: 10.0 / 65535, zeroPoint: 32767, outputScale: 2.0 / 65535, outputZeroPoint: 0
  ) { ElementaryFunctions.exp($0) }

  /// 1 / (1 + x) from 0 to 1, in Q0.15.
  private static let reciprocal = InterpolatedTable(
    scale: 1.0 / 65535, zeroPoint: -32768, outputScale: 2.0 / 65535, outputZeroPoint: 0
  ) { 1 / (1 + $0) }

  func run(_ call: OperatorCall) { runReference(call) }
}

extension WideSoftmax {
  init(_ context: OperatorContext) throws {
    let (input, output) = (try context.input(0), context.output(0))
    try context.require(output, sameTypeAs: input)
    try context.require(input, rank: 1...8)
    let quantization = try context.unaryQuantization()
    guard abs(quantization.output.scale - 0x1p-15) <= 0.001 * 0x1p-15 else {
      throw KernelError.quantization(
        context.identity, output.identity, expected: "scale \(0x1p-15 as Float), as results have on int16")
    }
    let beta = try context.options(SoftmaxOptions.self).beta
    let real = Double(quantization.input.scale * beta) / (10.0 / 65535)
    guard real.isFinite, real > 0 else {
      throw KernelError.option(
        context.identity, name: "beta", found: "\(beta)", expected: "a positive value that fits the input's scale")
    }
    self.init(outputShape: input.shape, multiplier: try context.multiplier(real, for: input))
  }
}
