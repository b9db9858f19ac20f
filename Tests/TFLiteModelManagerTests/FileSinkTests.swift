import Foundation
import Testing

@testable import TFLiteModelManager

/// From which parts of a file a later transfer goes on.
@Suite struct FileSinkTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("parts-\(UUID().uuidString)")

  private func sink(downloadLimit: Int = .max) throws -> FileSink {
    FileSink(
      PartialFile(folder: folder), key: "1", file: RemoteFile(url: try url),
      allowance: DiskAllowance(downloadLimit: downloadLimit, limit: nil, used: 0), progress: ByteProgress())
  }

  private var url: URL { get throws { try #require(URL(string: "https://example.invalid/model.tflite")) } }

  private func head(_ status: Int, _ fields: [String: String], encoding: String?) throws -> HTTPHead {
    var fields = fields.merging(["ETag": "\"one\""]) { $1 }
    fields["Content-Encoding"] = encoding
    return HTTPHead(url: try url, status: status, fields: fields.map { ($0.key, $0.value) })
  }

  /// Three bytes of six.
  private func begin(encoding: String?) throws {
    let sink = try sink()
    #expect(try sink.begin(head(200, ["Content-Length": "6"], encoding: encoding)))
    try sink.receive(Data([1, 2, 3]))
  }

  @Test(arguments: [nil, "identity", "Identity"]) func whatIsSentAsItIsIsContinued(encoding: String?) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try begin(encoding: encoding)
    let next = try sink()
    #expect(next.headers == ["Range": "bytes=3-", "If-Range": "\"one\""])
    #expect(try next.begin(head(206, ["Content-Range": "bytes 3-5/6"], encoding: encoding)))
    try next.receive(Data([4, 5, 6]))
    try next.finish()
    #expect(try Data(contentsOf: PartialFile(folder: folder).file) == Data([1, 2, 3, 4, 5, 6]))
  }

  /// What is more than may come is refused when it is announced, or else with the byte that is too much; nothing stays.
  @Test func tooMuchIsRefused() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let error = ModelManagerError.tooLarge(url: try url.absoluteString, limit: 5)
    func expectRefusal(_ body: (FileSink) throws -> Void) throws {
      let sink = try sink(downloadLimit: 5)
      #expect(throws: error) { try body(sink) }
      #expect(!FileManager.default.fileExists(atPath: folder.path))
    }
    try expectRefusal { _ = try $0.begin(head(200, ["Content-Length": "6"], encoding: nil)) }
    for fields in [[:], ["Content-Length": "5"], ["Content-Length": "many"]] as [[String: String]] {
      try expectRefusal { sink in
        _ = try sink.begin(head(200, fields, encoding: nil))
        for byte in 1...6 as ClosedRange<UInt8> { try sink.receive(Data([byte])) }
      }
    }
    // Some of it came before there was this limit.
    try begin(encoding: nil)
    try expectRefusal { _ = try $0.begin(head(206, ["Content-Range": "bytes 3-5/6"], encoding: nil)) }
  }

  /// A range counts the bytes of the compressed body, of which nothing is kept.
  @Test func whatIsCompressedOnTheWayBeginsAnew() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try begin(encoding: "gzip")
    #expect(try sink().headers.isEmpty)
  }

  @Test func aCompressedPartIsNoPartOfTheFile() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try begin(encoding: nil)
    let next = try sink()
    let error = #expect(throws: ModelManagerError.self) {
      try next.begin(head(206, ["Content-Range": "bytes 3-5/6"], encoding: "gzip"))
    }
    #expect(error.map { "\($0)" }?.contains("another part of the file") == true)
    #expect(try sink().headers.isEmpty)
  }
}
