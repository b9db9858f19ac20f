import TFLiteFlatBuffers
import Testing

@testable import TFLiteSchema

/// Files packed with a model, as they should be and as a stranger could make them (row 44 of the list of hostile models).
struct PackedFileTests {
  private static let labels = Array("cat\ndog\r\n\nlast\n".utf8)

  private func model(_ files: (String, [UInt8])...) throws -> Model {
    var model = Fixture.add
    try model.setPackedFiles(files.map { try PackedFile(name: $0.0, data: ByteSlice($0.1)) })
    return model
  }

  @Test func survivesBeingWrittenAndRead() throws {
    let model = try model(("labels.txt", Self.labels), ("a/b/é.bin", [0, 255]), ("empty", []))
    let bytes = try model.serialized()
    let read = try Model(ByteSlice(bytes))
    #expect(read == model)
    #expect(try read.packedFiles().map(\.name) == ["labels.txt", "a/b/é.bin", "empty"])
    #expect(try read.packedFile(named: "labels.txt")?.lines == ["cat", "dog", "", "last"])
    #expect(try read.packedFile(named: "labels.txt")?.text == "cat\ndog\r\n\nlast\n")
    #expect(try read.packedFile(named: "a/b/é.bin")?.data == [0, 255])
    #expect(try read.packedFile(named: "empty")?.data.isEmpty == true)
    #expect(try read.packedFile(named: "empty")?.lines == [])
    #expect(try read.packedFile(named: "other") == nil)
    // Writing again gives the same file.
    #expect(try read.serialized() == bytes)
  }

  @Test func goesBehindDataThatIsBehindTheFlatBuffer() throws {
    let model = try model(("labels.txt", Self.labels))
    let read = try Model(ByteSlice(model.serialized(bufferPlacement: .behind)))
    #expect(read == model)
    #expect(try read.packedFile(named: "labels.txt")?.data == ByteSlice(Self.labels))
  }

  @Test func hasNoFilesWithoutAnArchive() throws {
    #expect(try Model(ByteSlice(Fixture.add.serialized())).packedFiles() == [])
  }

  /// An archive whose offsets count from its own start, as when it was made elsewhere and appended.
  @Test func findsFilesInAnArchiveThatWasAppended() throws {
    var archive: [UInt8] = []
    try ZipWriter.append([PackedFile(name: "labels.txt", data: ByteSlice(Self.labels))], to: &archive)
    let read = try Model(ByteSlice(Fixture.add.serialized() + archive))
    #expect(try read.packedFile(named: "labels.txt")?.data == ByteSlice(Self.labels))
  }

  @Test func checksumIsTheOneOfZip() {
    #expect(CRC32.checksum(of: ByteSlice(Array("123456789".utf8))) == 0xCBF4_3926)
    #expect(CRC32.checksum(of: []) == 0)
  }

  @Test(arguments: ["", "../labels.txt", "a/../b", "..", "/etc/passwd", "a\\b", "a\0b"])
  func refusesNamesThatLeadElsewhere(name: String) throws {
    let error = ModelError.invalidArchive(reason: "'\(name)' is no name of a packed file")
    #expect(throws: error) { try PackedFile(name: name, data: []) }
    let file = PackedFile(name: name, storedBytes: [], method: 0, size: 0, checksum: 0)
    var bytes = try Fixture.add.serialized()
    try ZipWriter.append([file], to: &bytes)
    let read = try Model(ByteSlice(bytes))
    #expect(throws: error) { try read.packedFiles() }
  }

  @Test func refusesTwoFilesWithOneName() throws {
    let error = ModelError.invalidArchive(reason: "there are two files named 'a'")
    let file = try PackedFile(name: "a", data: [1])
    var model = Fixture.add
    #expect(throws: error) { try model.setPackedFiles([file, file]) }
    var bytes = try Fixture.add.serialized()
    try ZipWriter.append([file, file], to: &bytes)
    let read = try Model(ByteSlice(bytes))
    #expect(throws: error) { try read.packedFiles() }
  }

  @Test func refusesToReadCompressedFiles() throws {
    let file = PackedFile(name: "a", storedBytes: [3, 0], method: 8, size: 0, checksum: 0)
    var bytes = try Fixture.add.serialized()
    try ZipWriter.append([file, PackedFile(name: "b", data: [7])], to: &bytes)
    let read = try Model(ByteSlice(bytes))
    let files = try read.packedFiles()
    #expect(throws: ModelError.compressedFile(name: "a")) { try files[0].data }
    #expect(try files[1].data == [7])
    // It is kept as it is when the model is written.
    #expect(try read.serialized() == bytes)
  }

