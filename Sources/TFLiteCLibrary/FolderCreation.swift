/// New folders.
package enum FolderCreation {
  /// Makes a folder where there is none, and those above it that are missing.
  ///
  /// `FileManager` calls itself until the stack ends where the system can neither make nor look at a folder.
  package static func make(_ path: String) throws(FileStatusError) {
    if mkdir(path, 0o777) == 0 { return }
    var code = errno
    let parent = parent(of: path)
    if code == ENOENT, !parent.isEmpty {
      try make(parent)
      if mkdir(path, 0o777) == 0 { return }
      code = errno
    }
    guard code == EEXIST, try FileStatus.isFolder(path) else { throw FileStatusError(code, about: path) }
  }

  private static func parent(of path: String) -> String {
    let slash = UInt8(ascii: "/")
    var bytes = Array(path.utf8)[...]
    while bytes.last == slash { bytes.removeLast() }
    while let last = bytes.last, last != slash { bytes.removeLast() }
    while bytes.last == slash { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
