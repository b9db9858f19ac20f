#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
extension EntryPoints {
  /// The size of the block that `packWeights` fills.
  ///
  /// - Parameters:
  ///   - weights: `columns * depth` 8-bit weights, all of one column (output channel) together: OHWI order.
  ///   - isSigned: int8 if true, else uint8.
  ///   - zeroPoint: the weights' zero point.
  ///   - preparesRows: whether activations may be brought into another form first, which is worth it for many rows of them, most
  ///     of which are near their zero point. Results are the same for any.
  @inline(never)
  public static func packedWeightsByteCount(
    _ weights: UnsafeRawPointer, isSigned: Bool, zeroPoint: Int32, columns: Int, depth: Int, preparesRows: Bool
  ) -> Int {
    let weights = StoredWeights(address: weights, isSigned: isSigned, zeroPoint: zeroPoint)
    return ClampedRows.suit(columns: columns, depth: depth, preparesRows: preparesRows)
      ? WeightPacker<ClampedDot>(weights: weights, columns: columns, depth: depth).byteCount
      : WeightPacker<ConvolutionDot>(weights: weights, columns: columns, depth: depth).byteCount
  }

  /// Brings 8-bit weights into the order that `convolve` reads; see `PackedWeights`.
  ///
  /// - Parameter block: `packedWeightsByteCount` bytes of the same arguments, aligned to 64.
  @inline(never)
  public static func packWeights(
    _ weights: UnsafeRawPointer, isSigned: Bool, zeroPoint: Int32, columns: Int, depth: Int, preparesRows: Bool,
    into block: UnsafeMutableRawPointer
  ) {
    let weights = StoredWeights(address: weights, isSigned: isSigned, zeroPoint: zeroPoint)
    if ClampedRows.suit(columns: columns, depth: depth, preparesRows: preparesRows) {
      WeightPacker<ClampedDot>(weights: weights, columns: columns, depth: depth).pack(into: block)
    } else {
      WeightPacker<ConvolutionDot>(weights: weights, columns: columns, depth: depth).pack(into: block)
    }
  }
}

/// Splits weights into panels and remainders.
struct WeightPacker<Dot: PackedProduct> {
  typealias Words = UnsafeMutablePointer<Dot.WeightWord>

  let weights: StoredWeights
  let columns: Int
  let depth: Int

  private var panels: Panels { Panels(columns: columns) }
  private var words: Int {
    let elements = Dot.wordElements &* PackedWeights.wordsTogether
    return (depth &+ elements &- 1) / elements &* PackedWeights.wordsTogether
  }

  private var sumsOffset: Int {
    aligned(64 &+ panels.count &* MemoryLayout<PackedWeights.Entry>.stride)
  }
  private var laneSumsOffset: Int { aligned(sumsOffset &+ PackedHeader.sumsByteCount(columns: columns)) }
  private var panelsOffset: Int {
    laneSumsOffset &+ (Dot.isClamped ? aligned(panels.vectors &* MemoryLayout<Int32Vector>.size) : 0)
  }
  private var remaindersOffset: Int {
    panelsOffset &+ panels.vectors &* words &* MemoryLayout<Dot.WeightVector>.size
  }

  var byteCount: Int {
    let remainders = remaindersByteCount
    return remaindersOffset &+ remainders
      &+ (Dot.isClamped ? PairRelief.byteCount(columns: columns, words: words, remainders: remainders) : 0)
  }

  private var remaindersByteCount: Int {
    var total = 0
    for index in 0..<panels.count {
      let panel = panels[index]
      withRemainderCounts(panel) { _, count in total &+= Self.remainderByteCount(count, panel) }
    }
    return total
  }

  /// The weights of a panel's remainders, then their offsets.
  private static func remainderByteCount(_ count: Int, _ panel: Panel) -> Int {
    count &* panel.vectors &* MemoryLayout<Dot.WeightVector>.size &+ aligned(4 &* count)
  }

  func pack(into block: UnsafeMutableRawPointer) {
    var header = PackedWeights.Header(
      common: PackedHeader(
        layout: Dot.isClamped ? .clampedPanels : .panels, columns: columns, depth: depth, sumsOffset: sumsOffset),
      words: words, panelsOffset: panelsOffset, laneSumsOffset: laneSumsOffset)
    block.storeBytes(of: header, as: PackedWeights.Header.self)
    PackedHeader.writeSums(to: block + sumsOffset, columns: columns) { column in
      let sum = weights.sum(column &* depth, depth)
      return (sum, sum == 0 && weights.areZero(column &* depth, depth))
    }
    if Dot.isClamped { packLaneSums(PackedHeader.sums(block), into: block) }

    var next = remaindersOffset
    for index in 0..<panels.count {
      let panel = panels[index]
      let words = block + (panelsOffset &+ panel.firstVector &* self.words &* MemoryLayout<Dot.WeightVector>.size)
      clear(words, self.words &* panel.vectors &* MemoryLayout<Dot.WeightVector>.size)
      withRemainderCounts(panel) { counts, count in
        let offsetsOffset = next &+ count &* panel.vectors &* MemoryLayout<Dot.WeightVector>.size
        (block + 64).storeBytes(
          of: PackedWeights.Entry(remainderCount: count, remaindersOffset: next, offsetsOffset: offsetsOffset),
          toByteOffset: index &* MemoryLayout<PackedWeights.Entry>.stride, as: PackedWeights.Entry.self)
        clear(block + next, Self.remainderByteCount(count, panel))
        fill(
          panel, counts, words: words.assumingMemoryBound(to: Dot.WeightWord.self),
          remainders: (block + next).assumingMemoryBound(to: Dot.WeightWord.self),
          offsets: (block + offsetsOffset).assumingMemoryBound(to: Int32.self))
        next &+= Self.remainderByteCount(count, panel)
      }
    }
    if Dot.isClamped {
      header.reaches = PairRelief(PackedWeights(address: block)).run(in: block, from: next)
      block.storeBytes(of: header, as: PackedWeights.Header.self)
    }
  }

