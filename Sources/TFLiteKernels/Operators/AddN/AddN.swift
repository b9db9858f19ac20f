import TFLiteSchema

/// ADD_N of float32 or int32.
struct AddN: TotalOperator {
  let outputShape: [Int]
  let inputCount: Int
  let type: TensorType

  var outputShapes: [[Int]] { [outputShape] }

  func run(_ call: OperatorCall) {
    switch type {
    case .float32: runReference(call, Float.self)
    default: runReference(call, Int32.self)
    }
  }
}

/// ADD_N: the sum of two or more tensors.
///
/// Inputs: tensors of one shape and type. Output: the same. Sums that are infinite become the largest finite numbers;
/// int32 wraps around.
///
/// Source: `tflite/kernels/add_n.cc`; `tflite/kernels/internal/optimized/optimized_ops.h`, AddN, which the reference
/// resolver runs, too.
enum AddNOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32, .int32)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 2...max(2, context.inputs.count))
    let first = try context.input(0)
    try context.requireActivationType(of: Self.self)
    try context.require(context.output(0), sameTypeAs: first)
    for position in context.inputs.indices.dropFirst() {
      let input = try context.input(position)
      try context.require(input, sameTypeAs: first)
      try context.require(input, shape: first.shape)
    }
    return AddN(outputShape: first.shape, inputCount: context.inputs.count, type: first.type)
  }
}
