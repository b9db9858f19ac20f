/// What is in a folder.
package enum FolderContents {
  /// The names, in no order.
  ///
  /// `FileManager` takes a folder that cannot be read any further for its end.
  package static func names(in folder: String) throws(FileStatusError) -> [String] {
    guard let stream = opendir(folder) else { throw FileStatusError(errno, about: folder) }
    defer { closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        let code = errno
        guard code == 0 else { throw FileStatusError(code, about: folder) }
        return names
      }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { name in
        String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
  }
}
