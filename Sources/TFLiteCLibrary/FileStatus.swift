/// What the system knows of the file or folder that a path leads to, whatever links are on the way.
///
/// `FileManager` takes what the system cannot look at for what is not there. Where something might be overwritten, removed
/// or left out for that, this is asked instead.
package struct FileStatus: Sendable {
  /// The file system, and the number in it: two paths with the same ones lead to one file.
  package let device: UInt64
  package let number: UInt64
  package let byteCount: Int
  package let isFolder: Bool
  /// Whether it is neither a folder nor something like a pipe.
  package let isOrdinary: Bool

  /// nil where the path leads to nothing, or nowhere that this user may look.
  package init?(_ path: String) throws(FileStatusError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      try FileStatusError.check(errno, about: path)
      return nil
    }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
    byteCount = Int(status.st_size)
    isFolder = status.st_mode & S_IFMT == S_IFDIR
    isOrdinary = status.st_mode & S_IFMT == S_IFREG
  }

  package func isSameFile(as other: FileStatus) -> Bool { device == other.device && number == other.number }

  /// Whether there is a folder.
  package static func isFolder(_ path: String) throws(FileStatusError) -> Bool {
    try FileStatus(path)?.isFolder ?? false
  }

  /// The absolute path; nil where a path leads to nothing.
  package static func pathWithoutLinks(_ path: String) throws(FileStatusError) -> String? {
    guard let absolute = realpath(path, nil) else {
      try FileStatusError.check(errno, about: path)
      return nil
    }
    defer { free(absolute) }
    return String(cString: absolute)
  }
}

/// The system does not tell what a path leads to, or what is in a folder, or does not make one.
package struct FileStatusError: Error, CustomStringConvertible {
  package let path: String
  /// One of the system's numbers for errors.
  package let code: Int32

  /// In the system's words.
  package var reason: String { SystemError.message(code) }

  package var description: String { "\(path): \(reason)" }

  init(_ code: Int32, about path: String) { (self.path, self.code) = (path, code) }

  /// What means that nothing is there, or nothing that this user could read or overwrite.
  private static let absence = [ENOENT, ENOTDIR, EACCES, ELOOP, ENAMETOOLONG]

  /// Throws what a call has failed with, unless it means that nothing is there.
  fileprivate static func check(_ code: Int32, about path: String) throws(FileStatusError) {
    if !absence.contains(code) { throw FileStatusError(code, about: path) }
  }
}
