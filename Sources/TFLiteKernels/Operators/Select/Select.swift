import TFLiteSchema

/// SELECT: where the condition is true, the element of the first tensor, else that of the second.
///
/// Inputs: condition, bool; two tensors of one type, of at most 64 bits, and of one shape. The condition has that
/// shape, or is a scalar, or a vector that chooses whole slices along the first dimension. Output: the tensors' shape
/// and type.
///
/// Source: `tflite/kernels/select.cc`; `tflite/kernels/internal/reference/select.h`.
enum SelectOperator: OperatorDefinition {
  static let activation = 1
  static let kernels: [KernelDeclaration] = [.copy()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try Selection.prepare(context) { condition, first, second in
      try context.require(second, shape: first.shape)
      let isSlicing = condition.rank == 1 && condition.shape.first == first.shape.first
      guard condition.rank == 0 || condition.shape == first.shape || isSlicing else {
        throw KernelError.shape(
          context.identity, condition.identity, found: condition.shape,
          expected: "\(first.shape), a scalar, or a vector as long as the first dimension of \(first.identity)")
      }
      // Behind the slices, the condition repeats.
      let repeats = isSlicing ? Array(repeating: 1, count: first.rank - 1) : []
      return [condition.shape + repeats, first.shape, second.shape]
    }
  }
}
