import TFLiteFlatBuffers
import TFLiteSchema

/// PRELU: negative values are multiplied by a tensor of slopes (`alpha` in papers and in TFLite).
///
/// Inputs: a tensor; the slopes, of the same type, or int8 for int16, whose shape is broadcast to the tensor's. Output: the
/// tensor's shape and type.
///
/// Source: `tflite/kernels/activations.cc`, PreluPrepare and ApplyPrelu; `tflite/kernels/internal/reference/prelu.h`.
enum PreluOperator: OperatorDefinition {
  static var weights: Int? { 1 }
  static let kernels: [KernelDeclaration] = [.vector(.float32, .uint8, .int8), .plain(.int16, weights: .int8)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 2...2)
    return switch try context.activationType(of: Self.self) {
    case .float32: try prepareFloat(context)
    case .uint8: try prepareQuantized(context, UInt8.self)
    case .int8: try prepareQuantized(context, Int8.self)
    default: try Prelu<Int16, Int8>(context, broadcast: try broadcast(context, slopes: .int8))
    }
  }

  private static func prepareQuantized<Element: QuantizedInteger>(
    _ context: OperatorContext, _ element: Element.Type
  ) throws -> any PreparedOperator {
    var prelu = try Prelu<Element, Element>(context, broadcast: try broadcast(context))
    // Products of 8-bit values have 17 bits.
    let exponent = max(prelu.identity.exponent, prelu.sloped.exponent)
    if let kernels = context.pairKernels(element, exponent: exponent, largestExponent: 12) {
      prelu.vector = try VectorPairs(context, prelu.vector(kernels, channelSlopes: try channelSlopes(context)))
    }
    return prelu
  }

  /// The slopes, if they are constants, one for each channel.
  private static func channelSlopes(_ context: OperatorContext) throws(KernelError) -> ByteSlice? {
    let (input, slopes) = (try context.input(0), try context.input(1))
    guard let channels = input.shape.last, slopes.shape.last == channels, slopes.elementCount == channels else {
      return nil
    }
    return slopes.constant
  }

  private static func prepareFloat(_ context: OperatorContext) throws -> any PreparedOperator {
    let broadcast = try broadcast(context)
    guard let kernels = context.floatPairKernels else { return FloatPrelu(broadcast: broadcast, vector: nil) }
    let vector = try VectorPairs(context, elementSize: 4) { left, right, output, rows in
      kernels.preluFloats(left: left, right: right, output: output, rows: rows, one: 1)
    }
    return FloatPrelu(broadcast: broadcast, vector: vector)
  }

  /// - Parameter slopes: their type; nil where it is that of the tensor.
  private static func broadcast(
    _ context: OperatorContext, slopes: TensorType? = nil
  ) throws(KernelError) -> Broadcast {
    let (input, slope) = (try context.input(0), try context.input(1))
    try context.require(slope, types: [slopes ?? input.type])
    try context.require(context.output(0), sameTypeAs: input)
    let broadcast = try context.broadcast(input, slope)
    guard broadcast.outputShape == input.shape else {
      throw .shape(
        context.identity, slope.identity, found: slope.shape,
        expected: "a shape that can be broadcast to \(input.shape), the shape of \(input.identity)")
    }
    return broadcast
  }
}

/// PRELU on quantized tensors.
struct Prelu<Element: QuantizedInteger, Slope: QuantizedInteger>: BroadcastOperator {
  var broadcast: Broadcast
  let inputZeroPoint: Int32
  let slopeZeroPoint: Int32
  let outputZeroPoint: Int32
  /// For values from 0 on.
  let identity: QuantizedMultiplier
  /// For products of negative values and slopes.
  let sloped: QuantizedMultiplier
  /// nil where plain loops have to do.
  var vector: VectorPairs?

  var outputShapes: [[Int]] { [broadcast.outputShape] }
  var overwritableInputs: [Int] { [0] }
  var path: KernelPath { vector == nil ? .plain : .vector }

  func run(_ call: OperatorCall) {
    guard let vector else { return runReference(call) }
    vector.run(call, broadcast)
  }
}

extension Prelu {
  fileprivate init(_ context: OperatorContext, broadcast: Broadcast) throws {
    let output = context.output(0)
    let input = try context.perTensorQuantization(try context.input(0))
    let slope = try context.perTensorQuantization(try context.input(1))
    let result = try context.perTensorQuantization(output)
    self.init(
      broadcast: broadcast, inputZeroPoint: input.zeroPoint, slopeZeroPoint: slope.zeroPoint,
      outputZeroPoint: result.zeroPoint,
      identity: try context.multiplier(Double(input.scale / result.scale), for: output),
      sloped: try context.multiplier(Double(input.scale * slope.scale / result.scale), for: output))
  }
}

/// PRELU in float32.
struct FloatPrelu: BroadcastOperator {
  var broadcast: Broadcast
  /// nil where plain loops have to do.
  let vector: VectorPairs?

  var outputShapes: [[Int]] { [broadcast.outputShape] }
  var overwritableInputs: [Int] { vector == nil ? [] : [0] }
  var path: KernelPath { vector == nil ? .plain : .vector }

  func run(_ call: OperatorCall) {
    guard let vector else { return runReference(call) }
    vector.run(call, broadcast)
  }
}
