import TFLiteSchema

/// SPACE_TO_BATCH_ND and BATCH_TO_SPACE_ND.
///
/// Place p of an image dimension lies, with its border, in block (p + before) / block of the grid, and the remainder
/// says which image of the batch it goes to. The batch of the blocks has the first spatial dimension outermost, and the
/// original batch innermost.
struct SpaceToBatchND: TotalOperator {
  let outputShape: [Int]
  let copy: PiecewiseCopy
  /// The bytes of one element of the border; nil where every element of the output has its place in the input.
  let border: [UInt8]?
  let isEmpty: Bool

  var outputShapes: [[Int]] { [outputShape] }
  var path: KernelPath { .copy }

  func run(_ call: OperatorCall) {
    let output = call.outputBytes(0)
    border?.withUnsafeBytes { output.fill(with: $0, count: outputShape.wrappingProduct, call.workers) }
    guard !isEmpty else { return }
    copy.run(from: call.inputBytes(0), to: output, workers: call.workers)
  }
}

/// SPACE_TO_BATCH_ND: an image is cut into blocks; the elements in the same place of each block make an image of the
/// batch.
///
/// Inputs: an image [batch, spatial dimensions, ...] of 2 to 8 dimensions; the block's size [spatial dimensions]; the
/// border that each spatial dimension gets beforehand [spatial dimensions, 2] (before, behind), which holds what means
/// 0; both int32 or int64. Output: [batch · block sizes, spatial dimensions / block sizes, ...], with scale and zero
/// point of the image.
///
/// TFLite takes one or two spatial dimensions; here there may be up to seven.
///
/// Source: `tflite/kernels/space_to_batch_nd.cc`; `tflite/kernels/internal/reference/space_to_batch_nd.h`.
enum SpaceToBatchNDOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.copy()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let blocks = try Blocks(context)
    let image = try context.input(0)
    let output = context.output(0)
    try context.require(output, sameMeaningAs: image)
    var shape = image.shape
    for (index, block) in blocks.sizes.enumerated() {
      let padded = image.shape[index + 1] + blocks.margins[index].before + blocks.margins[index].behind
      guard padded % block == 0 else {
        throw KernelError.shape(
          context.identity, image.identity, found: image.shape,
          expected: "dimension \(index + 1), which is \(padded) with its border, to be a multiple of \(block)")
      }
      shape[index + 1] = padded / block
      shape[0] = shape[0].clampedProduct(block)
    }
    let elementSize = try context.elementSize(of: image)
    return SpaceToBatchND(
      outputShape: shape,
      copy: blocks.copy(image: image.shape, grid: shape, elementSize: elementSize) { image, grid in
        PiecewiseCopy.Piece(
          count: image.count, sourceOffset: image.offset, sourceStride: image.stride, targetOffset: grid.offset,
          targetStride: grid.stride)
      },
      border: try context.paddingElement(output, elementSize: elementSize),
      isEmpty: image.shape.contains(0) || shape.contains(0))
  }
}
