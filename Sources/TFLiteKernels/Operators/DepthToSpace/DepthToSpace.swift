import TFLiteSchema

/// DEPTH_TO_SPACE: every pixel's channels become a square block of pixels with fewer channels.
///
/// Input: [batch, height, width, channels]. Output: [batch, height · block, width · block, channels / block²], where
/// block is `block_size`.
///
/// Source: `tflite/kernels/depth_to_space.cc`; `tflite/kernels/internal/reference/depth_to_space.h`.
enum DepthToSpaceOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.copy()]

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
