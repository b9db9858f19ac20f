import TFLiteSchema

extension OperatorContext {
  /// Checks the operands of an operator with as many outputs as an option says, at least one.
  func requireOutputs(
    inputs: Int, counted option: Int32, by name: String
  ) throws(KernelError) -> Int {
    let count = try positive(option, name)
    try requireOperands(inputs: inputs...inputs, outputs: count)
    return count
  }
}

extension Movement {
  /// Cuts an input along one dimension; every output is one part of it.
  static func cutting(
    _ context: OperatorContext, inputIndex: Int, axis: Int, sizes: [Int]
  ) throws(KernelError) -> Movement {
    let input = try context.input(inputIndex)
    let elementSize = try context.elementSize(of: input)
    let strides = input.shape.rowMajorStrides
    var shapes: [[Int]] = []
    var paths: [Path] = []
    var start = 0
    for (index, size) in sizes.enumerated() {
      try context.require(context.output(index), sameTypeAs: input)
      var shape = input.shape
      shape[axis] = size
      shapes.append(shape)
      paths.append(
        Path(
          input: inputIndex, output: index,
          copy: StridedCopy(
            gathering: shape, sourceStrides: strides, sourceOffset: start &* strides[axis], elementSize: elementSize)))
      start += size
    }
    return Movement(outputShapes: shapes, paths: paths)
  }
}
