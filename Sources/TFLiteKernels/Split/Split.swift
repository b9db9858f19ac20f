import TFLiteSchema

/// SPLIT: a tensor cut along one dimension into parts of one size.
///
/// Inputs: the dimension, which may count from the end, and any tensor.
///
/// Source: `tflite/kernels/split.cc`.
enum Split {
  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let count = try context.requireOutputs(
      inputs: 2, counted: context.options(SplitOptions.self).numSplits, by: "num_splits")
    let (axisTensor, input) = (try context.input(0), try context.input(1))
    let axis = try context.axis(try context.integer(axisTensor), heldBy: axisTensor, rank: input.rank)
    guard input.shape[axis] % count == 0 else {
      throw KernelError.shape(
        context.identity, input.identity, found: input.shape, expected: "dimension \(axis) to be a multiple of \(count)"
      )
    }
    let sizes = Array(repeating: input.shape[axis] / count, count: count)
    return try Movement.cutting(context, inputIndex: 1, axis: axis, sizes: sizes)
  }
}

/// SPLIT_V: a tensor cut along one dimension into parts of given sizes.
///
/// Inputs: any tensor, the sizes, one of which may be -1 and takes what the others leave, and the dimension, which may
/// count from the end.
///
/// Source: `tflite/kernels/split_v.cc`.
enum SplitV {
  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let count = try context.requireOutputs(
      inputs: 3, counted: context.options(SplitVOptions.self).numSplits, by: "num_splits")
    let (input, sizesTensor, axisTensor) = (try context.input(0), try context.input(1), try context.input(2))
    try context.require(sizesTensor, shape: [count])
    let axis = try context.axis(try context.integer(axisTensor), heldBy: axisTensor, rank: input.rank)
    let sizes = try sizes(context, of: input, axis: axis, sizesTensor)
    return try Movement.cutting(context, inputIndex: 0, axis: axis, sizes: sizes)
  }

  private static func sizes(
    _ context: OperatorContext, of input: TensorDescriptor, axis: Int, _ tensor: TensorDescriptor
  ) throws(KernelError) -> [Int] {
    var sizes = try context.integers(tensor)
    let total = input.shape[axis]
    let open = sizes.indices.filter { sizes[$0] == -1 }
    let known = sizes.reduce(0) { $1 < 0 ? $0 : $0.clampedSum($1) }
    guard open.count <= 1, sizes.allSatisfy({ $0 >= -1 }), open.isEmpty ? known == total : known <= total else {
      throw .value(
        context.identity, tensor.identity,
        "holds the sizes \(sizes), expected parts of \(total), the size of dimension \(axis) of \(input.identity)")
    }
    if let open = open.first { sizes[open] = total - known }
    return sizes
  }
}

/// UNPACK: a tensor taken apart along one dimension, which disappears.
///
/// Source: `tflite/kernels/unpack.cc`.
enum Unpack {
  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let options = try context.options(UnpackOptions.self)
    let count = try context.requireOutputs(inputs: 1, counted: options.num, by: "num")
    let input = try context.input(0)
    let axis = try context.axis(options.axis, of: input)
    guard input.shape[axis] == count else {
      throw KernelError.shape(
        context.identity, input.identity, found: input.shape, expected: "\(count) in dimension \(axis)")
    }
    for output in context.outputs { try context.require(output, sameMeaningAs: input) }
    let cut = try Movement.cutting(context, inputIndex: 0, axis: axis, sizes: Array(repeating: 1, count: count))
    var shape = input.shape
    shape.remove(at: axis)
    return Movement(outputShapes: Array(repeating: shape, count: count), paths: cut.paths)
  }
}

extension OperatorContext {
  /// Checks the operands of an operator with as many outputs as an option says, at least one.
  fileprivate func requireOutputs(
    inputs: Int, counted option: Int32, by name: String
  ) throws(KernelError) -> Int {
    let count = try positive(option, name)
    try requireOperands(inputs: inputs...inputs, outputs: count)
    return count
  }
}

extension Movement {
  /// Cuts an input along one dimension; every output is one part of it.
  fileprivate static func cutting(
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
