/// Bytes that decide what is made, one after the other; 0 when there are no more.
struct ByteSource {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  mutating func bool() -> Bool { byte() & 1 != 0 }

  mutating func pick<Element>(_ choices: [Element]) -> Element { choices[Int(byte()) % choices.count] }

  mutating func count(_ range: ClosedRange<Int>) -> Int { range.lowerBound + Int(byte()) % range.count }

  mutating func bytes(_ count: Int) -> [UInt8] {
    let taken = rest.prefix(count)
    rest = rest.dropFirst(count)
    // Numbers that mean something repeat, rather than zeros.
    guard !taken.isEmpty else { return Array(repeating: 0, count: count) }
    return (0..<count).map { taken[taken.startIndex + $0 % taken.count] }
  }
}
