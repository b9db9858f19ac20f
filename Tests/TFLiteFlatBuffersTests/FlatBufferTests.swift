import TFLiteFlatBuffers
import TestRandomness
import Testing

/// A table with one field of each kind, as a value.
private struct Sample: Equatable {
  var bool: Bool?
  var int8: Int8?
  var uint16: UInt16?
  var int32: Int32?
  var uint64: UInt64?
  var double: Double?
  var string: String?
  var floats: [Float]?
  var shorts: [Int16]?
  var bytes: ByteSlice?
  var strings: [String]?
  var child: [Sample] = []
  var children: [Sample]?

  private enum Field {
    static let bool = 0
    static let int8 = 1
    static let uint16 = 2
    static let int32 = 3
    static let uint64 = 4
    static let double = 5
    static let string = 6
    static let floats = 7
    static let shorts = 8
    static let bytes = 9
    static let strings = 10
    static let child = 11
    // A gap, as deprecated fields leave.
    static let children = 20
  }

  static func random(depth: Int, using random: inout SeededGenerator) -> Sample {
    var sample = Sample()
    func maybe() -> Bool { Bool.random(using: &random) }
    func text() -> String {
      String((0..<Int.random(in: 0...9, using: &random)).map { _ in "aé漢🙂".randomElement(using: &random)! })
    }
    if maybe() { sample.bool = maybe() }
    if maybe() { sample.int8 = .random(in: .min ... .max, using: &random) }
    if maybe() { sample.uint16 = .random(in: .min ... .max, using: &random) }
    if maybe() { sample.int32 = .random(in: .min ... .max, using: &random) }
    if maybe() { sample.uint64 = .random(in: .min ... .max, using: &random) }
    if maybe() { sample.double = .random(in: -1e9...1e9, using: &random) }
    if maybe() { sample.string = text() }
    if maybe() { sample.floats = (0..<Int.random(in: 0...5, using: &random)).map { Float($0) * 0.3 } }
    if maybe() { sample.shorts = (0..<Int.random(in: 0...5, using: &random)).map { Int16($0) - 2 } }
    if maybe() { sample.bytes = ByteSlice((0..<UInt8.random(in: 0...40, using: &random)).map { $0 }) }
    if maybe() { sample.strings = (0..<Int.random(in: 0...3, using: &random)).map { _ in text() } }
    if depth > 0, maybe() { sample.child = [.random(depth: depth - 1, using: &random)] }
    if depth > 0, maybe() {
      sample.children = (0..<Int.random(in: 0...3, using: &random)).map { _ in .random(depth: depth - 1, using: &random)
      }
    }
    return sample
  }

  var layout: FlatBufferTableLayout {
    var layout = FlatBufferTableLayout()
    if bool != nil { layout.addScalar(Field.bool, as: Bool.self) }
    if int8 != nil { layout.addScalar(Field.int8, as: Int8.self) }
    if uint16 != nil { layout.addScalar(Field.uint16, as: UInt16.self) }
    if int32 != nil { layout.addScalar(Field.int32, as: Int32.self) }
    if uint64 != nil { layout.addScalar(Field.uint64, as: UInt64.self) }
    if double != nil { layout.addScalar(Field.double, as: Double.self) }
    if string != nil { layout.addReference(Field.string) }
    if floats != nil { layout.addReference(Field.floats) }
    if shorts != nil { layout.addReference(Field.shorts) }
    if bytes != nil { layout.addReference(Field.bytes) }
    if strings != nil { layout.addReference(Field.strings) }
    if !child.isEmpty { layout.addReference(Field.child) }
    if children != nil { layout.addReference(Field.children) }
    return layout
  }

  func fill(_ slots: FlatBufferTableSlots, in writer: FlatBufferWriter) throws {
    if let bool { writer.set(bool, for: Field.bool, of: slots) }
    if let int8 { writer.set(int8, for: Field.int8, of: slots) }
    if let uint16 { writer.set(uint16, for: Field.uint16, of: slots) }
    if let int32 { writer.set(int32, for: Field.int32, of: slots) }
    if let uint64 { writer.set(uint64, for: Field.uint64, of: slots) }
    if let double { writer.set(double, for: Field.double, of: slots) }
    if let string { try writer.appendString(string, for: Field.string, of: slots) }
    if let floats { try writer.appendScalars(floats, for: Field.floats, of: slots) }
    if let shorts { try writer.appendScalars(shorts, for: Field.shorts, of: slots) }
    if let bytes { try writer.appendBytes(bytes, alignment: 16, for: Field.bytes, of: slots) }
    if let strings { try writer.appendStrings(strings, for: Field.strings, of: slots) }
    for sample in child { try sample.fill(writer.appendTable(sample.layout, for: Field.child, of: slots), in: writer) }
    if let children {
      let elements = try writer.appendTables(count: children.count, for: Field.children, of: slots)
      for (index, sample) in children.enumerated() {
        try sample.fill(writer.appendTable(sample.layout, for: index, of: elements), in: writer)
      }
    }
  }

