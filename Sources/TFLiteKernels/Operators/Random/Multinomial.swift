import TFLiteSchema

/// MULTINOMIAL of a known number of samples.
struct Multinomial: TotalOperator {
  let batches: Int
  let classes: Int
  let samples: Int
  let isWide: Bool
  let place: GeneratorPlace

  var outputShapes: [[Int]] { [[batches, samples]] }
  var isPure: Bool { false }
  /// The cumulative distribution of one batch.
  var scratchByteCount: Int { classes &* 8 }

  func run(_ call: OperatorCall) {
    if isWide { runReference(call, as: Int64.self) } else { runReference(call, as: Int32.self) }
  }
}

/// MULTINOMIAL: random classes, each as probable as its share of e to the power of the logits.
///
/// Inputs: the logits [batch, classes], float32; the number of samples, a scalar of int32. Output: [batch, samples], int32 or
/// int64. The numbers follow from two seeds, and go on from one run to the next; two seeds of 0 ask for other numbers each
/// time.
///
/// Source: `tflite/kernels/random_ops.cc`.
enum MultinomialOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 2...2)
    try context.requireActivationType(of: Self.self)
    let (logits, count) = (try context.input(0), try context.input(1))
    try context.require(logits, rank: 2...2)
    try context.require(count, type: .int32)
    try context.require(count, rank: 0...0)
    try context.require(context.output(0), type: .int32, .int64)
    guard logits.shape[1] > 0 else {
      throw KernelError.shape(context.identity, logits.identity, found: logits.shape, expected: "at least 1 class")
    }
    let place = try GeneratorPlace(context)
    let samples = try context.integers(count)[0]
    guard samples >= 0 else {
      throw KernelError.value(context.identity, count.identity, "holds \(samples), expected 0 samples or more")
    }
    return Multinomial(
      batches: logits.shape[0], classes: logits.shape[1], samples: samples, isWide: context.output(0).type == .int64,
      place: place)
  }
}
