#if FOR_X86_64 && arch(x86_64)
import Builtin

/// The rows of one block after another as tiles of `ClampedBytes` take them: clamped to a window of activations, and less its
/// lowest. What that took from them are rows, too, whose words are multiplied where they are not 0.
///
///     ┌──────┬──────┬───────┬───────┬───────┬───┬──────────────┬──────────────┬───┬──────────────┬───┐
///     │ sums │ bits │ masks │ row 0 │ row 1 │...│ row 0: above │ row 1: above │...│ row 0: below │...│
///     └──────┴──────┴───────┴───────┴───────┴───┴──────────────┴──────────────┴───┴──────────────┴───┘
///
/// There is a bit for each word of all rows, set where it has been clamped; and for each two rows a mask for each 32 words,
/// which says where one of both has. Where many have, as in images, rows are even bytes, "above" are odd ones, and `ExactProducts`
/// makes the sums.
struct ClampedRows {
  /// Whether products are fewer by more than what it takes to clamp rows.
  @inline(__always) static func suit(columns: Int, depth: Int, preparesRows: Bool) -> Bool {
    columns >= 48 && depth >= 48 && preparesRows
  }

  private let block: RowBlock
  private let reaches: PackedWeights.Reaches
  /// Of the activations as unsigned bytes.
  private let zeroPoint: Int32
  /// What is flipped in each byte of a row to make it unsigned.
  private let flip: UInt8
  private let bits: UnsafeMutablePointer<UInt8>
  private let masks: UnsafeMutablePointer<UInt32>
  private let chunks: Int
  private let rows: UnsafeMutableRawPointer
  /// From rows to what was above the window; to what was below it is twice as far.
  private let distance: Int

  private var lowest: UInt8 = 0
  private var addsPairs = true
  private var areClamped = true
  /// Whether something was taken from the rows.
  private var hasExcess = false

  /// - Parameters:
  ///   - zeroPoint: of the activations as they are stored.
  ///   - offset: what makes them unsigned.
  init(_ block: RowBlock, _ reaches: PackedWeights.Reaches, zeroPoint: Int32, offset: Int32) {
    self.block = block
    self.reaches = reaches
    self.zeroPoint = zeroPoint &+ offset
    flip = UInt8(truncatingIfNeeded: offset)
    let base = block.afterCopies + Self.sumsByteCount
    bits = base.assumingMemoryBound(to: UInt8.self)
    distance = Self.rowsByteCount(block.rowByteCount)
    masks = (base + Self.bitsByteCount(block.rowByteCount)).assumingMemoryBound(to: UInt32.self)
    chunks = Self.chunks(block.rowByteCount)
    rows = base + (Self.bitsByteCount(block.rowByteCount) &+ Self.masksByteCount(block.rowByteCount))
  }

  // MARK: Memory

  /// Room for what stands behind a block.
  static func byteCount(rowByteCount: Int) -> Int {
    sumsByteCount &+ bitsByteCount(rowByteCount) &+ masksByteCount(rowByteCount) &+ 3 &* rowsByteCount(rowByteCount)
  }

  /// Of four rows and two vectors of columns.
  private static var sumsByteCount: Int { 8 &* MemoryLayout<Int32Vector>.size }

  /// Bits are read 64 at once.
  private static func bitsByteCount(_ rowByteCount: Int) -> Int { aligned(rowsByteCount(rowByteCount) / 32 &+ 8) }

  private static func chunks(_ rowByteCount: Int) -> Int { (rowByteCount &+ 127) / 128 }

  private static func masksByteCount(_ rowByteCount: Int) -> Int {
    aligned(2 &* RowBlock.addressCount &* chunks(rowByteCount))
  }

  /// The last vector may run past the end.
  private static func rowsByteCount(_ rowByteCount: Int) -> Int {
    aligned(RowBlock.largestCount(rowByteCount) &* rowByteCount &+ MemoryLayout<ByteVector>.size)
  }

  // MARK: Rows

  /// Clamps the next `count` rows, which lie behind each other. Their addresses then point to what became of them. Blocks are
  /// alike: a window that too much of one lay outside of is not tried again.
  @inline(never)
  mutating func clamp(_ count: Int) {
    while areClamped && !clampRows(count) {
      if addsPairs { addsPairs = false } else { areClamped = false }
    }
    if !areClamped { splitRows(count) }
    block.setRows(0, run: 0, rows, step: block.rowByteCount, count: count)
    block.repeatLast(count)
  }

  /// Makes rows of even bytes, and of odd ones.
  private func splitRows(_ count: Int) {
    let source = block.rows[0]
    let flips = ByteVector(repeating: flip)
    for i in stride(from: 0, to: count &* block.rowByteCount, by: MemoryLayout<ByteVector>.size) {
      let bytes = xor(source.loadUnaligned(fromByteOffset: i, as: ByteVector.self), flips)
      let words = cast(bytes, to: Int32Vector.self)
      rows.storeBytes(of: evenBytes(words), toByteOffset: i, as: Int32Vector.self)
      rows.storeBytes(of: oddBytes(words), toByteOffset: distance &+ i, as: Int32Vector.self)
    }
  }