  func encoded() throws -> [UInt8] {
    let writer = FlatBufferWriter(identifier: "TEST")
    try fill(writer.appendRoot(layout), in: writer)
    return writer.bytes
  }

  init() {}

  init(_ table: FlatBufferTable) throws(FlatBufferError) {
    bool = try table.scalar(Field.bool, as: Bool.self)
    int8 = try table.scalar(Field.int8, as: Int8.self)
    uint16 = try table.scalar(Field.uint16, as: UInt16.self)
    int32 = try table.scalar(Field.int32, as: Int32.self)
    uint64 = try table.scalar(Field.uint64, as: UInt64.self)
    double = try table.scalar(Field.double, as: Double.self)
    string = try table.string(Field.string)
    floats = try table.scalars(Field.floats, of: Float.self)
    shorts = try table.scalars(Field.shorts, of: Int16.self)
    bytes = try table.bytes(Field.bytes)
    strings = try table.strings(Field.strings)
    if let table = try table.table(Field.child) { child = [try Sample(table)] }
    if let tables = try table.tables(Field.children) {
      var samples: [Sample] = []
      for index in 0..<tables.count { samples.append(try Sample(tables.table(at: index))) }
      children = samples
    }
  }

  init(decoding bytes: some Collection<UInt8>, limits: FlatBufferLimits = FlatBufferLimits()) throws(FlatBufferError) {
    try self.init(try FlatBufferReader(ByteSlice(bytes), limits: limits).root())
  }
}

struct FlatBufferTests {
  @Test(arguments: 0..<300 as Range<UInt64>)
  func readsWhatItWrote(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let sample = Sample.random(depth: 3, using: &random)
    let bytes = try sample.encoded()
    #expect(try Sample(decoding: bytes) == sample, "seed \(seed)")
    #expect(try FlatBufferReader(ByteSlice(bytes)).identifier == [0x54, 0x45, 0x53, 0x54])
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func neverTrapsOnChangedBytes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let bytes = try Sample.random(depth: 2, using: &random).encoded()
    for length in 0..<bytes.count { _ = try? Sample(decoding: bytes[..<length]) }
    for position in bytes.indices {
      var changed = bytes
      for _ in 0..<8 {
        changed[position] = .random(in: .min ... .max, using: &random)
        _ = try? Sample(decoding: changed)
      }
    }
    for _ in 0..<300 {
      var changed = bytes
      for _ in 0..<Int.random(in: 2...8, using: &random) {
        changed[Int.random(in: changed.indices, using: &random)] =
          [0, 1, 4, 127, 128, 255].randomElement(using: &random) ?? 0
      }
      _ = try? Sample(decoding: changed)
    }
  }

  @Test func alignsTheDataOfVectors() throws {
    for length in 0..<20 {
      var sample = Sample()
      sample.string = String(repeating: "x", count: length)
      sample.bytes = ByteSlice([1, 2, 3])
      let whole = ByteSlice(try sample.encoded())
      let bytes = try #require(try FlatBufferReader(whole).root().bytes(9))
      #expect(try #require(bytes.offset(in: whole)) % 16 == 0)
    }
  }

  @Test func sharesVtables() throws {
    var parent = Sample()
    parent.children = (0..<100).map { index in
      var child = Sample()
      child.int32 = Int32(index)
      return child
    }
    // 4 bytes each for the reference, the offset of the vtable, and the field.
    #expect(try parent.encoded().count < 100 * 12 + 100)
  }

  // MARK: Broken buffers

