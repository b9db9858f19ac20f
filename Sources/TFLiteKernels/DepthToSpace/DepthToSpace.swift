import TFLiteSchema

/// DEPTH_TO_SPACE: every pixel's channels become a square block of pixels with fewer channels.
///
/// Source: `tflite/kernels/depth_to_space.cc`.
enum DepthToSpace {
  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let block = try context.positive(context.options(DepthToSpaceOptions.self).blockSize, "block_size")
    let input = try context.imageOfBlocks()
    let (batch, height, width, channels) = (input.shape[0], input.shape[1], input.shape[2], input.shape[3])
    // The block's size stems from a 32-bit field, so that its square cannot overflow.
    guard channels % (block * block) == 0 else {
      throw KernelError.shape(
        context.identity, input.identity, found: input.shape, expected: "a multiple of \(block * block) channels")
    }
    let depth = channels / (block * block)
    // The input's dimensions are batch, row, column, row in the block, column in the block, channel.
    let strides = [batch, height, width, block, block, depth].rowMajorStrides
    return Movement(
      outputShape: [batch, height.clampedProduct(block), width.clampedProduct(block), depth],
      StridedCopy(
        gathering: [batch, height, block, width, block, depth], sourceStrides: [0, 1, 3, 2, 4, 5].map { strides[$0] },
        elementSize: try context.elementSize(of: input)))
  }
}

/// SPACE_TO_DEPTH: every square block of pixels becomes one pixel with more channels.
///
/// Source: `tflite/kernels/space_to_depth.cc`.
enum SpaceToDepth {
  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let block = try context.positive(context.options(SpaceToDepthOptions.self).blockSize, "block_size")
    let input = try context.imageOfBlocks()
    let (batch, depth) = (input.shape[0], input.shape[3])
    guard input.shape[1] % block == 0, input.shape[2] % block == 0 else {
      throw KernelError.shape(
        context.identity, input.identity, found: input.shape, expected: "multiples of \(block) rows and columns")
    }
    let (height, width) = (input.shape[1] / block, input.shape[2] / block)
    // The input's dimensions are batch, row, row in the block, column, column in the block, channel.
    let strides = [batch, height, block, width, block, depth].rowMajorStrides
    return Movement(
      outputShape: [batch, height, width, depth.clampedProduct(block * block)],
      StridedCopy(
        gathering: [batch, height, width, block, block, depth], sourceStrides: [0, 1, 3, 2, 4, 5].map { strides[$0] },
        elementSize: try context.elementSize(of: input)))
  }
}

extension OperatorContext {
  /// The one input of these operators.
  fileprivate func imageOfBlocks() throws(KernelError) -> TensorDescriptor {
    try requireOperands(inputs: 1...1)
    let input = try input(0)
    try require(output(0), sameTypeAs: input)
    try require(input, rank: 4...4)
    return input
  }
}
