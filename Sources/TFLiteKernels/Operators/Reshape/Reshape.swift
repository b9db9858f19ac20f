import TFLiteSchema

/// RESHAPE and all other operators that give the same elements in the same order another shape.
struct Reshape: TotalOperator {
  let outputShape: [Int]
  let byteCount: Int

  var outputShapes: [[Int]] { [outputShape] }
  var path: KernelPath { .copy }
  var inputsInPlace: [InputInPlace] { [InputInPlace(input: 0)] }

  func run(_ call: OperatorCall) {
    guard byteCount > 0, call.inputBytes(0) != UnsafeRawPointer(call.outputBytes(0)) else { return }
    runReference(call)
  }
}

extension Reshape {
  /// A copy of an input into the first output, under a shape with as many elements.
  init(_ context: OperatorContext, _ input: TensorDescriptor, outputShape: [Int]) throws(KernelError) {
    try context.require(context.output(0), sameTypeAs: input)
    self.outputShape = outputShape
    byteCount = input.elementCount * (try context.elementSizeWithStrings(of: input))
  }
}

/// RESHAPE: the same elements in the same order under another shape.
///
/// Inputs: a tensor; optionally its new shape [rank], int32. Without it, `new_shape` holds the shape. One dimension may
/// be -1: it takes what the others leave. Output: of that shape.
///
/// Source: `tflite/kernels/reshape.cc`.
enum ReshapeOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.copy()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 1...2)
    let input = try context.input(0)
    let requested = try requestedShape(context)
    return try Reshape(context, input, outputShape: try resolve(requested, context, input: input))
  }

  /// The shape as the file states it, possibly with a -1. Source: `tflite/kernels/reshape.cc`.
  private static func requestedShape(_ context: OperatorContext) throws(KernelError) -> [Int] {
    if let tensor = context.optionalInput(1), tensor.rank == 1, tensor.type == .int32 {
      return try context.integers(tensor)
    }
    let shape = try context.options(ReshapeOptions.self).newShape.map(Int.init)
    // Old converters wrote [0] for a scalar.
    return shape == [0] ? [] : shape
  }

  private static func resolve(
    _ requested: [Int], _ context: OperatorContext, input: TensorDescriptor
  ) throws(KernelError) -> [Int] {
    func misfit(_ expected: String) -> KernelError {
      .shape(context.identity, input.identity, found: input.shape, expected: expected)
    }
    let unknown = requested.indices.filter { requested[$0] == -1 }
    guard unknown.count <= 1, requested.allSatisfy({ $0 >= -1 }) else {
      throw .option(
        context.identity, name: "new_shape", found: "\(requested)",
        expected: "dimensions of 0 or more, at most one of them -1")
    }
    var known = 1
    for dimension in requested where dimension != -1 {
      let (product, overflow) = known.multipliedReportingOverflow(by: dimension)
      guard !overflow else { throw misfit("as many elements as \(requested)") }
      known = product
    }
    var shape = requested
    if let unknown = unknown.first {
      guard known > 0, input.elementCount % known == 0 else {
        throw misfit("a multiple of \(known) elements, to fit \(requested)")
      }
      shape[unknown] = input.elementCount / known
    } else if known != input.elementCount {
      throw misfit("\(known) elements, to fit \(requested)")
    }
    return shape
  }
}
