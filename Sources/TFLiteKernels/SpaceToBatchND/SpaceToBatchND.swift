import TFLiteSchema

/// SPACE_TO_BATCH_ND and BATCH_TO_SPACE_ND: an image cut into blocks, whose elements in the same place of each block
/// make an image of the batch.
///
/// Inputs: a tensor of batch, spatial dimensions and the rest; the block's size in each spatial dimension; and what is
/// added before and behind each spatial dimension beforehand, or cropped there afterwards.
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

  func run(_ call: OperatorCall) {
    let output = call.outputBytes(0)
    border?.withUnsafeBytes { output.fill(with: $0, count: outputShape.wrappingProduct) }
    guard !isEmpty else { return }
    copy.run(from: call.inputBytes(0), to: output, workers: call.workers)
  }
}

extension SpaceToBatchND {
  /// SPACE_TO_BATCH_ND. Source: `tflite/kernels/space_to_batch_nd.cc`.
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

/// BATCH_TO_SPACE_ND. Source: `tflite/kernels/batch_to_space_nd.cc`.
enum BatchToSpaceND {
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

/// The blocks into which an image is cut.
private struct Blocks {
  /// The size of a block in each spatial dimension.
  let sizes: [Int]
  /// Elements of border of the image in each spatial dimension.
  let margins: [(before: Int, behind: Int)]

  init(_ context: OperatorContext) throws {
    try context.requireOperands(inputs: 3...3)
    let (input, block, border) = (try context.input(0), try context.input(1), try context.input(2))
    try context.require(context.output(0), sameTypeAs: input)
    try context.require(input, rank: 2...8)
    try context.require(block, rank: 1...1)
    guard (1..<input.rank).contains(block.shape[0]) else {
      throw KernelError.shape(
        context.identity, block.identity, found: block.shape,
        expected: "one element for each spatial dimension, 1 to \(input.rank - 1)")
    }
    try context.require(border, shape: [block.shape[0], 2])
    sizes = try context.integers(block)
    guard sizes.allSatisfy({ $0 >= 1 && $0 <= Int32.max }) else {
      throw KernelError.value(
        context.identity, block.identity, "holds the block \(sizes), expected sizes of 1 to \(Int32.max)")
    }
    let values = try context.integers(border)
    guard values.allSatisfy({ $0 >= 0 && $0 <= Int32.max }) else {
      throw KernelError.value(
        context.identity, border.identity, "holds the border \(values), expected 0 to \(Int32.max)")
    }
    margins = sizes.indices.map { (values[2 * $0], values[2 * $0 + 1]) }
  }

  /// Part of one dimension of either tensor, in bytes.
  struct Place {
    let count: Int
    let offset: Int
    let stride: Int
  }

  /// The elements of an image and their places in the blocks' grid; `piece` says which of both is the source.
  func copy(
    image: [Int], grid: [Int], elementSize: Int, piece: @escaping @Sendable (Place, Place) -> PiecewiseCopy.Piece
  ) -> PiecewiseCopy {
    let imageStrides = image.rowMajorStrides.map { $0 &* elementSize }
    let gridStrides = grid.rowMajorStrides.map { $0 &* elementSize }
    var dimensions: [PiecewiseCopy.Dimension] = []
    func appendWhole(_ axis: Int, count: Int) {
      dimensions.append(
        .init(
          piece(
            Place(count: count, offset: 0, stride: imageStrides[axis]),
            Place(count: count, offset: 0, stride: gridStrides[axis]))))
    }
    appendWhole(0, count: image[0])
    // The images of the batch that one step of a remainder skips.
    let batchSteps = (sizes + [image[0]]).rowMajorProducts.map { $0 &* gridStrides[0] }
    for (index, block) in sizes.enumerated() {
      let (size, before) = (image[index + 1], margins[index].before)
      let (imageStride, gridStride, batchStep) = (imageStrides[index + 1], gridStrides[index + 1], batchSteps[index])
      // The first places of the image, up to a block's size, have all the remainders that occur, each once.
      dimensions.append(
        .init(pieceCount: min(size, block)) { place in
          let count = (size - place + block - 1) / block
          let bordered = place + before
          return piece(
            Place(count: count, offset: place * imageStride, stride: block &* imageStride),
            Place(
              count: count, offset: bordered / block * gridStride + bordered % block * batchStep, stride: gridStride))
        })
    }
    for axis in image.indices.dropFirst(sizes.count + 1) { appendWhole(axis, count: image[axis]) }
    return PiecewiseCopy(dimensions: dimensions, elementSize: elementSize)
  }
}

extension [Int] {
  /// For each element but the last the product of all that follow.
  fileprivate var rowMajorProducts: [Int] { Array(rowMajorStrides.dropLast()) }
}
