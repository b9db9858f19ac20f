/// The broken copies of one file: every prefix of it, every change of one of its bytes to another value, and pairs of
/// changes.
///
/// They are numbered: first the prefixes by their length, then the changes byte by byte, then the pairs.
struct Mutants {
  let original: [UInt8]
  let pairCount: Int
  let sample: Sample

  private static let otherValues = 255

  var count: Int { firstPair + pairCount }

  private var firstChange: Int { original.count }

  private var firstPair: Int { original.count * (1 + Self.otherValues) }

  /// Whether a mutant is tried: of the changes of one byte, those of the sample are.
  func isTried(_ number: Int) -> Bool {
    number < firstChange || number >= firstPair || sample.contains(number)
  }

  func bytes(_ number: Int) -> [UInt8] {
    if number < firstChange { return Array(original[..<number]) }
    var bytes = original
    if number < firstPair {
      change(&bytes, UInt64(number - firstChange))
    } else {
      let number = sample.scrambled(number)
      change(&bytes, number >> 32)
      change(&bytes, number & 0xFFFF_FFFF)
    }
    return bytes
  }

  private func change(_ bytes: inout [UInt8], _ number: UInt64) {
    let (position, change) = number.quotientAndRemainder(dividingBy: UInt64(Self.otherValues))
    bytes[Int(position % UInt64(bytes.count))] &+= UInt8(truncatingIfNeeded: change + 1)
  }
}

/// Which changes of a file a run takes: all, or a share that the seed picks.
struct Sample {
  let seed: UInt64
  /// One of so many is taken.
  let share: UInt64

  func contains(_ number: Int) -> Bool { share <= 1 || scrambled(number) % share == 0 }

  /// A number that looks like chance.
  func scrambled(_ number: Int) -> UInt64 {
    var state = seed &+ UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15
    state = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    state = (state ^ state >> 27) &* 0x94D0_49BB_1331_11EB
    return state ^ state >> 31
  }
}
