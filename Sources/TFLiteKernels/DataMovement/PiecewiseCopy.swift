/// Elements whose way is regular only piece by piece: along each dimension there are some pieces, and every combination
/// of one piece for each dimension is a ``StridedCopy``.
///
/// There can be as many pieces as elements, so they are made one at a time.
struct PiecewiseCopy: Sendable {
  /// Part of one dimension. Offsets and strides are in bytes.
  struct Piece {
    let count: Int
    var sourceOffset = 0
    let sourceStride: Int
    var targetOffset = 0
    let targetStride: Int
  }

  /// The pieces of one dimension.
  struct Dimension: Sendable {
    let pieceCount: Int
    let piece: @Sendable (Int) -> Piece

    init(pieceCount: Int, _ piece: @escaping @Sendable (Int) -> Piece) {
      self.pieceCount = pieceCount
      self.piece = piece
    }

    /// A dimension that is one piece.
    init(_ piece: Piece) {
      self.init(pieceCount: 1) { _ in piece }
    }
  }

  let dimensions: [Dimension]
  let elementSize: Int

  /// Copies every combination of pieces, until the operator is stopped.
  func run(from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, workers: any Workers) {
    var watch = StopWatch(workers)
    _ = combine([]) { pieces in
      let copy = StridedCopy(
        sourceOffset: pieces.reduce(0) { $0 + $1.sourceOffset },
        targetOffset: pieces.reduce(0) { $0 + $1.targetOffset },
        pieces.map { .init(count: $0.count, sourceStride: $0.sourceStride, targetStride: $0.targetStride) },
        elementSize: elementSize)
      // Lists of pieces take the time of some hundred bytes, however few bytes move.
      if watch.isOver(after: 256 &+ copy.byteCount) { return false }
      copy.run(from: source, to: target, workers: workers)
      return true
    }
  }

  /// Calls `body` with every combination that begins with some pieces, until it returns false.
  ///
  /// - Returns: whether it never did.
  private func combine(_ pieces: [Piece], _ body: ([Piece]) -> Bool) -> Bool {
    guard pieces.count < dimensions.count else { return body(pieces) }
    let dimension = dimensions[pieces.count]
    for index in 0..<dimension.pieceCount {
      guard combine(pieces + [dimension.piece(index)], body) else { return false }
    }
    return true
  }
}
