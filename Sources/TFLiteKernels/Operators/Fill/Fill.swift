import TFLiteSchema

/// FILL of a known shape.
struct Fill: TotalOperator {
  let outputShape: [Int]
  let elementSize: Int

  var outputShapes: [[Int]] { [outputShape] }
  var path: KernelPath { .copy }

  func run(_ call: OperatorCall) {
    call.outputBytes(0).fill(
      with: UnsafeRawBufferPointer(start: call.inputBytes(1), count: elementSize), count: outputShape.wrappingProduct,
      call.workers)
  }
}

/// FILL: a tensor of one value.
///
/// Inputs: the shape [rank], int32 or int64; the value, a scalar of any type. Output: that shape, of the value's type,
/// scale and zero point.
///
/// Source: `tflite/kernels/fill.cc`; `tflite/kernels/internal/reference/fill.h`.
enum FillOperator: OperatorDefinition {
  static let activation = 1
  static let kernels: [KernelDeclaration] = [.copy()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 2...2)
    let (shapeTensor, value) = (try context.input(0), try context.input(1))
    try context.require(shapeTensor, rank: 1...1)
    try context.require(value, rank: 0...0)
    try context.require(context.output(0), sameTypeAs: value)
    try context.require(context.output(0), sameMeaningAs: value)
    let elementSize = try context.elementSizeWithStrings(of: value)
    let shape = try context.integers(shapeTensor)
    guard shape.allSatisfy({ $0 >= 0 }) else {
      throw KernelError.value(
        context.identity, shapeTensor.identity, "holds \(shape.abbreviated), expected sizes of 0 or more")
    }
    return Fill(outputShape: shape, elementSize: elementSize)
  }
}
