import TFLiteSchema

/// NumericVerify: by how much stored values, made real, differ from what they should be.
///
/// Inputs: quantized values, uint8, int8, int16 or float16; what they should be, of the same shape, float32. Output: the
/// differences, float32. Where the options say `log_if_failed` and a `tolerance` of 0.1 or more, a difference of more
/// than so many steps of the scale is an error.
///
/// TFLite takes references of any shape, and writes means and deviations into its log. It does not look at another
/// reference for values that are constants.
///
/// Source: `tflite/kernels/numeric_verify.cc`.
enum NumericVerifyOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.uint8, .int8, .int16, .float16)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 2...2)
    try context.requireActivationType(of: Self.self)
    let (input, reference) = (try context.input(0), try context.input(1))
    try context.require(reference, type: .float32)
    try context.require(reference, shape: input.shape)
    let options = try CustomOptions(context)
    let tolerance = options.has("tolerance") ? try options.number("tolerance") : 0
    let scales = input.quantization?.scale ?? []
    let dequantize = try DequantizeOperator.prepare(context.choosing(inputs: [0], output: 0))
    guard case .total(let prepared) = dequantize.runnable else {
      throw KernelError.type(context.identity, input.identity, found: input.type, expected: "whole bytes")
    }
    return NumericVerify(
      identity: context.identity, input: input.identity, outputShape: input.shape, dequantize: prepared,
      greatestDifference: options.flag("log_if_failed") && Double(tolerance) >= 0.1
        ? tolerance * (scales.count == 1 ? scales[0] : 0) : nil)
  }
}

/// NumericVerify of values that DEQUANTIZE makes real.
struct NumericVerify: ThrowingOperator {
  let identity: OperatorIdentity
  let input: TensorIdentity
  let outputShape: [Int]
  let dequantize: any TotalOperator
  /// nil where any difference will do.
  let greatestDifference: Float?

  var outputShapes: [[Int]] { [outputShape] }
  var scratchByteCount: Int { dequantize.scratchByteCount }

  func run(_ call: OperatorCall) throws {
    call.withInputs([0], firstOutput: 0) { dequantize.run($0) }
    try subtractReference(call)
  }
}