  @Test func refusesFilesWithAnotherChecksum() throws {
    var bytes = try model(("a", [1, 2, 3])).serialized()
    let position = try #require(bytes.indices.first { bytes[$0...].starts(with: [1, 2, 3, 0x50, 0x4B]) })
    bytes[position] = 9
    let file = try #require(try Model(ByteSlice(bytes)).packedFile(named: "a"))
    #expect(throws: ModelError.invalidArchive(reason: "'a' does not have the checksum that the archive states")) {
      try file.data
    }
  }

  @Test func refusesTextThatIsNotUTF8() throws {
    let file = try PackedFile(name: "a", data: [0xFF])
    #expect(throws: ModelError.notText(file: "a")) { try file.text }
    #expect(throws: ModelError.notText(file: "a")) { try file.lines }
  }

  /// The model still loads and can be written when its archive is given up.
  @Test func aBrokenArchiveStopsNobody() throws {
    var bytes = try model(("a", [1, 2, 3])).serialized()
    bytes[bytes.count - 6] = 0xEE  // The offset of the directory.
    var read = try Model(ByteSlice(bytes))
    #expect(throws: ModelError.self) { try read.packedFiles() }
    #expect(throws: ModelError.self) { try read.serialized() }
    try read.setPackedFiles([])
    #expect(try Model(ByteSlice(read.serialized())) == Fixture.add)
  }

  /// Where the fields of the records at the end of a file with one packed file `a` of three bytes are.
  private enum Field {
    static let endOfDirectory = 22
    static let directory = endOfDirectory + 47
    static let localHeader = directory + 34
  }

  @Test(
    arguments: [
      (Field.endOfDirectory - 4, 1, "it has several parts"),
      (Field.endOfDirectory - 8, 2, "it has several parts"),
      (Field.endOfDirectory - 12, 0xFF, "does not end where it should"),
      (Field.endOfDirectory - 12, 40, "its directory has no entry 0"),
      (Field.endOfDirectory - 15, 0xFF, "does not end where it should"),
      (Field.endOfDirectory - 18, 0xFF, "does not end where it should"),
      (Field.endOfDirectory - 16, 0, "'a' is not at byte"),
      (Field.directory, 0, "its directory has no entry 0"),
      (Field.directory - 8, 1, "'a' is encrypted"),
      (Field.directory - 20, 9, "'a' is not compressed, but has two sizes, 9 and 3"),
      (Field.directory - 28, 0, "'' is no name of a packed file"),
      (Field.directory - 28, 2, "entry 0 reaches out of its directory"),
      (Field.directory - 30, 1, "entry 0 reaches out of its directory"),
      (Field.directory - 32, 1, "entry 0 reaches out of its directory"),
      (Field.directory - 42, 0, "'a' is not at byte"),
      (Field.directory - 45, 0xFF, "'a' is not at byte"),
      (Field.directory - 46, 98, "'b' has another name"),
      (Field.localHeader, 0, "'a' is not at byte"),
      (Field.localHeader - 26, 0, "'a' has another name"),
      (Field.localHeader - 27, 0xFF, "which reach into the directory"),
      (Field.localHeader - 28, 1, "which reach into the directory"),
    ] as [(Int, UInt8, String)])
  func saysWhatIsWrong(fromEnd position: Int, value: UInt8, reason: String) throws {
    var bytes = try model(("a", [1, 2, 3])).serialized()
    bytes[bytes.count - position] = value
    let read = try Model(ByteSlice(bytes))
    #expect {
      try read.packedFiles()
    } throws: { error in
      guard case ModelError.invalidArchive(let found) = error else { return false }
      return found.contains(reason)
    }
  }

  @Test func refusesArchivesThatCountWrongly() throws {
    for (count, reason) in [(0, "its directory has 47 bytes more than 0 entries"), (2, "its directory has no entry 1")]
    {
      var bytes = try model(("a", [1, 2, 3])).serialized()
      bytes[bytes.count - Field.endOfDirectory + 8] = UInt8(count)
      bytes[bytes.count - Field.endOfDirectory + 10] = UInt8(count)
      let read = try Model(ByteSlice(bytes))
      #expect(throws: ModelError.invalidArchive(reason: reason)) { try read.packedFiles() }
    }
  }

  @Test func neverTrapsOnChangedBytes() throws {
    let start = try Fixture.add.serialized().count
    let bytes = try model(("a", [1, 2, 3]), ("bc", [4])).serialized()
    for position in start..<bytes.count {
      for value in [0, 1, 0x7F, 0x80, 0xFF, bytes[position] &+ 1] {
        var changed = bytes
        changed[position] = value
        for file in (try? Model(ByteSlice(changed)).packedFiles()) ?? [] { _ = try? file.lines }
      }
    }
    for length in start..<bytes.count { _ = try? Model(ByteSlice(bytes[..<length])).packedFiles() }
  }
}