  /// - Returns: whether there was little enough to take from the rows; else they are as they were.
  private mutating func clampRows(_ count: Int) -> Bool {
    let window = ActivationWindow(reach: addsPairs ? reaches.pairs : reaches.words, zeroPoint: zeroPoint)
    if !window.leavesBytes { return false }
    let byteCount = count &* block.rowByteCount
    let source = block.rows[0]
    let (lowest, highest) = (ByteVector(repeating: window.lowest), ByteVector(repeating: window.reach))
    let flips = ByteVector(repeating: flip)
    var found: UInt8 = 0
    var i = 0
    while i < byteCount {
      let bytes = xor(source.loadUnaligned(fromByteOffset: i, as: ByteVector.self), flips)
      let inside = subtractSaturating(bytes, lowest)
      let (above, below) = (subtractSaturating(inside, highest), subtractSaturating(lowest, bytes))
      rows.storeBytes(of: minimum(inside, highest), toByteOffset: i, as: ByteVector.self)
      rows.storeBytes(of: above, toByteOffset: distance &+ i, as: ByteVector.self)
      if window.lowest > 0 { rows.storeBytes(of: below, toByteOffset: 2 &* distance &+ i, as: ByteVector.self) }
      let words = nonzeroWords(or(above, below))
      bits[i / MemoryLayout<ByteVector>.size] = words
      found |= words
      i &+= MemoryLayout<ByteVector>.size
    }
    hasExcess = found != 0
    // With more words of four rows than these, other products take less time.
    if hasExcess && gatherMasks(count) > (addsPairs ? byteCount / 96 : byteCount / 40) { return false }
    self.lowest = window.lowest
    return true
  }

  /// Makes masks of all bits.
  ///
  /// - Returns: how many words of four rows have one.
  private func gatherMasks(_ count: Int) -> Int {
    let words = block.rowByteCount / 4
    clear(masks, 4 &* chunks &* (count / 2 &+ RowBlock.repeatedRows / 2 &+ 1))
    for row in 0..<count {
      for chunk in 0..<chunks {
        let first = row &* words &+ 32 &* chunk
        var mask =
          UnsafeRawPointer(bits).loadUnaligned(fromByteOffset: first / 8, as: UInt64.self) &>> UInt64(first % 8)
        // What follows belongs to the next row.
        let rest = words &- 32 &* chunk
        if rest < 32 { mask &= 1 &<< UInt64(rest) &- 1 }
        masks[row / 2 &* chunks &+ chunk] |= UInt32(truncatingIfNeeded: mask)
      }
    }
    var found = 0
    for four in 0..<(count &+ 3) / 4 {
      let mask = masks + 2 &* four &* chunks
      for chunk in 0..<chunks { found &+= (mask[chunk] | mask[chunks &+ chunk]).nonzeroBitCount }
    }
    return found
  }

  // MARK: Tiles

  /// What the tile of `R` rows from `row` on and `V` vectors of columns must know.
  @inline(__always)
  func clamping<let R: Int, let V: Int, Dot: TileProduct>(
    _ row: Int, _: InlineArray<R, InlineArray<V, Void>>.Type, _ panel: PackedPanel<Dot>,
    _ laneSums: UnsafePointer<Int32Vector>, words: Int
  ) -> Clamping {
    var clamping = Clamping(addsPairs: addsPairs)
    if !areClamped {
      let sums = block.afterCopies.assumingMemoryBound(to: Int32Vector.self)
      ExactProducts<R, V, Dot>(rows: block.rows + row, distance: distance, words: words, panel: panel).write(to: sums)
      clamping.sums = UnsafePointer(sums)
      return clamping
    }
    if lowest > 0 { (clamping.lowest, clamping.laneSums) = (Int32(lowest), laneSums) }
    if hasExcess {
      (clamping.masks, clamping.chunks) = (UnsafePointer(masks + row / 2 &* chunks), chunks)
      (clamping.above, clamping.below) = (distance, lowest > 0 ? 2 &* distance : nil)
    }
    return clamping
  }
}

@inline(__always) private func subtractSaturating(_ a: ByteVector, _ b: ByteVector) -> ByteVector {
  cast(Builtin.int_usub_sat_Vec32xInt8(a._storage._value, b._storage._value), to: ByteVector.self)
}

/// A bit for each word.
@inline(__always) private func nonzeroWords(_ a: ByteVector) -> UInt8 {
  let zeros = cast(cast(a, to: Int32Vector.self) .== Int32Vector(), to: FloatVector.self)
  return ~UInt8(truncatingIfNeeded: Int32(Builtin.int_x86_avx_movmsk_ps_256(zeros._storage._value)))
}
#endif
