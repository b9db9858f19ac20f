import TFLiteFlatBuffers
import Testing

/// Values that are kept with the bytes they follow from.
@Suite struct DerivedValueTests {
  private final class Value: Sendable {}

  @Test func areMadeOnce() {
    let bytes = ByteSlice([1, 2, 3, 4])
    let value = bytes[1..<3].derived("kind", [1, 2]) { Value() }
    #expect(bytes[1..<3].derived("kind", [1, 2]) { Value() } === value)
    // Copies are other bytes, and so are other parts.
    #expect(ByteSlice([2, 3]).derived("kind", [1, 2]) { Value() } !== value)
    #expect(bytes[1..<4].derived("kind", [1, 2]) { Value() } !== value)
    #expect(bytes[1..<3].derived("other", [1, 2]) { Value() } !== value)
    #expect(bytes[1..<3].derived("kind", [2, 1]) { Value() } !== value)
  }

  @Test func liveAsLongAsTheBytes() {
    var bytes: ByteSlice? = ByteSlice([1, 2, 3, 4])
    var part = bytes?[1..<2]
    weak var value = bytes?.derived("kind", []) { Value() }
    #expect(value != nil)
    bytes = nil
    #expect(value != nil, "a part of the memory is still in use")
    part = nil
    #expect(part == nil && value == nil)
  }

  @Test func areTheSameForAllThreads() async {
    let bytes = ByteSlice([1, 2, 3, 4])
    let values = await withTaskGroup(of: Value.self) { group in
      for _ in 0..<64 { group.addTask { bytes.derived("kind", []) { Value() } } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(values.count == 64 && values.allSatisfy { $0 === values[0] })
  }
}
