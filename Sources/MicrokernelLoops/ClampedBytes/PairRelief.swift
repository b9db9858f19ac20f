#if FOR_X86_64 && arch(x86_64)
/// Takes weights out of those pairs of words that would have activations clamped most: further words of weights, remainders,
/// have them. Where that are few, activations may be larger in all others.
///
///     reach of each pair of words:   93  140  131  255  118  152  ...      one of 32 is relieved: 128 instead of 93
///
/// How far activations reach after that, tiles are told.
struct PairRelief {
  private let weights: PackedWeights
  private let layout: Panels

  init(_ weights: PackedWeights) {
    self.weights = weights
    layout = Panels(columns: weights.header.common.columns)
  }

  /// Single words may be multiplied by so large activations, whatever they are.
  private static var greatestReach: UInt8 { 128 }

  /// How many pairs of words of all panels may be relieved: to multiply what is taken out costs half of what they do.
  private static func limit(panels: Int, words: Int) -> Int { panels &* (words / 2) / 32 }

  /// Room for how far each pair reaches, and for the remainders of the panels that have been relieved, if there were so many
  /// bytes of them before.
  static func byteCount(columns: Int, words: Int, remainders: Int) -> Int {
    let panels = Panels(columns: columns).count
    let most = limit(panels: panels, words: words)
    return aligned(panels &* (words / 2)) &+ remainders
      &+ most &* (EntryPoints.panelVectors &* MemoryLayout<Int32Vector>.size &+ 4) &+ 64 &* panels
  }

  /// Relieves pairs of words, and tells how far activations may reach.
  ///
  /// - Parameter offset: where in the packed weights there is room.
  func run(in block: UnsafeMutableRawPointer, from offset: Int) -> PackedWeights.Reaches {
    let pairs = weights.header.words / 2
    let reaches = (block + offset).assumingMemoryBound(to: UInt8.self)
    var all = WeightExtremes()
    for index in 0..<layout.count { findReaches(index, reaches + index &* pairs, single: &all) }
    let reach = min(all.reach, commonReach(reaches, layout.count &* pairs))
    var next = offset &+ aligned(layout.count &* pairs)
    for index in 0..<layout.count {
      relieve(index, reaches + index &* pairs, below: reach, in: block, at: &next)
    }
    return PackedWeights.Reaches(pairs: reach, words: all.reach)
  }

  /// - Parameter all: takes in the extremes of all single words, remainders too.
  private func findReaches(_ index: Int, _ reaches: UnsafeMutablePointer<UInt8>, single all: inout WeightExtremes) {
    let vectors = layout[index].vectors
    let panel: PackedPanel<ClampedBytes> = weights.panel(layout[index], index)
    let words = weights.header.words
    for pair in 0..<words / 2 {
      var extremes = WeightExtremes()
      for v in 0..<vectors {
        let first = WeightExtremes(panel.words[2 &* pair &* vectors &+ v])
        let second = WeightExtremes(panel.words[(2 &* pair &+ 1) &* vectors &+ v])
        extremes.include(first &+ second)
        all.include(first)
        all.include(second)
      }
      reaches[pair] = extremes.reach
    }
    if words % 2 == 1 {
      for v in 0..<vectors { all.include(WeightExtremes(panel.words[(words &- 1) &* vectors &+ v])) }
    }
    for i in 0..<panel.remainderCount &* vectors { all.include(WeightExtremes(panel.remainders[i])) }
  }

  /// What all pairs reach but those that are to be relieved.
  private func commonReach(_ reaches: UnsafeMutablePointer<UInt8>, _ count: Int) -> UInt8 {
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 256) { counts in
      guard let counts = counts.baseAddress else { return 0 }
      clear(UnsafeMutableRawPointer(counts), 1024)
      for i in 0..<count { counts[Int(reaches[i])] &+= 1 }
      var least = 0
      while least < 255 && counts[least] == 0 { least &+= 1 }
      if least >= Int(Self.greatestReach) { return UInt8(truncatingIfNeeded: least) }
      var left = Self.limit(panels: layout.count, words: weights.header.words)
      while least < Int(Self.greatestReach) && Int(counts[least]) <= left {
        left &-= Int(counts[least])
        least &+= 1
      }
      return UInt8(truncatingIfNeeded: least)
    }
  }

  /// Gives a panel remainders, those that it has and what is taken out of its pairs, if there is something.
  private func relieve(
    _ index: Int, _ reaches: UnsafeMutablePointer<UInt8>, below reach: UInt8, in block: UnsafeMutableRawPointer,
    at next: inout Int
  ) {
    let pairs = weights.header.words / 2
    var count = 0
    for pair in 0..<pairs where reaches[pair] < reach { count &+= 1 }
    if count == 0 { return }
    let vectors = layout[index].vectors
    let panel: PackedPanel<ClampedBytes> = weights.panel(layout[index], index)
    let total = panel.remainderCount &+ count
    let offsetsOffset = next &+ total &* vectors &* MemoryLayout<Int32Vector>.size
    let remainders = (block + next).assumingMemoryBound(to: Int32Vector.self)
    let offsets = (block + offsetsOffset).assumingMemoryBound(to: Int32.self)
    for i in 0..<panel.remainderCount &* vectors { remainders[i] = panel.remainders[i] }
    for i in 0..<panel.remainderCount { offsets[i] = panel.remainderOffsets[i] }
    var remainder = panel.remainderCount
    for pair in 0..<pairs where reaches[pair] < reach {
      offsets[remainder] = Int32(truncatingIfNeeded: 8 &* pair)
      let first = UnsafeMutablePointer(mutating: panel.words + 2 &* pair &* vectors)
      for v in 0..<vectors {
        for word in 0..<Int32Vector.scalarCount {
          let (rest, taken) = Self.split(first[v][word], beside: first[vectors &+ v][word], reach)
          first[v][word] = rest
          remainders[remainder &* vectors &+ v][word] = taken
        }
      }
      remainder &+= 1
    }
    (block + 64).storeBytes(
      of: PackedWeights.Entry(remainderCount: total, remaindersOffset: next, offsetsOffset: offsetsOffset),
      toByteOffset: index &* MemoryLayout<PackedWeights.Entry>.stride, as: PackedWeights.Entry.self)
    next = offsetsOffset &+ aligned(4 &* total)
  }

  /// Splits the bytes of a word such that those of the one beside it may be added to the products of the rest.
  private static func split(_ word: Int32, beside other: Int32, _ reach: UInt8) -> (rest: Int32, taken: Int32) {
    var taken = SIMD4<Int8>()
    var rest = cast(word, to: SIMD4<Int8>.self)
    let other = cast(other, to: SIMD4<Int8>.self)
    let most = Int32(Int16.max) / Int32(reach)
    let fewest = Int32(Int16.min) / Int32(reach)
    for half in stride(from: 0, to: 4, by: 2) {
      var above: Int32 = -most
      var below: Int32 = -fewest
      for i in half..<half &+ 2 {
        above &+= max(Int32(rest[i]), 0) &+ max(Int32(other[i]), 0)
        below &+= min(Int32(rest[i]), 0) &+ min(Int32(other[i]), 0)
      }
      for i in half..<half &+ 2 {
        let part = rest[i] > 0 ? min(Int32(rest[i]), max(above, 0)) : max(Int32(rest[i]), min(below, 0))
        if rest[i] > 0 { above &-= part } else { below &-= part }
        taken[i] = Int8(truncatingIfNeeded: part)
        rest[i] &-= taken[i]
      }
    }
    return (cast(rest, to: Int32.self), cast(taken, to: Int32.self))
  }
}
#endif
