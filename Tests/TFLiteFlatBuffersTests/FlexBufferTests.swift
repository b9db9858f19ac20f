import TFLiteFlatBuffers
import TestRandomness
import Testing

struct FlexBufferTests {
  /// FlexBuffers written by the FlatBuffers project's own library, and what was put into them.
  static let foreign: [(bytes: [UInt8], value: FlexBufferValue)] = [
    ([212, 254, 5, 2], .int(-300)),
    (
      [
        118, 101, 99, 0, 4, 70, 114, 101, 100, 0, 0, 0, 0, 0, 128, 64, 1, 77, 5, 156, 15, 9, 5, 0, 4, 20, 34, 100, 104,
        98, 97, 114, 51, 0, 3, 1, 2, 3, 102, 111, 111, 0, 109, 121, 109, 97, 112, 0, 4, 70, 114, 101, 100, 0, 1, 17, 1,
        1, 1, 10, 20, 4, 33, 25, 22, 65, 4, 1, 4, 34, 100, 12, 53, 44, 4, 36, 40, 8, 36, 1,
      ],
      .map([
        "vec": .vector([.int(-100), .string("Fred"), .float(4), .blob([0x4D]), .bool(false)]),
        "bar3": .vector([.int(1), .int(2), .int(3)]),
        "foo": .int(100),
        "mymap": .map(["foo": .string("Fred")]),
      ])
    ),
    (
      [
        3, 0, 1, 0, 2, 0, 184, 11, 0, 0, 192, 63, 0, 0, 32, 192, 1, 2, 3, 2, 1, 0, 0, 0, 144, 238, 254, 255, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 154, 153, 153, 153, 153, 153, 185, 63, 0, 0, 0, 0, 0, 0, 0, 64,
        97, 0, 98, 99, 0, 2, 6, 5, 9, 71, 66, 59, 56, 53, 46, 0, 32, 11, 45, 74, 76, 144, 26, 31, 0, 55, 56, 18, 40, 1,
      ],
      .vector([
        .vector([.int(1), .int(2), .int(3000)]), .vector([.float(1.5), .float(-2.5)]),
        .vector([.int(1), .int(2), .int(3)]), .vector([.bool(true), .bool(false)]), .int(-70000), .uint(1 << 40),
        .null, .vector([.float(0.1), .float(2)]), .vector([.string("a"), .string("bc")]),
      ])
    ),
    (
      [
        6, 0, 0, 0, 0, 0, 0, 0, 154, 153, 153, 153, 153, 153, 185, 63, 0, 0, 0, 0, 0, 0, 0, 128, 255, 255, 255, 255,
        255,
        255, 255, 255, 0, 0, 0, 0, 0, 0, 248, 63, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 15, 11, 7, 15, 3, 107,
        54, 43, 1,
      ],
      .vector([.float(0.1), .uint(1 << 63), .int(-1), .float(1.5), .null, .bool(true)])
    ),
  ]

  @Test(arguments: foreign.indices)
  func readsWhatOthersWrote(index: Int) throws {
    let (bytes, value) = Self.foreign[index]
    #expect(try FlexBufferValue(decoding: ByteSlice(bytes)) == value)
  }

  /// A value whose every part survives being written and read. Lengths and offsets of all widths occur.
  private static func value(depth: Int, using random: inout SeededGenerator) -> FlexBufferValue {
    let kind = Int.random(in: 0..<(depth > 0 ? 9 : 7), using: &random)
    func length() -> Int { [0, 1, 3, 10, 300].randomElement(using: &random) ?? 0 }
    func text() -> String { String(repeating: ["a", "é", "漢"].randomElement(using: &random) ?? "", count: length()) }
    let shift = UInt64.random(in: 0..<64, using: &random)
    switch kind {
    case 0: return .null
    case 1: return .bool(.random(using: &random))
    case 2: return .int(Int64(bitPattern: random.next()) >> Int64(shift))
    case 3: return .uint(random.next() >> shift)
    case 4: return .float([0, -0.0, 0.5, 0.1, .infinity, 1e300, -3.25].randomElement(using: &random) ?? 0)
    case 5: return .string(text())
    case 6: return .blob(ByteSlice((0..<length()).map { UInt8(truncatingIfNeeded: $0) }))
    case 7:
      return .vector(
        (0..<Int.random(in: 0...6, using: &random)).map { _ in value(depth: depth - 1, using: &random) })
    default:
      let keys = (0..<Int.random(in: 0...6, using: &random)).map { "\($0)" + text() }
      return .map(Dictionary(uniqueKeysWithValues: keys.map { ($0, value(depth: depth - 1, using: &random)) }))
    }
  }

  @Test(arguments: 0..<400 as Range<UInt64>)
  func readsWhatItWrote(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let value = Self.value(depth: 4, using: &random)
    #expect(try FlexBufferValue(decoding: ByteSlice(value.encoded())) == value, "seed \(seed)")
  }

  @Test func keepsNotANumber() throws {
    let encoded = try FlexBufferValue.vector([.float(.nan), .float(0.1)]).encoded()
    guard case .vector(let values) = try FlexBufferValue(decoding: ByteSlice(encoded)) else {
      Issue.record("no vector")
      return
    }
    #expect(values[0].doubleValue?.isNaN == true)
    #expect(values[1] == .float(0.1))
  }

  @Test func needsVectorsAsWideAsTheirOffsets() throws {
    for length in [200, 300, 70_000] {
      let value = FlexBufferValue.vector([.blob(ByteSlice(Array(repeating: 1, count: length))), .int(1)])
      #expect(try FlexBufferValue(decoding: ByteSlice(value.encoded())) == value)
    }
  }

