import Foundation
import TFLite
import TFLiteSchema

extension RemoteFile {
  /// Compares a file that has come with what was announced.
  ///
  /// - Returns: size and SHA-256 of the file.
  /// - Throws: ``ModelManagerError/wrongSize(url:expected:found:)``, ``ModelManagerError/wrongHash(url:expected:found:)``.
  func check(_ path: URL) throws(ModelManagerError) -> (size: Int, sha256: String) {
    let found: (size: Int, sha256: String)
    do { found = try Self.digest(path) } catch { throw ModelManagerError(error, at: path) }
    try check(size: found.size, sha256: found.sha256)
    return found
  }

  /// As ``check(_:)-(URL)`` for bytes in memory.
  func check(_ data: Data) throws(ModelManagerError) {
    try check(size: data.count, sha256: SHA256Hash.of(data).hexadecimal)
  }

  private func check(size found: Int, sha256 hash: String) throws(ModelManagerError) {
    if let size, size != found { throw .wrongSize(url: url.withoutSecrets, expected: size, found: found) }
    if let sha256, sha256.lowercased() != hash {
      throw .wrongHash(url: url.withoutSecrets, expected: sha256.lowercased(), found: hash)
    }
  }

  /// Reads a file piece by piece.
  private static func digest(_ path: URL) throws -> (size: Int, sha256: String) {
    let handle = try FileHandle(forReadingFrom: path)
    defer { try? handle.close() }
    var size = 0
    var hash = SHA256Hash()
    while let data = try handle.read(upToCount: 1 << 18), !data.isEmpty {
      size += data.count
      hash.update(data)
    }
    return (size, hash.finalize().hexadecimal)
  }

  /// Checks that a file is a model that can be run.
  ///
  /// - Throws: ``ModelManagerError/unusableModel(url:reason:)``.
  func checkModel(_ path: URL, options: Interpreter.Options) throws(ModelManagerError) {
    do {
      // Nobody else knows of the file yet, so that it need not be read.
      _ = try Interpreter(model: Model(mappingFile: path.path), options: options)
    } catch ModelError.inFile(_, let error) {
      throw .unusableModel(url: url.withoutSecrets, reason: "\(error)")
    } catch {
      throw .unusableModel(url: url.withoutSecrets, reason: "\(error)")
    }
  }
}
