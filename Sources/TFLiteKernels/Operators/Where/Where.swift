import TFLiteFlatBuffers
import TFLiteSchema

/// WHERE with a known number of elements that are not 0.
///
/// - Complexity: the elements are visited twice: *prepare* counts them, and the run writes their indices.
struct Where: TotalOperator {
  let inputShape: [Int]
  let type: TensorType
  /// How many elements are not 0.
  let count: Int

  var outputShapes: [[Int]] { [[count, inputShape.count]] }

  func run(_ call: OperatorCall) { runReference(call) }
}

/// WHERE: the indices of all elements that are not 0.
///
/// Input: a tensor of at least one dimension. Output: [elements that are not 0, rank], int64, in the order of the
/// elements.
///
/// Some threads of TFLite take subnormal numbers for 0; here only 0 is 0.
///
/// Source: `tflite/kernels/where.cc`; `tflite/kernels/internal/reference/reference_ops.h`, SelectTrueCoords.
enum WhereOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.bool, .float32, .int32, .int64, .uint32, .int8, .uint8)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 1...1)
    let input = try context.input(0)
    try context.requireActivationType(of: Self.self)
    try context.require(input, rank: 1...Int(Int32.max))
    try context.require(context.output(0), type: .int64)
    let type = input.type
    let count = try context.values(input).withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return 0 }
      var (count, watch) = (0, context.stopWatch)
      Where.forEachNonZero(base, type: type, count: input.elementCount, &watch) { _ in count += 1 }
      // A part of the indices would have no room for all of them.
      try watch.check(after: 0)
      return count
    }
    return Where(inputShape: input.shape, type: type, count: count)
  }
}
