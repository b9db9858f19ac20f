import TFLiteSchema

/// PAD and PADV2.
struct Pad: TotalOperator {
  let outputShape: [Int]
  /// Where the input's elements go.
  let copy: StridedCopy
  let elementSize: Int
  /// The bytes of one element of the border; nil where an input holds them.
  let border: [UInt8]?
  private let inputShape: [Int]
  private let paddings: [(before: Int, behind: Int)]
  /// Whether the border means 0, and elements are floats.
  private let isZero: Bool
  private let isFloat: Bool

  fileprivate init(
    inputShape: [Int], paddings: [(before: Int, behind: Int)], elementSize: Int, border: [UInt8]?, isZero: Bool,
    isFloat: Bool
  ) {
    self.inputShape = inputShape
    self.paddings = paddings
    self.elementSize = elementSize
    self.border = border
    self.isZero = isZero
    self.isFloat = isFloat
    outputShape = zip(inputShape, paddings).map { $0 + $1.before + $1.behind }
    let strides = zip(inputShape.rowMajorStrides, outputShape.rowMajorStrides)
    let targetOffset = zip(paddings, outputShape.rowMajorStrides).reduce(0) { $0 &+ $1.0.before &* $1.1 }
    copy = StridedCopy(
      targetOffset: targetOffset &* elementSize,
      zip(inputShape, strides).map { count, strides in
        .init(count: count, sourceStride: strides.0 &* elementSize, targetStride: strides.1 &* elementSize)
      },
      elementSize: elementSize)
  }

  var outputShapes: [[Int]] { [outputShape] }
  var path: KernelPath { .copy }

  func run(_ call: OperatorCall) { runReference(call) }
}

extension Pad {
  var spatialPadding: SpatialPadding? { isZero ? SpatialPadding(paddings) : nil }

  var paddedChannels: Int? {
    // The channels, where zeros behind them are all of the padding.
    guard isZero, isFloat, let last = paddings.last, last.before == 0,
      paddings.dropLast().allSatisfy({ $0 == (0, 0) })
    else { return nil }
    return inputShape.last
  }

  func preceding(_ order: DimensionOrder, constants: Set<Int>) -> (any PreparedOperator)? {
    // The paddings have become part of this operator; a border is one element.
    guard !constants.contains(0) else { return nil }
    return Pad(
      inputShape: order.input(of: inputShape), paddings: order.input(of: paddings), elementSize: elementSize,
      border: border, isZero: isZero, isFloat: isFloat)
  }
}

/// PAD: a border around a tensor, filled with what means 0.
///
/// Inputs: a tensor of at most 8 dimensions; its paddings [rank, 2] (before, behind), int32, int64, int16 or int8.
/// Output: the tensor with its border.
///
/// TFLite copies stored values even where input and output differ in scale or zero point; here that is an error.
///
/// Source: `tflite/kernels/pad.cc`; `tflite/kernels/internal/reference/pad.h`.
enum PadOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.copy()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 2...3)
    let (input, output) = (try context.input(0), context.output(0))
    try context.require(output, sameTypeAs: input)
    try context.require(input, rank: 0...8)
    try context.require(output, sameMeaningAs: input)
    let elementSize = try context.elementSize(of: input)
    let paddings = try context.paddings(try context.input(1), of: input)
    return Pad(
      inputShape: input.shape, paddings: paddings, elementSize: elementSize,
      border: try border(context, output: output, elementSize: elementSize), isZero: context.inputs.count == 2,
      isFloat: input.type == .float32)
  }

  private static func border(
    _ context: OperatorContext, output: TensorDescriptor, elementSize: Int
  ) throws(KernelError) -> [UInt8]? {
    guard let value = context.optionalInput(2) else {
      return try context.paddingElement(output, elementSize: elementSize)
    }
    try context.require(value, sameTypeAs: output)
    try context.requireOneElement(value)
    try context.require(value, sameMeaningAs: output)
    return nil
  }
}

extension SpatialPadding {
  /// nil for another rank than 4, or where batches or channels are padded.
  fileprivate init?(_ paddings: [(before: Int, behind: Int)]) {
    guard paddings.count == 4, paddings[0] == (0, 0), paddings[3] == (0, 0) else { return nil }
    self.init(
      top: paddings[1].before, bottom: paddings[1].behind, left: paddings[2].before, right: paddings[2].behind)
  }
}

extension OperatorContext {
  /// The paddings before and behind each dimension, which a tensor [rank, 2] holds.
  func paddings(
    _ tensor: TensorDescriptor, of input: TensorDescriptor
  ) throws(KernelError) -> [(before: Int, behind: Int)] {
    try require(tensor, shape: [input.rank, 2])
    let values = try integers(tensor, types: [.int32, .int64, .int16, .int8])
    guard values.allSatisfy({ $0 >= 0 && $0 <= Int32.max }) else {
      throw .value(identity, tensor.identity, "holds the paddings \(values), expected 0 to \(Int32.max)")
    }
    return (0..<input.rank).map { (values[2 * $0], values[2 * $0 + 1]) }
  }

  /// The bytes of an element that means 0: the zero point of a quantized tensor.
  func paddingElement(_ tensor: TensorDescriptor, elementSize: Int) throws(KernelError) -> [UInt8] {
    guard [.uint8, .int8, .int16].contains(tensor.type), tensor.quantization?.scale.isEmpty == false else {
      return Array(repeating: 0, count: elementSize)
    }
    let zeroPoint = try perTensorQuantization(tensor).zeroPoint
    return withUnsafeBytes(of: zeroPoint.littleEndian) { Array($0.prefix(elementSize)) }
  }
}
