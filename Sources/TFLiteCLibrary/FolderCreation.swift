/// New folders.
package enum FolderCreation {
  /// Makes a folder where there is none, and those above it that are missing.
  ///
  /// `FileManager` calls itself until the stack ends where the system can neither make nor look at a folder.
  package static func make(_ path: String) throws(FileStatusError) {
    if mkdir(path, 0o777) == 0 { return }
    var code = errno
    let above = path.utf8.reversed().drop { $0 == slash }.drop { $0 != slash }.drop { $0 == slash }
    if code == ENOENT, !above.isEmpty {
      try make(String(decoding: above.reversed(), as: UTF8.self))
      if mkdir(path, 0o777) == 0 { return }
      code = errno
    }
    guard code == EEXIST, try FileStatus.isFolder(path) else { throw FileStatusError(code, about: path) }
  }

  private static var slash: UInt8 { UInt8(ascii: "/") }
}
