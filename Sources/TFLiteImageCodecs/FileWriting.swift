import Synchronization
import TFLiteCLibrary

/// Writes files so that nobody ever sees half of one.
package enum FileWriting {
  /// Replaces the content of the file at `path`, or makes the file.
  ///
  /// The bytes go to a new file in the same folder, which then takes the place of the old one; after an error the old
  /// one is as it was. An existing file keeps its permissions, a symbolic link stays a link. Where `path` is no
  /// ordinary file, such as a pipe or `/dev/stdout`, the bytes are written to it directly.
  ///
  /// - Throws: ``ImageError/cannotWrite(reason:)``.
  package static func replaceFile(at path: String, with bytes: [UInt8]) throws(ImageError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard errno == ENOENT else { throw systemError("") }
      try replaceOrdinaryFile(at: path, with: bytes, permissions: nil)
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      throw .cannotWrite(reason: SystemError.message(EISDIR))
    case S_IFREG:
      // A folder's permissions alone would allow the replacement of a file that is write-protected.
      guard access(path, W_OK) == 0 else { throw systemError("") }
      guard let target = realpath(path, nil) else { throw systemError("") }
      defer { free(target) }
      try replaceOrdinaryFile(at: String(cString: target), with: bytes, permissions: status.st_mode & 0o7777)
    default:
      let file = open(path, O_WRONLY | O_CLOEXEC)
      guard file >= 0 else { throw systemError("") }
      try writeAndClose(bytes, file)
    }
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
  private static func split(_ path: String) -> (folder: String, name: String) {
    let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex
    return (String(path[..<name]), String(path[name...]))
  }

  private static func replaceOrdinaryFile(
    at path: String, with bytes: [UInt8], permissions: mode_t?
  ) throws(ImageError) {
    let (folder, name) = split(path)
    guard !name.isEmpty else { throw .cannotWrite(reason: "the path names no file") }
    let (temporaryPath, file) = try makeTemporaryFile(in: folder)
    do throws(ImageError) {
      try writeAndClose(bytes, file, permissions: permissions)
      let result = TemporaryPaths.change { paths in
        let result = rename(temporaryPath, path)
        if result == 0 { paths.remove(temporaryPath) }
        return result
      }
      guard result == 0 else { throw systemError("") }
    } catch {
      TemporaryPaths.change { paths in
        paths.remove(temporaryPath)
        return unlink(temporaryPath)
      }
      throw error
    }
  }

  private static func makeTemporaryFile(in folder: String) throws(ImageError) -> (path: String, file: Int32) {
    for _ in 0..<100 {
      let path = folder + ".tflite-" + String(UInt64.random(in: .min ... .max), radix: 36) + ".tmp"
      let file = TemporaryPaths.change { paths in
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        if file >= 0 { paths.insert(path) }
        return file
      }
      if file >= 0 { return (path, file) }
      guard errno == EEXIST else { throw systemError(folder.isEmpty ? "" : "folder \(folder): ") }
    }
    throw .cannotWrite(reason: "folder \(folder): no free name for a temporary file")
  }

  /// Gives a file its permissions and its content. It is closed, whatever is thrown.
  private static func writeAndClose(_ bytes: [UInt8], _ file: Int32, permissions: mode_t? = nil) throws(ImageError) {
    do throws(ImageError) {
      // What only its owner could read must not become readable to all.
      if let permissions, fchmod(file, permissions) != 0 { throw systemError("permissions: ") }
      try write(bytes, to: file)
    } catch {
      close(file)
      throw error
    }
    // Some file systems report only here that the disk is full.
    guard close(file) == 0 else { throw systemError("") }
  }

  private static func write(_ bytes: [UInt8], to file: Int32) throws(ImageError) {
    try bytes.withUnsafeBufferPointer { (bytes) throws(ImageError) in
      var rest = UnsafeRawBufferPointer(bytes)[...]
      while !rest.isEmpty {
        let written = systemWrite(file, UnsafeRawBufferPointer(rebasing: rest))
        if written < 0 {
          if errno == EINTR { continue }
          throw systemError("")
        }
        rest = rest.dropFirst(written)
      }
    }
  }

  private static func systemWrite(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    TFLiteCLibrary.write(file, bytes.baseAddress, bytes.count)
  }

  private static func systemError(_ place: String) -> ImageError {
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
