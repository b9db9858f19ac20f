import TFLiteSchema

/// REDUCE_WINDOW: sums, products, the largest or smallest elements, or *all* or *any*, of a window that moves over a
/// tensor.
///
/// Inputs: a tensor of 1 to 6 dimensions; the value to begin with, whose first element counts, of its type; the window's
/// size, its step, and the distance of the elements that it sees: [rank] each, int64, 1 or more. Output: of the tensor's
/// type, with one element for each place where the window fits. Integers wrap around; truth values are bytes.
///
/// Source: `tflite/kernels/stablehlo_reduce_window.cc`.
enum ReduceWindowOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.windowReductions]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 5...5)
    let input = try context.reducedInput(of: Self.self)
    let function = try context.options(ReduceWindowOptions.self).reduceFunction
    guard function != .unsupported else {
      throw KernelError.option(
        context.identity, name: "reduce_function", found: "UNSUPPORTED", expected: "one of the other functions")
    }
    let (sizes, strides, dilations) = (try steps(context, 2), try steps(context, 3), try steps(context, 4))
    return WindowReduction(
      shape: input.shape,
      axes: input.shape.indices.map { axis in
        ReducedAxis(
          size: input.shape[axis], windowSize: sizes[axis], stride: strides[axis], dilation: dilations[axis])
      }, type: input.type, elementSize: try context.elementSize(of: input), function: function)
  }

  private static func steps(_ context: OperatorContext, _ position: Int) throws(KernelError) -> [Int] {
    let tensor = try context.input(position)
    try context.require(tensor, shape: [try context.input(0).rank])
    let values = try context.integers(tensor, types: [.int64])
    guard values.allSatisfy({ (1...Int(Int32.max)).contains($0) }) else {
      throw .value(context.identity, tensor.identity, "holds \(values.abbreviated), expected 1 to \(Int32.max)")
    }
    return values
  }
}
