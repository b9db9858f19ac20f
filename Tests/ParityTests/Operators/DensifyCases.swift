import TFLiteFlatBuffers
import TFLiteSchema

extension ParityRow {
  static let densify = rows("DENSIFY", [.float32, .int8, .float16]) { $0.densify($1) }
}

extension SplitMix64 {
  /// A matrix or a tensor of four dimensions, of which only some blocks are stored.
  fileprivate mutating func densify(_ kind: ElementKind) -> OperatorCase {
    let rank = pick([2, 2, 4])
    let cut = Array(0..<rank).shuffled(using: &self).prefix(int(0...min(2, rank))).sorted()
    let blocks = cut.map { _ in int(2...4) }
    var levels = (0..<rank).map { _ in int(1...(rank == 2 ? 9 : 4)) }
    let order = Array(0..<rank).shuffled(using: &self) + Array(rank..<rank + cut.count).shuffled(using: &self)

    var sparsity = Sparsity()
    sparsity.traversalOrder = order.map { Int32($0) }
    sparsity.blockMap = cut.map { Int32($0) }
    levels += blocks
    var entries = 1
    for (depth, dimension) in order.enumerated() {
      let size = levels[dimension]
      guard depth < rank, chance(0.6) else {
        sparsity.dimMetadata.append(DimensionMetadata { $0.denseSize = Int32(size) })
        entries *= size
        continue
      }
      var segments = [0]
      var indices: [Int] = []
      for entry in 0..<entries {
        // The C library refuses a constant of no elements.
        let kept = entry == 0 ? int(0...size - 1) : nil
        indices += (0..<size).filter { $0 == kept || chance(0.4) }
        segments.append(indices.count)
      }
      sparsity.dimMetadata.append(
        DimensionMetadata {
          $0.format = .sparseCsr
          $0.arraySegments = .int32(Int32Vector { $0.values = segments.map { Int32($0) } })
          $0.arrayIndices = .int32(Int32Vector { $0.values = indices.map { Int32($0) } })
        })
      entries = indices.count
    }
    var shape = Array(levels.prefix(rank))
    for (block, dimension) in cut.enumerated() { shape[dimension] *= blocks[block] }

    var input = elements(kind, [entries], isConstant: true)
    input.shape = shape
    input.sparsity = sparsity
    return OperatorCase(
      code: .densify, options: DensifyOptions(), inputs: [input], outputs: [input.result(shape)])
  }
}
