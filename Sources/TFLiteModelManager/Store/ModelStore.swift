import Foundation
import TFLiteCLibrary

/// A folder of models.
///
///     installation-id
///     locks/NAME                        held while a model is changed
///     models/NAME/current               a link to one of the versions: the only thing that is ever replaced
///     models/NAME/versions/ID/          model.tflite, labels.txt, record.json: never changed once they are there
///     models/NAME/partial/              what has come of a transfer, and what it is
struct ModelStore: Sendable {
  let folder: URL

  var locks: URL { folder.appendingPathComponent("locks") }
  var models: URL { folder.appendingPathComponent("models") }
  var installationID: URL { folder.appendingPathComponent("installation-id") }

  /// The place of one model.
  ///
  /// - Throws: ``ModelManagerError/invalidName(_:reason:)``.
  func slot(_ name: String) throws(ModelManagerError) -> ModelSlot {
    guard !name.isEmpty else { throw .invalidName(name, reason: "it is empty") }
    guard name.utf8.count <= 80 else { throw .invalidName(name, reason: "it has more than 80 bytes") }
    return ModelSlot(name: name, folder: models.appendingPathComponent(Self.fileName(name)), store: self)
  }

  /// The places of all models, by name. What is no model of this package's is left alone.
  ///
  /// - Throws: ``ModelManagerError/storage(path:reason:)``.
  func slots() throws(ModelManagerError) -> [ModelSlot] {
    guard try FileStatus.at(models.path) != nil else { return [] }
    let names = try FolderContents.names(inFolder: models.path)
    return names.compactMap { name in name.removingPercentEncoding.flatMap { try? slot($0) } }
      .sorted { $0.name < $1.name }
  }

  /// How many bytes all files take, but for those of one folder.
  func byteCount(except excluded: URL? = nil) -> Int {
    let keys: Set<URLResourceKey> = [.fileSizeKey, .isRegularFileKey]
    guard let files = FileManager.default.enumerator(at: models, includingPropertiesForKeys: Array(keys)) else {
      return 0
    }
    var sum = 0
    for case let file as URL in files where excluded.map({ !file.path.hasPrefix($0.path + "/") }) ?? true {
      guard let values = try? file.resourceValues(forKeys: keys), values.isRegularFile == true else { continue }
      sum += values.fileSize ?? 0
    }
    return sum
  }

  /// Letters and digits of ASCII stay, so that people find their models; a dot in front would hide the file.
  private static func fileName(_ name: String) -> String {
    let plain = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.")
    let encoded = name.addingPercentEncoding(withAllowedCharacters: plain) ?? name
    return encoded.hasPrefix(".") ? "%2E" + encoded.dropFirst() : encoded
  }
}

extension FileManager {
  /// - Throws: ``ModelManagerError/storage(path:reason:)``, ``ModelManagerError/diskFull(path:)``.
  func makeFolder(_ url: URL) throws(ModelManagerError) {
    do { try FolderCreation.make(url.path) } catch {
      throw ModelManagerError(error, at: url)
    }
  }
}

extension FileStatus {
  /// What a path leads to; nil where that is nothing.
  ///
  /// - Throws: ``ModelManagerError/storage(path:reason:)``.
  static func at(_ path: String) throws(ModelManagerError) -> FileStatus? {
    do { return try FileStatus(path) } catch { throw .storage(path: path, reason: error.reason) }
  }
}

extension FolderContents {
  /// As ``names(in:)``.
  ///
  /// - Throws: ``ModelManagerError/storage(path:reason:)``.
  static func names(inFolder path: String) throws(ModelManagerError) -> [String] {
    do { return try names(in: path) } catch { throw .storage(path: path, reason: error.reason) }
  }
}

extension ModelManagerError {
  /// What the file system says about a file.
  init(_ error: any Error, at url: URL) {
    self = error.isAboutSpace ? .diskFull(path: url.path) : .storage(path: url.path, reason: error.inOneLine)
  }
}

extension Error {
  fileprivate var isAboutSpace: Bool {
    let codes = [ENOSPC, EDQUOT, EFBIG]
    if let error = self as? FileStatusError { return codes.contains(error.code) }
    let error = self as NSError
    if error.domain == NSPOSIXErrorDomain { return codes.contains(Int32(error.code)) }
    if (self as? CocoaError)?.code == .fileWriteOutOfSpace { return true }
    return (error.userInfo[NSUnderlyingErrorKey] as? any Error)?.isAboutSpace ?? false
  }

  fileprivate var inOneLine: String {
    if let error = self as? FileStatusError { return error.reason }
    let error = self as NSError
    if error.domain == NSPOSIXErrorDomain { return String(cString: strerror(Int32(error.code))) }
    if let underlying = error.userInfo[NSUnderlyingErrorKey] as? any Error { return underlying.inOneLine }
    return localizedDescription
  }
}
