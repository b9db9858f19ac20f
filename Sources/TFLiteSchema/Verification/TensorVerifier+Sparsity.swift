extension TensorVerifier {
  /// Checks that a description of a sparse tensor leads to elements within its shape, and returns how many are stored.
  ///
  /// The description is a tree: each level, in traversal order, says for every entry of the level above which indices
  /// of one dimension occur below it.
  func verify(_ sparsity: Sparsity) throws(ModelError) -> Int {
    let sizes = try conceptualShape(of: sparsity)
    var entries = 1
    for (level, metadata) in sparsity.dimMetadata.enumerated() {
      let size = sizes[Int(sparsity.traversalOrder[level])]
      switch metadata.format {
      case .dense:
        guard Int(metadata.denseSize) == size else {
          throw invalid("dim_metadata[\(level)].dense_size is \(metadata.denseSize); \(size) is expected")
        }
        let (product, overflow) = entries.multipliedReportingOverflow(by: size)
        guard !overflow else { throw .shapeTooLarge(reference) }
        entries = product
      case .sparseCsr:
        entries = try verifyCompressed(metadata, level: level, size: size, parents: entries)
      }
    }
    return entries
  }

  /// Sizes of the tensor's n dimensions, divided by their blocks, and of its k blocks.
  private func conceptualShape(of sparsity: Sparsity) throws(ModelError) -> [Int] {
    let rank = tensor.shape.count
    let levels = sparsity.traversalOrder.count
    guard levels >= rank, sparsity.dimMetadata.count == levels, sparsity.blockMap.count == levels - rank else {
      throw invalid(
        "\(levels) levels, \(sparsity.dimMetadata.count) descriptions and \(sparsity.blockMap.count) blocks "
          + "for \(rank) dimensions")
    }
    let order = sparsity.traversalOrder.map(Int.init)
    guard order[..<rank].sorted() == Array(0..<rank), order[rank...].sorted() == Array(rank..<levels) else {
      throw invalid("traversal_order \(order) is no order of \(rank) dimensions and \(levels - rank) blocks")
    }
    var sizes = tensor.shape.map(Int.init) + Array(repeating: 0, count: levels - rank)
    for level in rank..<levels {
      let block = sparsity.dimMetadata[level]
      guard block.format == .dense, block.denseSize > 0 else {
        throw invalid("dim_metadata[\(level)] describes a block, which has to be dense and not empty")
      }
      sizes[order[level]] = Int(block.denseSize)
    }
    for (block, dimension) in sparsity.blockMap.enumerated() {
      guard dimension >= 0, dimension < rank else {
        throw invalid("block_map[\(block)] is \(dimension), but the number of dimensions is \(rank)")
      }
      let blockSize = sizes[rank + block]
      guard sizes[Int(dimension)] % blockSize == 0 else {
        throw invalid("dimension \(dimension) cannot be cut into blocks of \(blockSize)")
      }
      sizes[Int(dimension)] /= blockSize
    }
    return sizes
  }

  private func verifyCompressed(
    _ metadata: DimensionMetadata, level: Int, size: Int, parents: Int
  ) throws(ModelError) -> Int {
    guard let segments = metadata.arraySegments?.values, let indices = metadata.arrayIndices?.values else {
      throw invalid("dim_metadata[\(level)] lacks its segments or its indices")
    }
    guard segments.count - 1 == parents else {
      throw invalid("dim_metadata[\(level)].array_segments has \(segments.count) entries for \(parents) segments")
    }
    guard segments[0] == 0, Int(segments[parents]) == indices.count else {
      throw invalid(
        "dim_metadata[\(level)].array_segments goes from \(segments[0]) to \(segments[parents]) "
          + "for \(indices.count) indices")
    }
    for parent in 0..<parents {
      guard segments[parent] <= segments[parent + 1] else {
        throw invalid("dim_metadata[\(level)].array_segments[\(parent + 1)] is less than the one before")
      }
    }
    for (place, index) in indices.enumerated() {
      guard index >= 0, index < size else {
        throw invalid("dim_metadata[\(level)].array_indices[\(place)] is \(index), but the size there is \(size)")
      }
    }
    return indices.count
  }

  private func invalid(_ reason: String) -> ModelError { .invalidSparsity(reference, reason: reason) }
}
