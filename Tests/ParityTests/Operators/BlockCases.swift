import TFLiteSchema

extension ParityRow {
  private static let pixels: [ElementKind] = [.float32, .uint8, .int8, .int32, .int64]
  static let depthToSpace = rows("DEPTH_TO_SPACE", pixels) { $0.depthToSpace($1) }
  static let spaceToDepth = rows("SPACE_TO_DEPTH", pixels) { $0.spaceToDepth($1) }
  static let spaceToBatchND = rows("SPACE_TO_BATCH_ND", ElementKind.any) { $0.spaceToBatchND($1) }
  static let batchToSpaceND = rows("BATCH_TO_SPACE_ND", ElementKind.any) { $0.batchToSpaceND($1) }
}

extension SplitMix64 {
  fileprivate mutating func depthToSpace(_ kind: ElementKind) -> OperatorCase {
    let (batch, height, width, depth, block) = (int(1...2), int(1...5), int(1...5), int(1...5), int(1...4))
    let extra = chance(0.05) ? 1 : 0
    let input = elements(kind, [batch, height, width, depth * block * block + extra])
    return OperatorCase(
      code: .depthToSpace, options: DepthToSpaceOptions { $0.blockSize = Int32(extra == 0 ? block : max(2, block)) },
      inputs: [input], outputs: [input.result([batch, height * block, width * block, depth])])
  }

  fileprivate mutating func spaceToDepth(_ kind: ElementKind) -> OperatorCase {
    let (batch, height, width, depth, block) = (int(1...2), int(1...5), int(1...5), int(1...5), int(1...4))
    let extra = chance(0.05) ? 1 : 0
    let input = elements(kind, [batch, height * block + extra, width * block, depth])
    return OperatorCase(
      code: .spaceToDepth, options: SpaceToDepthOptions { $0.blockSize = Int32(extra == 0 ? block : max(2, block)) },
      inputs: [input], outputs: [input.result([batch, height, width, depth * block * block])])
  }

  /// A grid of blocks with a border around the image in it, for an image of one or two spatial dimensions.
  private mutating func grid() -> (batch: Int, grid: [Int], blocks: [Int], margins: [Int], depth: Int) {
    let dimensions = int(1...2)
    let blocks = (0..<dimensions).map { _ in int(1...4) }
    let grid = (0..<dimensions).map { _ in int(1...5) }
    let margins = zip(grid, blocks).flatMap { grid, block in
      let before = int(0...min(3, grid * block - 1))
      return [before, int(0...min(3, grid * block - 1 - before))]
    }
    return (int(1...3), grid, blocks, margins, int(1...5))
  }

  fileprivate mutating func spaceToBatchND(_ kind: ElementKind) -> OperatorCase {
    let (batch, grid, blocks, margins, depth) = grid()
    var image = grid.indices.map { grid[$0] * blocks[$0] - margins[2 * $0] - margins[2 * $0 + 1] }
    if chance(0.05), blocks[0] > 1 { image[0] += 1 }
    let input = elements(kind, [batch] + image + [depth])
    return OperatorCase(
      code: .spaceToBatchND, version: kind == .int8 ? 2 : 1, options: SpaceToBatchNDOptions(),
      inputs: [input, parameters(blocks), parameters(margins, shape: [blocks.count, 2])],
      outputs: [input.result([batch * blocks.elementCount] + grid + [depth])])
  }

  fileprivate mutating func batchToSpaceND(_ kind: ElementKind) -> OperatorCase {
    let (batch, grid, blocks, margins, depth) = grid()
    let image = grid.indices.map { grid[$0] * blocks[$0] - margins[2 * $0] - margins[2 * $0 + 1] }
    let extra = chance(0.05) && blocks[0] > 1 ? 1 : 0
    let input = elements(kind, [batch * blocks.elementCount + extra] + grid + [depth])
    return OperatorCase(
      code: .batchToSpaceND, version: kind == .int8 ? 2 : 1, options: BatchToSpaceNDOptions(),
      inputs: [input, parameters(blocks), parameters(margins, shape: [blocks.count, 2])],
      outputs: [input.result([batch] + image + [depth])])
  }
}
