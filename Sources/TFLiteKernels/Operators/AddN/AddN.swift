import TFLiteSchema

/// ADD_N: the sum of any number of tensors of one shape.
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

enum AddNOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32, .int32)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 2...max(2, context.inputs.count))
    let first = try context.input(0)
    try context.require(first, type: .float32, .int32)
    try context.require(context.output(0), sameTypeAs: first)
    for position in context.inputs.indices.dropFirst() {
      let input = try context.input(position)
      try context.require(input, sameTypeAs: first)
      try context.require(input, shape: first.shape)
    }
    return AddN(outputShape: first.shape, inputCount: context.inputs.count, type: first.type)
  }
}
