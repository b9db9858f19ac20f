import TFLiteFlatBuffers
import TFLiteSchema
import Testing

@testable import TFLiteInspection

@Suite struct NPYFileTests {
  private static let types: [TensorType] = [
    .bool, .uint8, .int8, .uint16, .int16, .uint32, .int32, .uint64, .int64, .float16, .float32, .float64, .complex64,
    .complex128,
  ]

  @Test(arguments: types, [[], [0], [1], [7], [2, 3], [1, 4, 1, 5], [3, 0, 2]])
  func roundTrip(type: TensorType, shape: [Int]) throws {
    let values = try TensorValues.random(type: type, shape: shape, seed: 1)
    let file = try NPYFile.encode(values)
    #expect(try NPYFile.decode(ByteSlice(file)) == values)
    #expect((file.count - values.bytes.count) % 64 == 0)
  }

  @Test func headerIsThatOfNumPy() throws {
    let values = try TensorValues(type: .uint8, shape: [1, 2, 2, 3], bytes: Array(0..<12))
    let file = try NPYFile.encode(values)
    let dictionary = "{'descr': '|u1', 'fortran_order': False, 'shape': (1, 2, 2, 3), }"
    let padding = String(repeating: " ", count: 128 - 10 - dictionary.utf8.count - 1)
    var expected: [UInt8] = [0x93, 0x4E, 0x55, 0x4D, 0x50, 0x59, 1, 0, 118, 0]
    expected += Array("\(dictionary)\(padding)\n".utf8)
    expected += (0..<12).map { UInt8($0) }
    #expect(file == expected)
    let vector = try NPYFile.encode(TensorValues(type: .int8, shape: [2], bytes: [1, 2]))
    #expect(String(decoding: vector.dropFirst(10), as: UTF8.self).contains("'shape': (2,), }"))
    let scalar = try NPYFile.encode(TensorValues(type: .int8, shape: [], bytes: [1]))
    #expect(String(decoding: scalar.dropFirst(10), as: UTF8.self).contains("'shape': (), }"))
  }

  @Test func longHeadersHaveVersionTwo() throws {
    let shape = Array(repeating: 1, count: 21_810)
    let values = try TensorValues(type: .uint8, shape: shape, bytes: [9])
    let file = try NPYFile.encode(values)
    #expect(file[6] == 2)
    #expect(try NPYFile.decode(ByteSlice(file)) == values)
  }

