import TFLiteSchema

/// CUMSUM of any type.
struct Cumsum: TotalOperator {
  /// The elements before, along and behind the dimension.
  let sizes: AxisSizes
  let outputShape: [Int]
  let type: TensorType
  let isExclusive: Bool
  let isReversed: Bool

  var outputShapes: [[Int]] { [outputShape] }

  func run(_ call: OperatorCall) {
    switch type {
    case .float32: runReference(call, Float.self)
    case .int32: runReference(call, Int32.self)
    default: runReference(call, Int64.self)
    }
  }
}

/// CUMSUM: every element becomes the sum of all elements up to it along one dimension.
///
/// Inputs: a tensor; the dimension, one int32 or int64, which may count from the end. Output: the tensor's shape and
/// type. `exclusive` leaves an element's own value out, `reverse` sums from the end. Integers wrap around.
///
/// Source: `tflite/kernels/cumsum.cc`; `tflite/kernels/internal/optimized/optimized_ops.h`, CumSum, which the reference
/// resolver runs, too.
enum CumsumOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32, .int32, .int64)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 2...2)
    let (input, output) = (try context.input(0), context.output(0))
    try context.requireActivationType(of: Self.self)
    try context.require(output, sameTypeAs: input)
    let options = try context.optionsOrDefaults(CumsumOptions.self)
    let axis = try context.axis(in: try context.input(1), of: input)
    return Cumsum(
      sizes: AxisSizes(input.shape, axis: axis), outputShape: input.shape, type: input.type,
      isExclusive: options.exclusive, isReversed: options.reverse)
  }
}
