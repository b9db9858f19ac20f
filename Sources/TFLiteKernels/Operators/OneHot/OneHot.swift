import TFLiteSchema

/// ONE_HOT with rows of a known length.
struct OneHot: TotalOperator {
  let outputShape: [Int]
  /// The product of the indices' dimensions before the new one, and behind it.
  let outer: Int
  let inner: Int
  let depth: Int
  let indexType: TensorType
  let elementSize: Int

  var outputShapes: [[Int]] { [outputShape] }
  var path: KernelPath { .copy }

  func run(_ call: OperatorCall) { runReference(call) }
}

/// ONE_HOT: every index becomes a row with one value where the index points and another everywhere else.
///
/// Inputs: indices, int32 or int64; the length of a row, one int32 or int64; the value where an index points and the
/// value elsewhere, one element each, of one type. Output: the indices' shape with the rows as a new dimension `axis`
/// (-1: the last), of the values' type. An index outside the row leaves it without the first value.
///
/// TFLite compares the lower 32 bits of int64 indices; here all bits count.
///
/// Source: `tflite/kernels/one_hot.cc`.
enum OneHotOperator: OperatorDefinition {
  static let activation = 2
  static let kernels: [KernelDeclaration] = [.copy()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 4...4)
    let (indices, depthTensor, on, off) = (
      try context.input(0), try context.input(1), try context.input(2), try context.input(3)
    )
    try context.require(indices, type: .int32, .int64)
    try context.require(context.output(0), sameTypeAs: on)
    try context.require(off, sameTypeAs: on)
    try context.requireOneElement(on)
    try context.requireOneElement(off)
    let stored = try context.options(OneHotOptions.self).axis
    let axis = stored == -1 ? indices.rank : Int(stored)
    guard (0...indices.rank).contains(axis) else {
      throw KernelError.option(context.identity, name: "axis", found: "\(stored)", expected: "-1 to \(indices.rank)")
    }
    let elementSize = try context.elementSize(of: on)
    let depth = try context.integer(depthTensor)
    guard depth >= 0 else {
      throw KernelError.value(context.identity, depthTensor.identity, "holds \(depth), expected 0 or more")
    }
    var shape = indices.shape
    shape.insert(depth, at: axis)
    return OneHot(
      outputShape: shape, outer: indices.shape[..<axis].wrappingProduct, inner: indices.shape[axis...].wrappingProduct,
      depth: depth, indexType: indices.type, elementSize: elementSize)
  }
}
