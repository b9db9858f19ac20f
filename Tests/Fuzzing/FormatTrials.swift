import Foundation
import TFLiteFlatBuffers
import TFLiteImageCodecs
import TFLiteInspection
import TFLiteModelManager
import TFLiteSchema
import TFLiteVision

/// What the package does with files that are no models.
enum FormatTrials {
  static func flexBuffer(_ bytes: [UInt8]) throws {
    _ = try FlexBufferValue(decoding: ByteSlice(bytes))
  }

  /// The bytes stand behind a whole model, as packed files do, and the archive's names lead into it.
  static func packedFiles(_ bytes: [UInt8]) throws {
    let model = Model {
      $0.version = 3
      $0.buffers = [Buffer()]
      $0.subgraphs = [Subgraph()]
    }
    let whole = try Model(ByteSlice(try model.serialized() + bytes))
    _ = LabelList(packedWith: whole)
    for file in try whole.packedFiles() { _ = try file.data }
  }

  static func picture(_ bytes: [UInt8]) throws {
    if bytes.starts(with: [0xFF, 0xD8]) {
      // A JPEG can be had at a half, a quarter and an eighth of its size, where it is large enough; errors are like those of
      // the whole.
      try withFile(bytes) { path in
        for side in [1, 2, 4] { _ = try? ReducedImage(contentsOfFile: path, neededAt: (side, side), limits: limits) }
      }
    }
    let picture = try Image(decoding: bytes, limits: limits)
    _ = try picture.resized(toWidth: 17, height: 5)
  }

  static func video(_ bytes: [UInt8]) throws {
    try withFile(bytes) { path in
      let stream = try VideoStream(contentsOfFile: path, limits: limits)
      for _ in 0..<20 {
        do {
          guard let frame = try stream.next() else { return }
          _ = try frame.image()
        } catch is ImageError {}
      }
    }
  }

  static func arrays(_ bytes: [UInt8]) throws {
    let file = ByteSlice(bytes)
    if bytes.starts(with: "PK".utf8) {
      let archive = try NPZArchive(file)
      for name in archive.arrayNames { _ = try archive.array(named: name) }
    } else {
      _ = try NPYFile.decode(file)
    }
  }

  static func manifest(_ bytes: [UInt8]) throws {
    try withFile(bytes) { _ = try AutoMLManifest(contentsOfFile: $0) }
  }

  static func labels(_ bytes: [UInt8]) throws {
    try withFile(bytes) { _ = try LabelList(contentsOfFile: $0) }
  }

  static func modelIndex(_ bytes: [UInt8]) throws {
    _ = try ModelIndex(Data(bytes), url: URL(fileURLWithPath: "/index.json"))
  }

  static func archive(_ bytes: [UInt8]) throws {
    try withFile(bytes) { path in
      let result = path + ".out"
      defer { unlink(result) }
      try ModelArchive(file: URL(fileURLWithPath: path), byteLimit: 1 << 20)
        .unpack(nil, to: URL(fileURLWithPath: result), memberByteLimit: 1 << 18)
    }
  }

  /// Line by line, as it comes, without a server: many more trials in the same time than of whole answers.
  static func answerHead(_ bytes: [UInt8]) throws {
    var lines = HeadLines()
    do {
      for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
        guard let (status, fields) = try line.withUnsafeBytes({ try lines.add($0) }) else { continue }
        let head = HTTPHead(url: address, status: status, fields: fields)
        let counts = [head.byteCount, head.contentRange?.start, head.contentRange?.total].compactMap(\.self)
        guard counts.allSatisfy({ $0 >= 0 }) else { throw Fault.negativeCount }
        guard head.redirection == nil, head.strongETag == nil else { continue }
        throw head.refusal
      }
    } catch is HeadLines.Malformed {}
  }

  private static let address = URL(fileURLWithPath: "/models/m.tflite")
  private enum Fault: Error { case negativeCount }

  private static let limits = ImageLimits(maximumPixels: 1 << 16, maximumFileBytes: 1 << 20)

  /// Some things are only read from files: this one is in memory, and nobody else's, as tests try several at once.
  private static func withFile(_ bytes: [UInt8], _ body: (String) throws -> Void) throws {
    let path = "\(temporaryFolder)/fuzzed-\(UUID().uuidString)"
    defer { unlink(path) }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    try body(path)
  }

  private static let temporaryFolder =
    FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : FileManager.default.temporaryDirectory.path
}
