import Foundation
import TFLiteCLibrary

/// The place of one model in the store. Whoever changes it holds its lock; readers need none.
struct ModelSlot: Sendable {
  let name: String
  let folder: URL
  let store: ModelStore

  var partial: URL { folder.appendingPathComponent("partial") }
  private var current: URL { folder.appendingPathComponent("current") }
  private var versions: URL { folder.appendingPathComponent("versions") }

  static let modelFile = "model.tflite"
  static let labelsFile = "labels.txt"
  private static let recordFile = "record.json"

  /// Waits for the lock.
  func lock() async throws(ModelManagerError) -> FileLock {
    try FileManager.default.makeFolder(store.locks)
    return try await FileLock.waiting(for: store.locks.appendingPathComponent(folder.lastPathComponent))
  }

  /// Ends a change. Nothing is left of a model that never was, or is no more: no folder, and no lock.
  func leave(_ lock: FileLock) {
    rmdir(versions.path)
    rmdir(folder.path)
    if !FileManager.default.fileExists(atPath: folder.path) { lock.removeFile() }
  }

  /// The model in place; nil where there is none, or what is there is not what the record says.
  ///
  /// - Throws: ``ModelManagerError/storage(path:reason:)`` where it cannot be read what is there.
  func installed() throws(ModelManagerError) -> DownloadedModel? {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let model = current.appendingPathComponent(Self.modelFile)
    let recordFile = current.appendingPathComponent(Self.recordFile)
    let data: Data
    do { data = try Data(contentsOf: recordFile) } catch {
      guard try FileStatus.at(recordFile.path) != nil else { return nil }
      throw ModelManagerError(error, at: recordFile)
    }
    guard let record = try? decoder.decode(ModelRecord.self, from: data), record.name == name,
      try FileStatus.at(model.path)?.byteCount == record.size
    else { return nil }
    let labels = current.appendingPathComponent(Self.labelsFile)
    return DownloadedModel(record: record, path: model.path, labelsPath: record.hasLabels ? labels.path : nil)
  }

  /// A folder for a new version, which nobody sees until it is ``install(_:_:)``ed.
  func makeVersion() throws(ModelManagerError) -> URL {
    let version = versions.appendingPathComponent(UUID().uuidString)
    try FileManager.default.makeFolder(version)
    return version
  }

  /// Puts a version in place, at once and as a whole, and removes the others.
  ///
  /// - Parameter version: a folder with the model file and, if the record says so, the labels.
  func install(_ version: URL, _ record: ModelRecord) throws(ModelManagerError) -> DownloadedModel {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let recordFile = version.appendingPathComponent(Self.recordFile)
    do {
      try encoder.encode(record).write(to: recordFile)
      // What a power cut may take must not be what the link leads to.
      for name in try FolderContents.names(in: version.path) {
        let file = try FileHandle(forUpdating: version.appendingPathComponent(name))
        try file.synchronize()
        try file.close()
      }
      let link = folder.appendingPathComponent("next")
      try? FileManager.default.removeItem(at: link)
      try FileManager.default.createSymbolicLink(
        atPath: link.path, withDestinationPath: "versions/\(version.lastPathComponent)")
      guard rename(link.path, current.path) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    } catch {
      throw ModelManagerError(error, at: version)
    }
    sweep()
    guard let model = try installed() else {
      throw .storage(path: current.path, reason: "the model is not where it was put")
    }
    return model
  }

  /// Removes versions that are not in place; also those that a killed process has left. Where it cannot be read which is,
  /// all stay.
  func sweep() {
    let files = FileManager.default
    let kept = (try? files.destinationOfSymbolicLink(atPath: current.path)).map { ($0 as NSString).lastPathComponent }
    guard kept != nil || isVacant else { return }
    for name in (try? files.contentsOfDirectory(atPath: versions.path)) ?? [] where name != kept {
      try? files.removeItem(at: versions.appendingPathComponent(name))
    }
    try? files.removeItem(at: folder.appendingPathComponent("next"))
  }

  /// Whether there certainly is no version in place.
  private var isVacant: Bool {
    var status = stat()
    return lstat(current.path, &status) != 0 && errno == ENOENT
  }

  /// Removes what has come of a transfer.
  func removePartial() { try? FileManager.default.removeItem(at: partial) }

  /// Removes the model and everything about it.
  ///
  /// - Returns: whether there was a model.
  func remove() throws(ModelManagerError) -> Bool {
    let isThere = !isVacant
    do {
      // First the link: without it there is no model, whatever happens to the rest.
      if isThere { try FileManager.default.removeItem(at: current) }
      if try FileStatus(folder.path) != nil { try FileManager.default.removeItem(at: folder) }
    } catch {
      throw ModelManagerError(error, at: folder)
    }
    return isThere
  }
}