  private func packLaneSums(_ sums: UnsafePointer<Int32>, into block: UnsafeMutableRawPointer) {
    clear(block + laneSumsOffset, panels.vectors &* MemoryLayout<Int32Vector>.size)
    let laneSums = (block + laneSumsOffset).assumingMemoryBound(to: Int32.self)
    ColumnLayout(block).forEachLane { vector, lane, column in
      laneSums[vector &* Int32Vector.scalarCount &+ lane] = sums[column]
    }
  }

  private func fill(
    _ panel: Panel, _ counts: UnsafeMutablePointer<UInt8>, words: Words, remainders: Words,
    offsets: UnsafeMutablePointer<Int32>
  ) {
    var remainder = 0
    for word in 0..<self.words {
      for _ in 0..<Int(counts[word]) {
        offsets[remainder] = Int32(truncatingIfNeeded: PackedWeights.rowOffset(word: word))
        remainder &+= 1
      }
    }
    let step = panel.vectors &* Int32Vector.scalarCount
    for vector in 0..<panel.vectors {
      for lane in 0..<Int32Vector.scalarCount {
        let column = Panels.column(panel, vector, lane)
        if column >= columns { continue }
        let words = words + PackedWeights.offset(vector: vector, lane: lane)
        if hasRemainders(column) {
          let remainders = remainders + (vector &* Int32Vector.scalarCount &+ lane)
          fill(column, counts, words: words, remainders: remainders, step: step)
        } else {
          fill(column, words: words, step: step)
        }
      }
    }
  }

  /// A column all of whose weights fit: 16 at a time.
  private func fill(_ column: Int, words: Words, step: Int) {
    let stored = weights.address + column &* depth
    var word = 0
    var k = 0
    while k &+ 16 <= depth {
      let packed = Dot.pack(
        stored.loadUnaligned(fromByteOffset: k, as: SIMD16<UInt8>.self), isSigned: weights.isSigned,
        zeroPoint: weights.zeroPoint)
      for i in packed.indices {
        words[PackedWeights.offset(word: word, step: step)] = packed[i]
        word &+= 1
      }
      k &+= 16
    }
    while k < depth {
      let element = k % Dot.wordElements
      set(
        element, of: words + PackedWeights.offset(word: word, step: step),
        to: Dot.Weight(truncatingIfNeeded: value(column, k)))
      k &+= 1
      if element &+ 1 == Dot.wordElements { word &+= 1 }
    }
  }

  /// A column some of whose weights leave remainders.
  private func fill(
    _ column: Int, _ counts: UnsafeMutablePointer<UInt8>, words: Words, remainders: Words, step: Int
  ) {
    var remainder = 0
    for word in 0..<self.words {
      for element in 0..<max(0, min(Dot.wordElements, depth &- word &* Dot.wordElements)) {
        var rest = value(column, word &* Dot.wordElements &+ element)
        set(element, of: words + PackedWeights.offset(word: word, step: step), to: StoredWeights.takePart(&rest))
        for i in 0..<Int(counts[word]) {
          set(element, of: remainders + (remainder &+ i) &* step, to: StoredWeights.takePart(&rest))
        }
      }
      remainder &+= Int(counts[word])
    }
  }

  private func set(_ element: Int, of word: Words, to weight: Dot.Weight) {
    UnsafeMutableRawPointer(word).storeBytes(
      of: weight, toByteOffset: element &* MemoryLayout<Dot.Weight>.size, as: Dot.Weight.self)
  }

  /// Calls `body` with the number of remainders of each word of a panel, and their total.
  private func withRemainderCounts(_ panel: Panel, _ body: (UnsafeMutablePointer<UInt8>, Int) -> Void) {
    withUnsafeTemporaryAllocation(byteCount: words, alignment: 1) { memory in
      guard let counts = memory.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
      clear(UnsafeMutableRawPointer(counts), words)
      let end = min(columns, panel.firstColumn &+ panel.vectors &* Int32Vector.scalarCount)
      for column in panel.firstColumn..<end where hasRemainders(column) {
        for k in 0..<depth {
          let word = k / Dot.wordElements
          counts[word] = max(counts[word], UInt8(truncatingIfNeeded: remainders(value(column, k))))
        }
      }
      var total = 0
      for word in 0..<words { total &+= Int(counts[word]) }
      body(counts, total)
    }
  }

  private func hasRemainders(_ column: Int) -> Bool {
    let (least, greatest) = weights.extremes(column &* depth, depth)
    return remainders(least) > 0 || remainders(greatest) > 0
  }

  private func remainders(_ value: Int32) -> Int { StoredWeights.remainders(value, Dot.Weight.self) }

  private func value(_ column: Int, _ k: Int) -> Int32 { weights[column &* depth &+ k] }
}
#endif
