import TFLiteFlatBuffers
import TFLiteSchema

/// RANGE with a known number of elements.
struct ArithmeticSequence: TotalOperator {
  let count: Int
  let type: TensorType

  var outputShapes: [[Int]] { [[count]] }

  func run(_ call: OperatorCall) { runReference(call) }
}

/// RANGE: numbers from a start on, in equal steps, as long as they are before a limit.
///
/// Inputs: start, limit and step, scalars of one type. Output: [count], of the same type. A step that does not lead to
/// the limit is an error.
///
/// Source: `tflite/kernels/range.cc`.
enum RangeOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32, .int32, .int64)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 3...3)
    let start = try context.input(0)
    try context.requireActivationType(of: Self.self)
    try context.require(context.output(0), sameTypeAs: start)
    for position in 0..<3 {
      try context.require(try context.input(position), sameTypeAs: start)
      try context.require(try context.input(position), rank: 0...0)
    }
    let count = start.type == .float32 ? try countOfReals(context) : try countOfIntegers(context)
    return ArithmeticSequence(count: count, type: start.type)
  }

  private static func countOfIntegers(_ context: OperatorContext) throws(KernelError) -> Int {
    let values = try (0..<3).map { position throws(KernelError) in
      try context.integer(try context.input(position))
    }
    let (start, limit, step) = (values[0], values[1], values[2])
    guard step != 0, start == limit || (start < limit) == (step > 0) else { throw endless(context, values) }
    let distance = start < limit ? limit.magnitude(above: start) : start.magnitude(above: limit)
    let (whole, rest) = distance.quotientAndRemainder(dividingBy: step.magnitude)
    return Int(clamping: whole).clampedSum(rest == 0 ? 0 : 1)
  }

  private static func countOfReals(_ context: OperatorContext) throws(KernelError) -> Int {
    var values: [Float] = []
    for position in 0..<3 {
      values.append(
        try context.values(try context.input(position)).withUnsafeBytes { $0.loadUnaligned(as: Float.self) })
    }
    let (start, limit, step) = (values[0], values[1], values[2])
    guard start >= limit && step < 0 || start <= limit && step > 0 else { throw endless(context, values) }
    let count = ((limit - start) / step).magnitude.rounded(.up)
    // Infinity and NaN are refused as sizes.
    return count < 0x1p62 ? Int(count) : .max
  }

  private static func endless(_ context: OperatorContext, _ values: [some Any]) -> KernelError {
    .value(
      context.identity, context.inputs[2]?.identity ?? context.outputs[0].identity,
      "holds the step \(values[2]), which does not lead from \(values[0]) to \(values[1])")
  }
}

extension Int {
  /// How far this is above a lesser number.
  fileprivate func magnitude(above other: Int) -> UInt { UInt(bitPattern: self &- other) }
}
