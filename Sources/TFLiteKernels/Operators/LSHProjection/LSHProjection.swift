import TFLiteSchema

/// LSH_PROJECTION: bits that are likely the same for inputs that are alike (locality-sensitive hashing).
///
/// Inputs: 0 seeds [functions, bits], float32, at most 32 bits; 1 a tensor [rows, …] of strings or of any type whose
/// elements are whole bytes; 2 optionally a weight for each row [rows], float32. Output: int32: with `type` SPARSE
/// [functions], the bits of each function as a number, plus the function's place times 2^bits; with DENSE
/// [functions · bits], 0 or 1.
///
/// A bit is whether the weighted sum, over all rows, of the fingerprint of seed and row, as a signed number, is above 0.
/// Strings are hashed as they lie one after the other, offsets included, cut into as many pieces as there are rows.
///
/// Source: `tflite/kernels/lsh_projection.cc`.
enum LSHProjectionOperator: OperatorDefinition {
  static let activation = 1
  static let kernels: [KernelDeclaration] = [.plain()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 2...3)
    let (seeds, input, output) = (try context.input(0), try context.input(1), context.output(0))
    try context.require(seeds, type: .float32)
    try context.require(seeds, rank: 2...2)
    guard seeds.shape[1] <= 32 else {
      throw KernelError.shape(context.identity, seeds.identity, found: seeds.shape, expected: "at most 32 bits")
    }
    guard input.rank >= 1, input.shape[0] >= 1 else {
      throw KernelError.shape(context.identity, input.identity, found: input.shape, expected: "at least one row")
    }
    if context.inputs.count == 3 {
      let weights = try context.input(2)
      try context.require(weights, type: .float32)
      try context.require(weights, shape: [input.shape[0]])
    }
    try context.require(output, type: .int32)
    let type = try context.options(LSHProjectionOptions.self).type
    guard type != .unknown else {
      throw KernelError.option(context.identity, name: "type", found: "\(type)", expected: "SPARSE or DENSE")
    }
    return LSHProjection(
      identity: context.identity, input: input, output: output, functions: seeds.shape[0], bits: seeds.shape[1],
      rows: input.shape[0], byteCount: input.elementCount &* (try context.elementSizeWithStrings(of: input)),
      isWeighted: context.inputs.count == 3, isDense: type == .dense,
      strings: input.type == .string ? try context.requireStrings() : nil)
  }
}

struct LSHProjection: ThrowingOperator {
  let identity: OperatorIdentity
  let input: TensorDescriptor
  let output: TensorDescriptor
  let functions: Int
  let bits: Int
  let rows: Int
  /// The bytes of the input in memory.
  let byteCount: Int
  let isWeighted: Bool
  let isDense: Bool
  /// Where the input has strings, what they are.
  let strings: StringPool?

  var outputShapes: [[Int]] { [[isDense ? functions &* bits : functions]] }
  var path: KernelPath { .plain }

  func run(_ call: OperatorCall) throws {
    let bytes = UnsafeRawBufferPointer(start: call.inputBytes(1), count: byteCount)
    guard let strings else { return runReference(call, bytes) }
    guard let buffer = strings.buffer(bytes) else { throw KernelError.stringsExceedLimit(identity, input) }
    buffer.withUnsafeBytes { runReference(call, $0) }
  }
}