  @Test func sortsKeysByTheirBytes() throws {
    let encoded = try FlexBufferValue.map(["b": .null, "a": .null, "é": .null, "B": .null]).encoded()
    let text = String(decoding: encoded, as: UTF8.self)
    #expect(text.hasPrefix("B\0a\0b\0é\0"))
  }

  @Test func refusesAKeyWithAZero() {
    #expect(throws: FlatBufferError.self) { try FlexBufferValue.map(["a\0b": .null]).encoded() }
  }

  @Test func convertsNumbers() {
    #expect(FlexBufferValue.int(-3).integerValue == -3)
    #expect(FlexBufferValue.uint(.max).integerValue == nil)
    #expect(FlexBufferValue.float(2).integerValue == 2)
    #expect(FlexBufferValue.float(2.5).integerValue == nil)
    #expect(FlexBufferValue.float(.nan).integerValue == nil)
    #expect(FlexBufferValue.bool(true).integerValue == 1)
    #expect(FlexBufferValue.int(3).doubleValue == 3)
    #expect(FlexBufferValue.string("3").doubleValue == nil)
    #expect(FlexBufferValue.uint(2).boolValue == true)
    #expect(FlexBufferValue.map(["x": .int(1)])["x"] == .int(1))
    #expect(FlexBufferValue.map(["x": .int(1)])["y"] == nil)
    #expect(FlexBufferValue.null["y"] == nil)
  }

  // MARK: Broken buffers

  @Test(arguments: 0..<foreign.count)
  func neverTrapsOnChangedBytes(index: Int) {
    let bytes = Self.foreign[index].bytes
    for length in 0..<bytes.count { _ = try? FlexBufferValue(decoding: ByteSlice(bytes[..<length])) }
    for start in 0..<bytes.count { _ = try? FlexBufferValue(decoding: ByteSlice(bytes[start...])) }
    for position in bytes.indices {
      for value in UInt8.min ... .max {
        var changed = bytes
        changed[position] = value
        _ = try? FlexBufferValue(decoding: ByteSlice(changed))
      }
    }
  }

  @Test(
    arguments: [
      ([], "the FlexBuffer at byte 0 needs 3 bytes, but the buffer ends at byte 0"),
      ([1, 4, 3], "the FlexBuffer at byte 2: 3 is no width of a value"),
      ([1, 4, 8], "the FlexBuffer's root at byte 0 needs 10 bytes, but the buffer ends at byte 3"),
      ([1, 37 << 2, 1], "the FlexBuffer at byte 0: 37 is no type"),
      ([1, 3 << 2, 1], "the number at byte 0: there is no floating point of 8 bits"),
      ([9, 5 << 2, 1], "the FlexBuffer at byte 0: the offset 9 leads before the first byte"),
      ([65, 1, 4 << 2, 1], "the key at byte 0: no zero follows it"),
      ([0, 5 << 2, 1], "the vector at byte 0: its size would lie before the FlexBuffer"),
      ([9, 65, 1, 5 << 2, 1], "the vector at byte 1 needs 9 bytes, but the buffer ends at byte 5"),
      ([1, 0xFF, 1, 5 << 2, 1], "the string at byte 1: it is not UTF-8"),
      ([0, 1, 5, 4, 2, 9 << 2, 1], "the map at byte 2: its keys would lie before the FlexBuffer"),
    ] as [([UInt8], String)])
  func saysWhatIsWrong(bytes: [UInt8], message: String) {
    #expect {
      try FlexBufferValue(decoding: ByteSlice(bytes))
    } throws: {
      "\($0)" == message
    }
  }

  @Test func refusesAKeyThatOccursTwice() throws {
    // Keys at 0 and 2; their vector at 5; the map's values at 10.
    let bytes: [UInt8] = [97, 0, 97, 0, 2, 5, 4, 2, 1, 2, 7, 8, 4, 4, 4, 36, 1]
    #expect(throws: FlatBufferError.malformed(what: "the map", position: 10, reason: "the key 'a' occurs twice")) {
      try FlexBufferValue(decoding: ByteSlice(bytes))
    }
  }

  /// Vectors that each refer twice to the next one: with every level, twice as many values.
  @Test func refusesReferencesThatMultiply() {
    var bytes: [UInt8] = [1, 7, 4]  // The vector [7], its elements at 1.
    var previous = 1
    for _ in 0..<40 {
      bytes.append(2)
      let start = bytes.count
      bytes += [UInt8(start - previous), UInt8(start + 1 - previous), 10 << 2, 10 << 2]
      previous = start
    }
    bytes += [UInt8(bytes.count - previous), 10 << 2, 1]
    #expect {
      try FlexBufferValue(decoding: ByteSlice(bytes))
    } throws: { error in
      guard case FlatBufferError.tooManyReferences = error else { return false }
      return true
    }
  }

  @Test func refusesValuesNestedTooDeeply() throws {
    var value = FlexBufferValue.int(1)
    for _ in 0..<63 { value = .vector([value]) }
    #expect(try FlexBufferValue(decoding: ByteSlice(value.encoded())) == value)
    let deeper = try FlexBufferValue.vector([value]).encoded()
    #expect {
      try FlexBufferValue(decoding: ByteSlice(deeper))
    } throws: { error in
      guard case FlatBufferError.tooDeep(_, limit: 64) = error else { return false }
      return true
    }
  }
}
