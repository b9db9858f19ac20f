import TFLiteSchema

/// CAST from any type to any other.
struct Cast: TotalOperator {
  let outputShape: [Int]
  let source: any CastType.Type
  let target: any CastType.Type

  var outputShapes: [[Int]] { [outputShape] }

  func run(_ call: OperatorCall) { runReference(call) }
}

/// CAST: the same numbers in another type, whatever scales the tensors have.
///
/// Input: a tensor. Output: its shape. Integers are cut to the lower bits. Real numbers lose their fraction, and what
/// does not fit becomes the nearest number that does, NaN the highest. Of complex numbers the real part counts, unless
/// they stay complex. Integers of 4 and 2 bits are exchanged with float32 alone.
///
/// Source: `tflite/kernels/cast.cc`. The options only repeat the types of the tensors, or contradict them: they are not
/// read.
enum CastOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [
    .plain(
      .bool, .uint8, .int8, .uint16, .int16, .uint32, .int32, .int64, .float16, .bfloat16, .float32, .float64,
      .complex64, .int4, .uint4, .int2),
    .copy(.complex64),
  ]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 1...1)
    let (input, output) = (try context.input(0), context.output(0))
    let (source, target) = (try castType(of: input, context), try castType(of: output, context))
    // Integers of less than a byte are exchanged with float32 alone.
    if input.type.isPacked { try context.require(output, type: .float32) }
    if output.type.isPacked { try context.require(input, type: .float32) }
    // Complex numbers keep their imaginary part.
    if input.type == .complex64, output.type == .complex64 {
      return try Reshape(context, input, outputShape: input.shape)
    }
    return Cast(outputShape: input.shape, source: source, target: target)
  }

  private static let types: [TensorType: any CastType.Type] = [
    .bool: TruthValue.self, .uint8: UInt8.self, .int8: Int8.self, .uint16: UInt16.self, .int16: Int16.self,
    .uint32: UInt32.self, .int32: Int32.self, .int64: Int64.self, .float16: HalfBits.self,
    .bfloat16: BrainBits.self, .float32: Float.self, .float64: Double.self, .complex64: ComplexFloat.self,
    .int4: PackedInt4.self, .uint4: PackedUInt4.self, .int2: PackedInt2.self,
  ]

  private static func castType(
    of tensor: TensorDescriptor, _ context: OperatorContext
  ) throws(KernelError) -> any CastType.Type {
    if let type = types[tensor.type] { return type }
    let known = types.keys.sorted { $0.rawValue < $1.rawValue }.map { "\($0)" }.joined(separator: ", ")
    throw .type(context.identity, tensor.identity, found: tensor.type, expected: "one of \(known)")
  }
}

extension TensorType {
  /// Whether several elements share a byte.
  fileprivate var isPacked: Bool { (bitWidth ?? 8) < 8 }
}
