import TFLiteSchema

/// PACK: tensors are laid one behind the other along a new dimension.
///
/// Inputs: `values_count` tensors of one shape and type. Output: their shape, with a new dimension of that size at
/// `axis`, which may count from the end of the new shape; scale and zero point are those of the inputs.
///
/// Source: `tflite/kernels/pack.cc`; `tflite/kernels/internal/reference/reference_ops.h`, Pack.
enum PackOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.copy()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let options = try context.options(PackOptions.self)
    let count = try context.positive(options.valuesCount, "values_count")
    try context.requireOperands(inputs: count...count)
    let (first, output) = (try context.input(0), context.output(0))
    try context.require(output, sameTypeAs: first)
    let elementSize = try context.elementSize(of: first)
    let axis = try axis(options.axis, context, of: first)
    for index in 0..<count {
      let input = try context.input(index)
      try context.require(input, sameTypeAs: first)
      try context.require(input, shape: first.shape)
      try context.require(output, sameMeaningAs: input)
    }
    var shape = first.shape
    shape.insert(count, at: axis)
    var targetStrides = shape.rowMajorStrides
    let step = targetStrides.remove(at: axis)
    let levels = zip(first.shape, zip(first.shape.rowMajorStrides, targetStrides)).map { count, strides in
      StridedCopy.Dimension(
        count: count, sourceStride: strides.0 &* elementSize, targetStride: strides.1 &* elementSize)
    }
    return Movement(
      outputShapes: [shape],
      paths: (0..<count).map { index in
        let copy = StridedCopy(targetOffset: index &* step &* elementSize, levels, elementSize: elementSize)
        return Movement.Path(input: index, copy: copy)
      })
  }

  /// The place of the new dimension, which may count from the end of the new shape.
  private static func axis(
    _ axis: Int32, _ context: OperatorContext, of input: TensorDescriptor
  ) throws(KernelError) -> Int {
    let resolved = Int(axis) < 0 ? Int(axis) + input.rank + 1 : Int(axis)
    guard (0...input.rank).contains(resolved) else {
      throw .option(
        context.identity, name: "axis", found: "\(axis)",
        expected: "\(-input.rank - 1) to \(input.rank) for a new dimension of \(input.identity)")
    }
    return resolved
  }
}
