import TFLiteSchema

/// REVERSE_V2: some dimensions of a tensor back to front.
///
/// Inputs: a tensor; the dimensions to reverse [count], int32 or int64, which may count from the end. Output: the
/// tensor's shape.
///
/// TFLite takes dimensions that are neighbors only; here any that differ.
///
/// Source: `tflite/kernels/reverse.cc`; `tflite/kernels/internal/reference/reverse.h`.
enum ReverseV2Operator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.copy()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 2...2)
    let (input, axesTensor) = (try context.input(0), try context.input(1))
    try context.require(context.output(0), sameTypeAs: input)
    try context.require(axesTensor, rank: 1...1)
    let elementSize = try context.elementSize(of: input)
    let axes = try context.integers(axesTensor).map { value throws(KernelError) in
      try context.axis(value, heldBy: axesTensor, rank: input.rank)
    }
    guard Set(axes).count == axes.count else {
      throw KernelError.value(
        context.identity, axesTensor.identity, "holds the dimensions \(axes), which repeat one")
    }
    var strides = input.shape.rowMajorStrides
    var offset = 0
    for axis in axes {
      offset &+= (input.shape[axis] - 1) &* strides[axis]
      strides[axis] = -strides[axis]
    }
    return Movement(
      outputShape: input.shape,
      StridedCopy(gathering: input.shape, sourceStrides: strides, sourceOffset: offset, elementSize: elementSize))
  }
}
