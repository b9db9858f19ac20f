import TFLiteSchema

/// DYNAMIC_UPDATE_SLICE of elements of any size.
struct DynamicUpdateSlice: TotalOperator {
  let outputShape: [Int]
  let updateShape: [Int]
  let indexType: TensorType
  /// Bytes of the whole tensor.
  let byteCount: Int
  /// Whether two elements share a byte.
  let isPacked: Bool
  /// Bytes of an element that has bytes of its own.
  let elementSize: Int
  /// The slice's elements on their way, as if it began with the tensor's first element.
  let copy: StridedCopy

  var outputShapes: [[Int]] { [outputShape] }
  var path: KernelPath { .copy }

  func run(_ call: OperatorCall) { runReference(call) }
}

/// DYNAMIC_UPDATE_SLICE: a tensor in which a slice is replaced by another tensor.
///
/// Inputs: a tensor of any type, int4 among them, and at most 8 dimensions; what replaces the slice, of that type and
/// rank, and not larger along any dimension; where the slice begins: [rank], int32 or int64. A beginning from which it
/// would not fit is moved. Output: the tensor's shape and type.
///
/// TFLite copies stored values even where the tensors differ in scale or zero point; here that is an error.
///
/// Source: `tflite/kernels/dynamic_update_slice.cc`.
enum DynamicUpdateSliceOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.copy()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 3...3)
    let (input, update, start) = (try context.input(0), try context.input(1), try context.input(2))
    for tensor in [update, context.output(0)] {
      try context.require(tensor, sameTypeAs: input)
      try context.require(tensor, sameMeaningAs: input)
    }
    try context.require(start, type: .int32, .int64)
    try context.require(input, rank: 0...8)
    try context.require(start, shape: [input.rank])
    guard update.rank == input.rank, zip(update.shape, input.shape).allSatisfy({ $0 <= $1 }) else {
      throw KernelError.shape(
        context.identity, update.identity, found: update.shape,
        expected: "\(input.rank) dimensions, none above that of \(input.identity): \(input.shape)")
    }
    let isPacked = input.type == .int4
    let elementSize = isPacked ? 1 : try context.elementSize(of: input)
    let strides = zip(update.shape.rowMajorStrides, input.shape.rowMajorStrides)
    let levels = zip(update.shape, strides).map { count, strides in
      StridedCopy.Dimension(
        count: count, sourceStride: strides.0 &* elementSize, targetStride: strides.1 &* elementSize)
    }
    return DynamicUpdateSlice(
      outputShape: input.shape, updateShape: update.shape, indexType: start.type, byteCount: input.byteCount,
      isPacked: isPacked, elementSize: elementSize, copy: StridedCopy(levels, elementSize: elementSize))
  }
}
