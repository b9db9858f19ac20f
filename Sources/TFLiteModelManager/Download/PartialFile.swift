import Foundation
import TFLiteCLibrary

/// What has come of a file so far, and of which: a later transfer, also of another process, goes on from there.
struct PartialFile: Sendable {
  /// What is written down before the first byte.
  struct State: Codable, Equatable {
    /// Which state of which model this is.
    var key: String
    /// What the server called the bytes; nil where it did not, so that nothing can be added to them.
    var etag: String?
    /// How many bytes there will be; nil where the server did not say.
    var total: Int?
  }

  let folder: URL

  var file: URL { folder.appendingPathComponent("file") }
  private var stateFile: URL { folder.appendingPathComponent("state.json") }

  /// How many bytes are there.
  var byteCount: Int {
    (try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int) ?? 0
  }

  /// What is there of the file that a key stands for; nil where that is nothing, or something else.
  func state(of key: String) -> State? {
    guard let data = try? Data(contentsOf: stateFile), let state = try? JSONDecoder().decode(State.self, from: data),
      state.key == key, byteCount > 0, state.total.map({ byteCount <= $0 }) ?? true
    else { return nil }
    return state
  }

  /// Begins with an empty file.
  func begin(_ state: State) throws(ModelManagerError) -> FileHandle {
    try remove()
    try FileManager.default.makeFolder(folder)
    do {
      try JSONEncoder().encode(state).write(to: stateFile)
      try Data().write(to: file)
      return try FileHandle(forWritingTo: file)
    } catch {
      throw ModelManagerError(error, at: file)
    }
  }

  /// Goes on at the end of the file.
  func resume() throws(ModelManagerError) -> FileHandle {
    do {
      let handle = try FileHandle(forWritingTo: file)
      try handle.seekToEnd()
      return handle
    } catch {
      throw ModelManagerError(error, at: file)
    }
  }

  /// Removes everything.
  func remove() throws(ModelManagerError) {
    guard try FileStatus.at(folder.path) != nil else { return }
    do { try FileManager.default.removeItem(at: folder) } catch { throw ModelManagerError(error, at: folder) }
  }
}
