import TFLiteFlatBuffers

extension Sparsity {
  /// Puts the elements of a tensor of which the file stores only some in their places; the others are 0.
  ///
  /// - Parameters:
  ///   - stored: the elements in the file. The model must have been verified: then there are as many as this description
  ///     says, and all have a place in the tensor.
  ///   - shape: the tensor's dimensions.
  ///   - elementSize: the bytes of one element.
  ///   - dense: memory for all elements in row-major order, which holds zeros.
  ///
  /// Source: `tflite/kernels/internal/utils/sparsity_format_converter.cc`.
  public func expand(
    _ stored: ByteSlice, shape: [Int], elementSize: Int, into dense: UnsafeMutableRawBufferPointer
  ) {
    guard !shape.contains(0) else { return }
    let levels = levels(shape: shape, elementSize: elementSize)
    stored.withUnsafeBytes { stored in
      Self.place(levels[...], entry: 0, at: 0) { entry, offset in
        let element = UnsafeRawBufferPointer(rebasing: stored[entry * elementSize..<(entry + 1) * elementSize])
        UnsafeMutableRawBufferPointer(rebasing: dense[offset..<offset + elementSize]).copyMemory(from: element)
      }
    }
  }

  /// One dimension, or one block's, in the order in which they are stored.
  private struct Level {
    /// Bytes from one index to the next in the dense tensor.
    let stride: Int
    let indices: Indices
  }

  private enum Indices {
    case all(Int)
    case some(segments: [Int32], indices: [Int32])
  }

  private func levels(shape: [Int], elementSize: Int) -> [Level] {
    var strides = Array(repeating: elementSize, count: shape.count)
    for axis in shape.indices.dropLast().reversed() { strides[axis] = strides[axis + 1] * shape[axis + 1] }
    // An index of a block steps over single elements of its dimension, one of the dimension over whole blocks. Of several
    // blocks of one dimension the last is the innermost.
    let blockSizes = blockMap.indices.map { block in
      dimMetadata.indices.first { traversalOrder[$0] == Int32(shape.count + block) }.map {
        Int(dimMetadata[$0].denseSize)
      } ?? 1
    }
    var blockStrides = Array(repeating: 0, count: blockMap.count)
    for block in blockMap.indices.reversed() {
      let dimension = Int(blockMap[block])
      blockStrides[block] = strides[dimension]
      strides[dimension] *= blockSizes[block]
    }
    strides += blockStrides
    return zip(traversalOrder, dimMetadata).map { dimension, metadata in
      let indices: Indices =
        switch metadata.format {
        case .dense: .all(Int(metadata.denseSize))
        case .sparseCsr:
          .some(segments: metadata.arraySegments?.values ?? [], indices: metadata.arrayIndices?.values ?? [])
        }
      return Level(stride: strides[Int(dimension)], indices: indices)
    }
  }

  /// Calls `body` with the position of every stored element and its place in the dense tensor.
  private static func place(_ levels: ArraySlice<Level>, entry: Int, at offset: Int, _ body: (Int, Int) -> Void) {
    guard let level = levels.first else { return body(entry, offset) }
    let inner = levels.dropFirst()
    switch level.indices {
    case .all(let size):
      for index in 0..<size { place(inner, entry: entry * size + index, at: offset + index * level.stride, body) }
    case .some(let segments, let indices):
      for position in Int(segments[entry])..<Int(segments[entry + 1]) {
        place(inner, entry: position, at: offset + Int(indices[position]) * level.stride, body)
      }
    }
  }
}
