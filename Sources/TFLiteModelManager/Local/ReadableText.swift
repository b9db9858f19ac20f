import Foundation

/// Files that are read as a whole: lists of labels, manifests, indexes.
package enum ReadableText {
  /// The most bytes of such a file: labels of a million classes fit.
  package static let byteLimit = 16 << 20

  /// The file has more bytes.
  package struct TooLong: Error, LocalizedError {
    let limit: Int

    package var errorDescription: String? { "it has more than \(limit) bytes" }
  }

  /// The bytes of a file, which may be one that never ends.
  ///
  /// - Throws: ``TooLong``, and what the file system throws.
  package static func bytes(of file: URL, limit: Int = byteLimit) throws -> Data {
    let handle = try FileHandle(forReadingFrom: file)
    defer { try? handle.close() }
    let bytes = try handle.read(upToCount: limit + 1) ?? Data()
    guard bytes.count <= limit else { throw TooLong(limit: limit) }
    return bytes
  }
}
