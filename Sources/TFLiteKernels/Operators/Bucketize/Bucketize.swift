import TFLiteSchema

/// BUCKETIZE of any type.
struct Bucketize: TotalOperator {
  let outputShape: [Int]
  let type: TensorType
  let boundaries: [Float]

  var outputShapes: [[Int]] { [outputShape] }

  func run(_ call: OperatorCall) {
    call.workers.forEachRange(of: outputShape.wrappingProduct, minimumCount: 1024) { runReference(call, $0) }
  }
}

/// BUCKETIZE: the number of boundaries that are not above an element.
///
/// Input: a tensor of numbers. Output: its shape, int32. The boundaries are an option, and ascend.
///
/// Source: `tflite/kernels/bucketize.cc`.
enum BucketizeOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32, .float64, .int32, .int64)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 1...1)
    try context.requireActivationType(of: Self.self)
    let input = try context.input(0)
    try context.require(context.output(0), type: .int32)
    let boundaries = try context.options(BucketizeOptions.self).boundaries
    if let index = boundaries.indices.dropFirst().first(where: { boundaries[$0] < boundaries[$0 - 1] }) {
      throw KernelError.option(
        context.identity, name: "boundaries",
        found: "\(boundaries[index]) behind \(boundaries[index - 1])", expected: "numbers that ascend")
    }
    return Bucketize(outputShape: input.shape, type: input.type, boundaries: boundaries)
  }
}
