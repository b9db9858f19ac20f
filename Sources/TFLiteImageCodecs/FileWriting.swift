import Synchronization
import TFLiteCLibrary

/// Writes files so that nobody ever sees half of one.
package enum FileWriting {
  /// Replaces the content of the file at `path`, or makes the file, as ``FileReplacement`` does.
  ///
  /// - Throws: ``ImageError/cannotWrite(reason:)``.
  package static func replaceFile(at path: String, with bytes: [UInt8]) throws(ImageError) {
    let replacement = try FileReplacement.begin(at: path)
    try bytes.withUnsafeBufferPointer { (bytes) throws(ImageError) in
      try replacement.append(UnsafeRawBufferPointer(bytes))
    }
    try replacement.finish()
  }

  /// Finds out, before any work is done for it, whether ``replaceFile(at:with:)`` can be expected to succeed. Changes nothing.
  ///
  /// - Throws: ``ImageError/cannotWrite(reason:)``.
  package static func checkIsWritable(_ path: String) throws(ImageError) {
    var status = stat()
    if stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT != S_IFDIR else { throw .cannotWrite(reason: SystemError.message(EISDIR)) }
      guard access(path, W_OK) == 0 else { throw systemError("") }
      return
    }
    guard errno == ENOENT else { throw systemError("") }
    let (folder, name) = split(path)
    guard !name.isEmpty else { throw .cannotWrite(reason: "the path names no file") }
    guard access(folder.isEmpty ? "." : folder, W_OK | X_OK) == 0 else {
      throw systemError(folder.isEmpty ? "" : "folder \(folder): ")
    }
  }

  /// Finds out whether files can be written into a folder, or into one that would have to be made, with those above it.
  package static func checkFolderIsWritable(_ path: String) throws(ImageError) {
    var folder = path
    while folder.utf8.count > 1, folder.hasSuffix("/") { folder.removeLast() }
    var status = stat()
    while stat(folder, &status) != 0 {
      guard errno == ENOENT else { throw systemError("") }
      folder = split(folder).folder
      while folder.utf8.count > 1, folder.hasSuffix("/") { folder.removeLast() }
      if folder.isEmpty { folder = "." }
    }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw .cannotWrite(reason: SystemError.message(ENOTDIR)) }
    guard access(folder, W_OK | X_OK) == 0 else { throw systemError(folder == path ? "" : "folder \(folder): ") }
  }

  /// Whether two paths lead to one file, by links perhaps. False where either leads to none.
  ///
  /// - Throws: ``ImageError/cannotWrite(reason:)`` where the system does not tell.
  package static func isSameFile(_ path: String, _ other: String) throws(ImageError) -> Bool {
    do throws(FileStatusError) {
      guard let first = try FileStatus(path), let second = try FileStatus(other) else { return false }
      return first.isSameFile(as: second)
    } catch {
      throw .cannotWrite(reason: error.description)
    }
  }

  /// The folder, with the slash behind it, or nothing; and the name.
  static func split(_ path: String) -> (folder: String, name: String) {
    let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex
    return (String(path[..<name]), String(path[name...]))
  }

  /// What the system says about the last call that has failed.
  static func systemError(_ place: String) -> ImageError {
    .cannotWrite(reason: place + SystemError.message(errno))
  }
}

/// The temporary files and folders that this process is writing: what ends it in the middle can remove them before.
package enum TemporaryPaths {
  private static let all = Mutex<Set<String>>([])

  /// Lets calls of the system make what is temporary, put it into its place, or remove it, and notes which paths there are
  /// then. One does so at a time: who removes all and ends the process within `calls` leaves nothing behind.
  ///
  /// - Parameter calls: changes the set as the system's calls succeed, and gives what the deciding one has returned.
  /// - Returns: the same; `errno` is as `calls` have left it.
  @discardableResult
  package static func change(_ calls: (_ paths: inout Set<String>) -> Int32) -> Int32 {
    let (result, code) = all.withLock { paths in (calls(&paths), errno) }
    errno = code
    return result
  }
}
