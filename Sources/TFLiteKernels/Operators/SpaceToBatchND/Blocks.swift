import TFLiteSchema

/// The blocks into which an image is cut.
struct Blocks {
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
  var rowMajorProducts: [Int] { Array(rowMajorStrides.dropLast()) }
}
