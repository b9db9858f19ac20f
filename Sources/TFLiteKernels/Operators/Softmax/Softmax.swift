import TFLiteMicrokernels
import TFLiteSchema

/// SOFTMAX on 8-bit tensors.
struct Softmax<Element: QuantizedInteger>: TotalOperator {
  let outputShape: [Int]
  /// Whether results are int16.
  var isWidening = false
  /// Brings a difference of stored values to Q5.26; at least 1.
  let multiplier: QuantizedMultiplier
  /// A smaller difference to the row's maximum contributes nothing.
  let smallestDifference: Int32
  /// nil where plain loops have to do.
  var vector: VectorSoftmax?

  var outputShapes: [[Int]] { [outputShape] }
  var overwritableInputs: [Int] { isWidening ? [] : [0] }
  var path: KernelPath { vector == nil ? .plain : .vector }
  var scratchByteCount: Int { vector?.split.scratchByteCount ?? 0 }

  func run(_ call: OperatorCall) {
    if isWidening { return runReference(call, into: Int16.self) }
    guard let vector else { return runReference(call, into: Element.self) }
    vector.run(call, of: Element.self)
  }
}

/// SOFTMAX: e^(beta · x), divided by the sum along the last dimension.
///
/// Input and output: tensors of one shape and type, of 1 to 8 dimensions. 8-bit output: scale 1/256, zero point at the
/// type's lowest value. 8-bit input may also have an int16 output: scale 1/65536, zero point -32768. int16 has
/// zero points of 0 and results in units of 2⁻¹⁵: ``WideSoftmax``.
///
/// Results are in these units even where a file states others, as converters did that divided by 255 and 65535. TFLite
/// takes an int8 output whose scale is a thousandth off, and others with any scale; here a hundredth is the most.
///
/// On 8 bits, phones compute another one, in the units that the file states: ``TabulatedSoftmax``,
/// ``TabulatedWideningSoftmax``.
///
/// Source: `tflite/kernels/activations.cc`, SoftmaxPrepare; `tflite/kernels/internal/reference/softmax.h`.
enum SoftmaxOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.vector(.float32, .uint8, .int8), .plain(.int16, .float16)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 1...1)
    return switch try context.activationType(of: Self.self) {
    case .float32: try prepareFloat(context)
    case .uint8: try prepareQuantized(context, UInt8.self)
    case .int16: try WideSoftmax(context)
    case .float16: try prepareHalf(context)
    default: try prepareQuantized(context, Int8.self)
    }
  }

  private static func prepareQuantized<Element: QuantizedInteger>(
    _ context: OperatorContext, _ element: Element.Type
  ) throws -> any PreparedOperator {
    let (input, output) = (try context.input(0), context.output(0))
    let options = try context.options(SoftmaxOptions.self)
    let isWidening = output.type == .int16
    if !isWidening { try context.require(output, sameTypeAs: input) }
    try context.require(input, rank: 1...8)
    try context.require(
      output, scale: isWidening ? 1 / 65536 : 1 / 256, zeroPoint: isWidening ? -32768 : Element.range.lowerBound,
      tolerance: output.type == .int8 ? 0.001 : 0.01)
    let scaling = try context.softmaxScaling(of: input, beta: options.beta)
    if context.numerics.architecture == .arm64 {
      let scales = (try context.perTensorQuantization(input).scale, try context.perTensorQuantization(output).scale)
      return isWidening
        ? TabulatedWideningSoftmax<Element>(
          shape: input.shape, scale: scales.0, outputScale: scales.1, beta: options.beta)
        : TabulatedSoftmax<Element>(shape: input.shape, scale: scales.0, outputScale: scales.1, beta: options.beta)
    }
    var softmax = Softmax<Element>(
      outputShape: input.shape, isWidening: isWidening, multiplier: scaling.multiplier,
      smallestDifference: scaling.smallestDifference)
    if !isWidening { softmax.vector = VectorSoftmax(context, softmax) }
    return softmax
  }

  private static func prepareHalf(_ context: OperatorContext) throws -> any PreparedOperator {
    let input = try context.input(0)
    try context.require(context.output(0), sameTypeAs: input)
    try context.require(input, rank: 1...8)
    return HalfSoftmax(outputShape: input.shape, beta: try context.options(SoftmaxOptions.self).beta)
  }

  private static func prepareFloat(_ context: OperatorContext) throws -> any PreparedOperator {
    let input = try context.input(0)
    try context.require(context.output(0), sameTypeAs: input)
    try context.require(input, rank: 1...8)
    return FloatSoftmax(
      outputShape: input.shape, beta: try context.options(SoftmaxOptions.self).beta,
      kernels: context.microkernelsForActivation?.elementary)
  }
}

/// SOFTMAX of float16 numbers.
struct HalfSoftmax: TotalOperator {
  let outputShape: [Int]
  let beta: Float

  var outputShapes: [[Int]] { [outputShape] }

  func run(_ call: OperatorCall) { runReference(call) }
}

/// SOFTMAX in float32.
struct FloatSoftmax: TotalOperator {
  let outputShape: [Int]
  let beta: Float
  /// nil where plain loops have to do.
  let kernels: (any ElementaryMicrokernels.Type)?

  var outputShapes: [[Int]] { [outputShape] }
  var path: KernelPath { kernels == nil ? .plain : .vector }

  func run(_ call: OperatorCall) {
    if let kernels { runVector(call, kernels) } else { runReference(call) }
  }
}

/// How differences of stored values become exponents.
struct SoftmaxScaling {
  /// Brings a difference of stored values to Q5.26; at least 1.
  let multiplier: QuantizedMultiplier
  /// A smaller difference to the row's maximum contributes nothing.
  let smallestDifference: Int32
}

extension OperatorContext {
  /// Source: `tflite/kernels/internal/quantization_util.cc`, PreprocessSoftmaxScaling and CalculateInputRadius.
  func softmaxScaling(of input: TensorDescriptor, beta: Float) throws(KernelError) -> SoftmaxScaling {
    let scale = Double(try perTensorQuantization(input).scale)
    let real = min(Double(beta) * scale * 0x1p26, 0x1p31 - 1)
    guard real > 1 else {
      throw .option(
        identity, name: "beta", found: "\(beta)",
        expected: "a value whose product with the input scale \(scale) is above 2⁻²⁶")
    }
    let multiplier = try multiplier(real, for: input)
    let radius = (31 * 0x1p26 / Double(sign: .plus, exponent: Int(multiplier.exponent), significand: 1)).rounded(.down)
    return SoftmaxScaling(multiplier: multiplier, smallestDifference: -Int32(radius))
  }
}