  @Test(arguments: [[], [0], [8, 0, 0, 0], [8, 0, 0, 0, 0x54, 0x45, 0x53]] as [[UInt8]])
  func refusesLessThanAHeader(bytes: [UInt8]) {
    #expect(
      throws: FlatBufferError.outOfBounds(
        what: "the header", position: 0, size: 8, limit: UInt64(bytes.count))
    ) { try FlatBufferReader(ByteSlice(bytes)) }
  }

  @Test func refusesARootBeyondTheEnd() {
    #expect(throws: FlatBufferError.outOfBounds(what: "the table", position: 24, size: 4, limit: 8)) {
      try Sample(decoding: [24, 0, 0, 0, 0x54, 0x46, 0x4C, 0x33])
    }
  }

  @Test(arguments: [0, UInt32(Int32.max) + 1, .max])
  func refusesImpossibleOffsets(offset: UInt32) throws {
    var bytes = try Sample().encoded()
    bytes.replace(with: offset, at: 0)
    #expect(
      throws: FlatBufferError.malformed(
        what: "the offset of the root table", position: 0, reason: "\(offset) is no valid offset")
    ) { try Sample(decoding: bytes) }
  }

  /// A header, a vtable at 8 with one field at 4, and a table at 16 that refers to a vector at 24.
  private static let small: [UInt8] = [
    16, 0, 0, 0, 0x54, 0x45, 0x53, 0x54, 6, 0, 8, 0, 4, 0, 0, 0, 8, 0, 0, 0, 4, 0, 0, 0, 2, 0, 0, 0, 65, 66, 0, 0,
  ]

  private func field<Value>(
    of bytes: [UInt8], limits: FlatBufferLimits = FlatBufferLimits(),
    _ read: (FlatBufferTable) throws(FlatBufferError) -> Value
  ) throws(FlatBufferError) -> Value {
    try read(try FlatBufferReader(ByteSlice(bytes), limits: limits).root())
  }

  private func changed(_ position: Int, _ value: UInt8) -> [UInt8] {
    var bytes = Self.small
    bytes[position] = value
    return bytes
  }

  @Test func readsTheSmallBuffer() throws {
    #expect(try field(of: Self.small) { table throws(FlatBufferError) in try table.string(0) } == "AB")
    #expect(try field(of: Self.small) { table throws(FlatBufferError) in try table.string(1) } == nil)
    #expect(try field(of: Self.small) { table throws(FlatBufferError) in try table.has(0) })
  }

  @Test func refusesATableThatIsNotAligned() {
    #expect(throws: FlatBufferError.misaligned(what: "the table", position: 17, alignment: 4)) {
      try Sample(decoding: changed(0, 17))
    }
  }

  @Test func refusesAVtableThatIsNotAligned() {
    #expect(throws: FlatBufferError.misaligned(what: "the vtable", position: 9, alignment: 2)) {
      try Sample(decoding: changed(16, 7))
    }
  }

  @Test func refusesAVtableBeforeTheBuffer() {
    #expect(
      throws: FlatBufferError.malformed(
        what: "the table", position: 16, reason: "its vtable lies before the buffer")
    ) { try Sample(decoding: changed(16, 17)) }
  }

  @Test func refusesAVtableBehindTheBuffer() {
    var bytes = Self.small
    bytes.replace(with: UInt32(bitPattern: -16), at: 16)
    #expect(throws: FlatBufferError.outOfBounds(what: "the vtable", position: 32, size: 4, limit: 32)) {
      try Sample(decoding: bytes)
    }
  }

  @Test(arguments: [0, 2, 3, 7] as [UInt8])
  func refusesSizesThatNoVtableHas(size: UInt8) {
    #expect(
      throws: FlatBufferError.malformed(
        what: "the vtable", position: 8, reason: "\(size) is not the size of a vtable")
    ) { try Sample(decoding: changed(8, size)) }
  }

  @Test func refusesAVtableThatReachesBeyondTheEnd() {
    #expect(throws: FlatBufferError.outOfBounds(what: "the vtable", position: 8, size: 26, limit: 32)) {
      try Sample(decoding: changed(8, 26))
    }
  }

  @Test func refusesATableThatReachesBeyondTheEnd() {
    #expect(throws: FlatBufferError.outOfBounds(what: "the table", position: 16, size: 200, limit: 32)) {
      try Sample(decoding: changed(10, 200))
    }
    #expect(
      throws: FlatBufferError.malformed(what: "the vtable", position: 8, reason: "3 is not the size of a table")
    ) { try Sample(decoding: changed(10, 3)) }
  }

  @Test func refusesAFieldOutsideItsTable() {
    #expect(
      throws: FlatBufferError.malformed(
        what: "the vtable", position: 12, reason: "a field of 4 bytes at 6 is not within the table's 8 bytes")
    ) { try field(of: changed(12, 6)) { table throws(FlatBufferError) in try table.scalar(0, as: Int32.self) } }
    #expect(
      throws: FlatBufferError.malformed(
        what: "the vtable", position: 12, reason: "a field of 4 bytes at 2 is not within the table's 8 bytes")
    ) { try field(of: changed(12, 2)) { table throws(FlatBufferError) in try table.string(0) } }
  }

  @Test func refusesAFieldThatIsNotAligned() {
    #expect(throws: FlatBufferError.misaligned(what: "a field", position: 21, alignment: 2)) {
      try field(of: changed(12, 5)) { table throws(FlatBufferError) in try table.scalar(0, as: Int16.self) }
    }
  }

  @Test func refusesAVectorThatIsNotAligned() {
    #expect(throws: FlatBufferError.misaligned(what: "the vector", position: 25, alignment: 4)) {
      try field(of: changed(20, 5)) { table throws(FlatBufferError) in try table.bytes(0) }
    }
  }

  @Test func refusesAVectorWhoseSizeOverflows32Bits() {
    var bytes = Self.small
    bytes.replace(with: 0x8000_0001 as UInt32, at: 24)
    #expect(
      throws: FlatBufferError.outOfBounds(
        what: "the vector", position: 28, size: 8 * 0x8000_0001, limit: 32)
    ) { try field(of: bytes) { table throws(FlatBufferError) in try table.scalars(0, of: Int64.self) } }
  }

  @Test func refusesAStringWithoutAnEnd() {
    #expect(
      throws: FlatBufferError.malformed(what: "the string", position: 28, reason: "no zero follows its 4 bytes")
    ) { try field(of: changed(24, 4)) { table throws(FlatBufferError) in try table.string(0) } }
    #expect(
      throws: FlatBufferError.malformed(what: "the string", position: 28, reason: "no zero follows its 1 bytes")
    ) { try field(of: changed(24, 1)) { table throws(FlatBufferError) in try table.string(0) } }
  }

  @Test(arguments: [[0xFF, 0x41], [0xC0, 0x80], [0xED, 0xA0], [0x41, 0x80]] as [[UInt8]])
  func refusesAStringThatIsNotUTF8(text: [UInt8]) {
    var bytes = Self.small
    bytes.replaceSubrange(28..<30, with: text)
    #expect(throws: FlatBufferError.malformed(what: "the string", position: 28, reason: "it is not UTF-8")) {
      try field(of: bytes) { table throws(FlatBufferError) in try table.string(0) }
    }
  }

  // MARK: Limits

  @Test func refusesTablesNestedTooDeeply() throws {
    var sample = Sample()
    for _ in 0..<64 {
      var parent = Sample()
      parent.child = [sample]
      sample = parent
    }
    let bytes = try sample.encoded()
    #expect {
      try Sample(decoding: bytes)
    } throws: { error in
      guard case FlatBufferError.tooDeep(_, limit: 64) = error else { return false }
      return true
    }
    var limits = FlatBufferLimits()
    limits.maximumDepth = 65
    #expect(try Sample(decoding: bytes, limits: limits) == sample)
  }

  @Test func refusesTooManyTables() throws {
    var sample = Sample()
    sample.children = Array(repeating: Sample(), count: 9)
    let bytes = try sample.encoded()
    var limits = FlatBufferLimits()
    limits.maximumTables = 10
    #expect(try Sample(decoding: bytes, limits: limits) == sample)
    limits.maximumTables = 9
    #expect {
      try Sample(decoding: bytes, limits: limits)
    } throws: { error in
      guard case FlatBufferError.tooManyReferences(_, reason: "more than 9 tables") = error else { return false }
      return true
    }
  }

  /// A vector of many references to one long string: small in the file, enormous when copied out.
  @Test func refusesAStringThatIsReferredToTooOften() {
    let references = 100_000
    let length = 1_000_000
    var bytes = Array(Self.small[..<24])
    bytes.append(littleEndian: UInt32(references))
    for index in 0..<references { bytes.append(littleEndian: UInt32(4 * (references - index))) }
    bytes.append(littleEndian: UInt32(length))
    bytes += Array(repeating: 0x41, count: length) + [0]
    #expect {
      try field(of: bytes) { table throws(FlatBufferError) in try table.strings(0) }
    } throws: { error in
      guard case FlatBufferError.tooManyReferences = error else { return false }
      return true
    }
  }

  @Test func describesErrorsInWholeSentences() {
    #expect(
      "\(FlatBufferError.outOfBounds(what: "the table", position: 24, size: 4, limit: 8))"
        == "the table at byte 24 needs 4 bytes, but the buffer ends at byte 8")
    #expect(
      "\(FlatBufferError.misaligned(what: "the vtable", position: 9, alignment: 2))"
        == "the vtable at byte 9 is not aligned to 2 bytes")
  }
}

extension [UInt8] {
  mutating func replace(with number: UInt32, at position: Int) {
    for index in 0..<4 { self[position + index] = UInt8(truncatingIfNeeded: number >> UInt32(8 * index)) }
  }

  mutating func append(littleEndian number: UInt32) {
    for index in 0..<4 { append(UInt8(truncatingIfNeeded: number >> UInt32(8 * index))) }
  }
}
