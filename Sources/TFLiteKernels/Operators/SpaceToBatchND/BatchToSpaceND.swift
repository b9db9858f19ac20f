import TFLiteSchema

/// BATCH_TO_SPACE_ND: images of a batch are laid into each other, so that elements in the same place make a block.
///
/// Inputs: a batch [batch, spatial dimensions, ...] of 2 to 8 dimensions; the block's size [spatial dimensions]; what
/// is cropped of each spatial dimension afterward [spatial dimensions, 2] (before, behind); both int32 or int64.
/// Output: [batch / block sizes, spatial dimensions · block sizes - crops, ...], with scale and zero point of the
/// batch.
///
/// TFLite takes one or two spatial dimensions; here there may be up to seven.
///
/// Source: `tflite/kernels/batch_to_space_nd.cc`; `tflite/kernels/internal/reference/batch_to_space_nd.h`.
enum BatchToSpaceNDOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.copy()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let blocks = try Blocks(context)
    let grid = try context.input(0)
    try context.require(context.output(0), sameMeaningAs: grid)
    var shape = grid.shape
    for (index, block) in blocks.sizes.enumerated() {
      guard shape[0] % block == 0 else {
        throw KernelError.shape(
          context.identity, grid.identity, found: grid.shape,
          expected: "a batch that is a multiple of all blocks, which have \(blocks.sizes) elements")
      }
      shape[0] /= block
      let cropped = blocks.margins[index].before + blocks.margins[index].behind
      let size = grid.shape[index + 1].clampedProduct(block)
      guard size >= cropped else {
        throw KernelError.shape(
          context.identity, grid.identity, found: grid.shape,
          expected: "at least \(cropped) elements to crop in dimension \(index + 1), which holds \(size)")
      }
      shape[index + 1] = size - cropped
    }
    return SpaceToBatchND(
      outputShape: shape,
      copy: blocks.copy(image: shape, grid: grid.shape, elementSize: try context.elementSize(of: grid)) { image, grid in
        PiecewiseCopy.Piece(
          count: image.count, sourceOffset: grid.offset, sourceStride: grid.stride, targetOffset: image.offset,
          targetStride: image.stride)
      },
      border: nil, isEmpty: grid.shape.contains(0) || shape.contains(0))
  }
}
