import TFLiteSchema

/// SPACE_TO_DEPTH: every square block of pixels becomes one pixel with more channels.
///
/// Input: [batch, height, width, channels]. Output: [batch, height / block, width / block, channels · block²], where
/// block is `block_size`.
///
/// Source: `tflite/kernels/space_to_depth.cc`; `tflite/kernels/internal/reference/space_to_depth.h`.
enum SpaceToDepthOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.copy()]

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
