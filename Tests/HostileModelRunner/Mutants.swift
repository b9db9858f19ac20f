/// The broken copies of one file: every prefix of it, and every change of one of its bytes to another value.
///
/// They are numbered: first the prefixes by their length, then the changes byte by byte.
struct Mutants {
  let original: [UInt8]

  static let otherValues = 255

  var count: Int { original.count * (1 + Self.otherValues) }

  var prefixCount: Int { original.count }

  func bytes(_ number: Int) -> [UInt8] {
    if number < prefixCount { return Array(original[..<number]) }
    let (position, change) = (number - prefixCount).quotientAndRemainder(dividingBy: Self.otherValues)
    var bytes = original
    bytes[position] &+= UInt8(truncatingIfNeeded: change + 1)
    return bytes
  }
}

/// Which changes of a file a run takes: all, or a share that the seed picks.
struct Sample {
  let seed: UInt64
  /// One of so many is taken.
  let share: UInt64

  func contains(_ number: Int) -> Bool {
    guard share > 1 else { return true }
    var state = seed &+ UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15
    state = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    state = (state ^ state >> 27) &* 0x94D0_49BB_1331_11EB
    return (state ^ state >> 31) % share == 0
  }
}
