import Foundation
import TFLiteFlatBuffers
import Testing

struct ByteSliceTests {
  @Test func copiesACollection() {
    let slice = ByteSlice([1, 2, 3, 4, 5])
    #expect(slice.count == 5)
    #expect(slice[4] == 5)
    #expect(slice[1..<4].withUnsafeBytes(Array.init) == [2, 3, 4])
    #expect(slice[1..<4][1..<2] == [3])
    #expect(slice[5..<5].isEmpty)
  }

  @Test func isEmptyWithoutBytes() {
    let slice = ByteSlice()
    #expect(slice.isEmpty)
    #expect(slice.baseAddress == nil)
    #expect(slice == ByteSlice([] as [UInt8]))
    #expect(slice.withUnsafeBytes { $0.count } == 0)
  }

  @Test func comparesBytesAndNotPlaces() {
    let slice = ByteSlice([7, 8, 7, 8])
    #expect(slice[0..<2] == slice[2..<4])
    #expect(slice[0..<2] != slice[1..<3])
    #expect(slice[0..<2] != slice[0..<3])
  }

  @Test(
    arguments: [
      (0, 4, true), (1, 3, true), (4, 0, true), (0, 5, false), (5, 0, false), (1, .max, false), (.max, 1, false),
      (.max, .max, false), (1 << 63, 1 << 63, false),
    ] as [(UInt64, UInt64, Bool)])
  func slicesWhatItHas(offset: UInt64, count: UInt64, exists: Bool) {
    #expect((ByteSlice([1, 2, 3, 4]).slice(offset: offset, count: count) != nil) == exists)
  }

  @Test func knowsWhereItIsInAnother() {
    let whole = ByteSlice([1, 2, 3, 4])
    #expect(whole[2..<4].offset(in: whole) == 2)
    #expect(whole[2..<4].offset(in: whole[1..<4]) == 1)
    #expect(whole[0..<2].offset(in: whole[1..<4]) == nil)
    #expect(ByteSlice([1, 2]).offset(in: whole) == nil)
  }

  @Test func mapsAFile() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("mapped-\(UUID()).bin")
    defer { try? FileManager.default.removeItem(at: file) }
    let content = (0..<10_000).map { UInt8(truncatingIfNeeded: $0) }
    try Data(content).write(to: file)
    let slice = try ByteSlice(mappingFile: file.path)
    #expect(slice == ByteSlice(content))
    // The mapping stays when the name is gone.
    try FileManager.default.removeItem(at: file)
    #expect(slice[9_999] == content[9_999])
  }

  @Test func keepsWhatAFileHeld() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("read-\(UUID()).bin")
    defer { try? FileManager.default.removeItem(at: file) }
    let content = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
    try Data(content).write(to: file)
    let slice = try ByteSlice(contentsOfFile: file.path)
    #expect(slice == ByteSlice(content))
    #expect(try ByteSlice(startOfFile: file.path, count: 1000) == ByteSlice(content.prefix(1000)))
    #expect(try ByteSlice(startOfFile: file.path, count: .max) == slice)
    // Who looks at a mapped file that has become shorter is ended by the system.
    try #require(truncate(file.path, 0) == 0)
    #expect(slice == ByteSlice(content))
    #expect(try ByteSlice(contentsOfFile: file.path).isEmpty)
  }

  @Test func refusesToReadAFileThatIsTooLarge() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("large-\(UUID()).bin").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    try #require(FileManager.default.createFile(atPath: file, contents: nil))
    try #require(truncate(file, 1 << 40) == 0)
    #expect(
      throws: FlatBufferError.unreadableFile(
        path: file, reason: "the file has 1099511627776 bytes, more than the limit of 8589934592")
    ) {
      try ByteSlice(contentsOfFile: file)
    }
  }

  @Test func mapsAnEmptyFile() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("empty-\(UUID()).bin")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data().write(to: file)
    #expect(try ByteSlice(mappingFile: file.path).isEmpty)
  }

  @Test func saysWhyAFileCannotBeRead() {
    #expect(throws: FlatBufferError.unreadableFile(path: "/no/such/file", reason: "No such file or directory")) {
      try ByteSlice(mappingFile: "/no/such/file")
    }
    #expect(throws: FlatBufferError.unreadableFile(path: "/", reason: "not a regular file")) {
      try ByteSlice(mappingFile: "/")
    }
  }

  @Test func doesNotWaitForAPipe() throws {
    let pipe = FileManager.default.temporaryDirectory.appendingPathComponent("pipe-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: pipe) }
    try #require(mkfifo(pipe, 0o600) == 0)
    #expect(throws: FlatBufferError.unreadableFile(path: pipe, reason: "not a regular file")) {
      try ByteSlice(mappingFile: pipe)
    }
    #expect(throws: FlatBufferError.unreadableFile(path: pipe, reason: "not a regular file")) {
      try ByteSlice(contentsOfFile: pipe)
    }
  }

  @Test(
    arguments: [
      ([0x68, 0xC3, 0xA9], "hé"), ([], ""), ([0xFF], nil), ([0xC3], nil), ([0xEF, 0xBF, 0xBD], "\u{FFFD}"),
      ([0xF0, 0x9F, 0x99, 0x82], "🙂"), ([0x41, 0], "A\0"),
    ] as [([UInt8], String?)])
  func isTextIfItIsUTF8(bytes: [UInt8], text: String?) {
    #expect(ByteSlice(bytes).text == text)
  }

  @Test func keepsItsOwnerAlive() {
    final class Owner {
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4, alignment: 1)
      init() { buffer.copyBytes(from: [1, 2, 3, 4]) }
      deinit { buffer.deallocate() }
    }
    weak var remembered: Owner?
    var slice = {
      let owner = Owner()
      remembered = owner
      return ByteSlice(owner: owner, buffer: UnsafeRawBufferPointer(owner.buffer))[2..<4]
    }()
    #expect(remembered != nil)
    #expect(slice == [3, 4])
    slice = []
    #expect(remembered == nil)
  }
}