  /// A header is text, which takes its time: what states one of more than 64 KiB is no array of this world.
  @Test func headersHaveALimit() throws {
    let values = try TensorValues(type: .uint8, shape: Array(repeating: 1, count: 30_000), bytes: [9])
    let file = try NPYFile.encode(values)
    let length = file.count - 12 - 1
    #expect(
      throws: InspectionError.invalidNPY(reason: "its header has \(length) bytes, and no more than 65536 are read")
    ) { try NPYFile.decode(ByteSlice(file)) }
  }

  private func file(_ dictionary: String, _ data: [UInt8], version: UInt8 = 1) -> ByteSlice {
    let text = Array(dictionary.utf8) + [10]
    let length = version == 1 ? [UInt8(text.count), 0] : [UInt8(text.count), 0, 0, 0]
    let magic: [UInt8] = [0x93, 0x4E, 0x55, 0x4D, 0x50, 0x59, version, 0]
    return ByteSlice(magic + length + text + data)
  }

  @Test func readsBothByteOrders() throws {
    let big = file("{'descr': '>i2', 'fortran_order': False, 'shape': (2,)}", [0x01, 0x02, 0xFF, 0xFE])
    #expect(try NPYFile.decode(big).numbers == [258, -2])
    let complex = file("{'descr': '>c8', 'fortran_order': False, 'shape': ()}", [0x3F, 0x80, 0, 0, 0x40, 0, 0, 0])
    #expect(try NPYFile.decode(complex).bytes == [0, 0, 0x80, 0x3F, 0, 0, 0, 0x40])
  }

  @Test func readsFortranOrder() throws {
    // Columns of [[1, 2, 3], [4, 5, 6]].
    let columns = file("{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3), }", [1, 4, 2, 5, 3, 6])
    #expect(try NPYFile.decode(columns).bytes == [1, 2, 3, 4, 5, 6])
    let flat = file("{'descr': '|u1', 'fortran_order': True, 'shape': (1, 2, 1, 3, 1), }", [1, 4, 2, 5, 3, 6])
    #expect(try NPYFile.decode(flat).bytes == [1, 2, 3, 4, 5, 6])
    #expect(try NPYFile.decode(flat).shape == [1, 2, 1, 3, 1])
    let one = file("{'descr': '|u1', 'fortran_order': True, 'shape': (1, 1), }", [7])
    #expect(try NPYFile.decode(one).bytes == [7])
  }

  @Test func readsOtherVersionsAndSpellings() throws {
    let plain = "{\"shape\": (2L, ), \"descr\": \"|i1\", \"fortran_order\": False}"
    for version in [1, 2, 3] as [UInt8] {
      #expect(try NPYFile.decode(file(plain, [1, 0xFF], version: version)).numbers == [1, -1])
    }
  }

  @Test func widensWhatNumPyLacks() throws {
    let nibbles = try TensorValues(type: .int4, shape: [3], bytes: [0xF1, 0x08])
    #expect(try NPYFile.decode(ByteSlice(NPYFile.encode(nibbles))).type == .int8)
    #expect(try NPYFile.decode(ByteSlice(NPYFile.encode(nibbles))).numbers == [1, -1, -8])
    let half = try TensorValues(type: .bfloat16, shape: [1], bytes: [0xC0, 0x3F])
    #expect(try NPYFile.decode(ByteSlice(NPYFile.encode(half))).numbers == [1.5])
  }

  private func strings(_ texts: [String]) throws -> TensorValues {
    try TensorValues(strings: texts.map { ByteSlice(Array($0.utf8)) }, shape: [texts.count])
  }

  @Test func stringsAreAsLongAsTheLongest() throws {
    let file = try NPYFile.encode(strings(["a", "bcd", ""]))
    #expect(String(decoding: file, as: UTF8.self).contains("{'descr': '|S3', 'fortran_order': False, 'shape': (3,), }"))
    #expect(file.suffix(9) == Array("a\0\0bcd\0\0\0".utf8)[...])
    #expect(try NPYFile.encode(strings([])).count % 64 == 0)
  }

  /// Nothing is made for what would be too large.
  @Test func whatIsMadeOfValuesIsLimited() throws {
    let texts = try strings(["a", "bcd", ""])
    let nibbles = try TensorValues(type: .int4, shape: [3], bytes: [0xF1, 0x08])
    let halves = try TensorValues(type: .bfloat16, shape: [2], bytes: [0xC0, 0x3F, 0, 0])
    for (values, size) in [(texts, 9), (nibbles, 3), (halves, 8)] {
      #expect(try NPYFile.parts(of: values, limit: size).elements.count == size)
      #expect(throws: InspectionError.arrayTooLarge(tensor: "", byteCount: size, limit: size - 1)) {
        try NPYFile.parts(of: values, limit: size - 1)
      }
    }
    // Elements that are written as they are take no memory.
    let bytes = try TensorValues(type: .uint8, shape: [4], bytes: [1, 2, 3, 4])
    #expect(try NPYFile.parts(of: bytes, limit: 0).elements == [1, 2, 3, 4])

    // One long string among many: ten thousand million bytes.
    let many = try strings(Array(repeating: "", count: 99_999) + [String(repeating: "x", count: 100_000)])
    let error = InspectionError.arrayTooLarge(tensor: "texts", byteCount: 10_000_000_000, limit: 2 << 30)
    #expect(throws: error) {
      var archive = NPZArchive()
      try archive.add(many, named: "texts")
    }
    #expect("\(error)".contains("tensor \"texts\" takes 10000000000 bytes as an array"))
  }

  @Test(arguments: [
    ("", "begin"), ("{}", "no descr"), ("{'descr': '<f4', 'shape': (1,)}", "no fortran_order"),
    ("{'descr': '<f4', 'fortran_order': False}", "no shape"),
    ("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}", "several fields"),
    ("{'descr': '<U4', 'fortran_order': False, 'shape': (1,)}", "no counterpart"),
    ("{'descr': '<f4', 'fortran_order': Maybe, 'shape': (1,)}", "neither"),
    ("{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}", "dimension"),
    ("{'descr': '<f4', 'fortran_order': False, 'shape': (9223372036854775807, 9)}", "do not make"),
    ("{'descr': '<f4', 'fortran_order': False, 'shape': (2,)}", "do not make"),
    ("{'descr': 'f', 'fortran_order': False, 'shape': (2,)}", "no type"),
    ("{'descr': '<f4', 'fortran_order': False, 'shape': (2", "no tuple"),
  ])
  func refuses(dictionary: String, reason: String) throws {
    let bytes = dictionary.isEmpty ? ByteSlice([1, 2, 3]) : file(dictionary, [0, 0, 0, 0])
    #expect {
      try NPYFile.decode(bytes)
    } throws: {
      guard case .invalidNPY(let text) = $0 as? InspectionError else { return false }
      return text.contains(reason)
    }
  }

  @Test func refusesEveryTruncation() throws {
    let whole = try NPYFile.encode(TensorValues(type: .float32, shape: [2], bytes: Array(0..<8)))
    for count in 0..<whole.count {
      #expect(throws: InspectionError.self) { try NPYFile.decode(ByteSlice(whole.prefix(count))) }
    }
  }
}
