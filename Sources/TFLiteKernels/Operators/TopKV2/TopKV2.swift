import TFLiteSchema

/// TOPK_V2 with a known number of wanted elements.
///
/// - Complexity: O(*n* log *k*) for the *k* largest of a row of *n* elements; each row allocates *k* positions.
struct TopKV2: TotalOperator {
  let outputShape: [Int]
  let rowLength: Int
  let count: Int
  let type: TensorType
  /// `int32` or `int16`.
  let indexType: TensorType

  var outputShapes: [[Int]] { [outputShape, outputShape] }

  func run(_ call: OperatorCall) { runReference(call) }
}

/// TOPK_V2: the largest elements of each row, largest first, and where they were.
///
/// Inputs: values [..., row]; how many are wanted, one int32 or int16. Outputs: the values [..., wanted], of their
/// type; their positions [..., wanted], int32 or int16. Equal elements keep their order; NaN comes last.
///
/// Source: `tflite/kernels/topk_v2.cc`.
enum TopKV2Operator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32, .uint8, .int8, .int16, .int32, .int64)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 2...2, outputs: 2)
    let (input, wanted, indices) = (try context.input(0), try context.input(1), context.output(1))
    try context.requireActivationType(of: Self.self)
    try context.require(context.output(0), sameTypeAs: input)
    try context.require(indices, type: .int32, .int16)
    guard let rowLength = input.shape.last else {
      throw KernelError.shape(context.identity, input.identity, found: [], expected: "at least one dimension")
    }
    let count = try context.integer(wanted, types: [.int32, .int16])
    guard (0...rowLength).contains(count) else {
      throw KernelError.value(
        context.identity, wanted.identity, "asks for \(count) elements, expected 0 to \(rowLength), the length of a row"
      )
    }
    guard indices.type == .int32 || rowLength <= Int16.max else {
      throw KernelError.type(
        context.identity, indices.identity, found: indices.type, expected: "INT32 for rows of \(rowLength) elements")
    }
    return TopKV2(
      outputShape: input.shape.dropLast() + [count], rowLength: rowLength, count: count, type: input.type,
      indexType: indices.type)
  }
}
