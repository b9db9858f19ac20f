#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
extension EntryPoints {
  /// The size of the block that `packFloatWeights` fills.
  @inline(never)
  public static func packedFloatWeightsByteCount(columns: Int, depth: Int) -> Int {
    FloatWeightPacker(columns: columns, depth: depth).byteCount
  }

  /// Brings float weights into the order that `convolveFloat` reads; see `PackedWeights`.
  ///
  /// - Parameters:
  ///   - weights: `columns * depth` floats, all of one column (output channel) together.
  ///   - block: `packedFloatWeightsByteCount` bytes, aligned to 64.
  @inline(never)
  public static func packFloatWeights(
    _ weights: UnsafeRawPointer, columns: Int, depth: Int, into block: UnsafeMutableRawPointer
  ) {
    FloatWeightPacker(columns: columns, depth: depth).pack(weights, into: block)
  }
}

/// Splits float weights into panels.
struct FloatWeightPacker {
  let columns: Int
  let depth: Int

  private var panels: Panels { Panels(columns: columns) }
  private var panelsOffset: Int { aligned(64 &+ panels.count &* MemoryLayout<PackedWeights.Entry>.stride) }

  var byteCount: Int { panelsOffset &+ panels.vectors &* depth &* MemoryLayout<Int32Vector>.size }

  func pack(_ weights: UnsafeRawPointer, into block: UnsafeMutableRawPointer) {
    clear(block, byteCount)
    block.storeBytes(
      of: PackedWeights.Header(
        common: PackedHeader(layout: .floatPanels, columns: columns, depth: depth, sumsOffset: 0), words: depth,
        panelsOffset: panelsOffset),
      as: PackedWeights.Header.self)
    ColumnLayout(block).forEachLane { vector, lane, column in
      let panel = panels.panel(ofVector: vector)
      let step = panel.vectors &* MemoryLayout<Int32Vector>.size
      let target =
        block
        + (panelsOffset &+ panel.firstVector &* depth &* MemoryLayout<Int32Vector>.size
          &+ (vector &- panel.firstVector) &* MemoryLayout<Int32Vector>.size &+ 4 &* lane)
      Self.spread(depth, from: weights + 4 &* column &* depth, to: target, step: step)
    }
  }

  /// Stores floats that lie together `step` bytes apart. Not inlined, since its loop would be unrolled in many places.
  @inline(never)
  private static func spread(
    _ count: Int, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, step: Int
  ) {
    for k in 0..<count {
      target.storeBytes(
        of: source.loadUnaligned(fromByteOffset: 4 &* k, as: Int32.self), toByteOffset: k &* step, as: Int32.self)
    }
  }
}
#endif
