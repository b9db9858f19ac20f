import TFLiteSchema

/// DILATE: the elements of a tensor, moved apart along each dimension, and one value between them.
///
/// Inputs: a tensor of at least one dimension and any type; for each dimension the distance of neighbors, which is at
/// least 1: [rank], int32; the value between them, whose first element counts, of the tensor's type. Output: of the
/// tensor's type, with (size - 1) · distance + 1 elements along each dimension.
///
/// Source: `tflite/kernels/dilate.cc`.
enum DilateOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.copy()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 3...3)
    let (input, distanceTensor, value) = (try context.input(0), try context.input(1), try context.input(2))
    try context.require(context.output(0), sameTypeAs: input)
    try context.require(value, sameTypeAs: input)
    try context.require(input, rank: 1...Int(Int32.max))
    try context.requireElements(input)
    try context.requireElements(value)
    try context.require(distanceTensor, shape: [input.rank])
    let elementSize = try context.elementSize(of: input)
    let distances = try context.integers(distanceTensor, types: [.int32])
    guard distances.allSatisfy({ $0 >= 1 }) else {
      throw KernelError.value(
        context.identity, distanceTensor.identity, "holds the distances \(distances), expected 1 or more")
    }
    let shape = zip(input.shape, distances).map { ($0 - 1).clampedProduct($1).clampedSum(1) }
    let strides = zip(input.shape.rowMajorStrides, zip(shape.rowMajorStrides, distances))
    let levels = zip(input.shape, strides).map { count, strides in
      StridedCopy.Dimension(
        count: count, sourceStride: strides.0 &* elementSize,
        targetStride: strides.1.0 &* strides.1.1 &* elementSize)
    }
    return FilledCopy(
      outputShape: shape, elementSize: elementSize, filling: .element(ofInput: 2),
      copy: StridedCopy(levels, elementSize: elementSize))
  }
}
