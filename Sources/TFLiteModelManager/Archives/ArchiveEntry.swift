/// What stands before the bytes of an entry of an archive.
struct ArchiveEntry {
  /// The name as stored, without `./` in front.
  let name: String
  /// Whether it is a file, not a folder or a link.
  let isFile: Bool
  let isEncrypted: Bool

  init(storedName name: String, isFile: Bool, isEncrypted: Bool = false) {
    self.name = name.hasPrefix("./") ? String(name.dropFirst(2)) : name
    self.isFile = isFile
    self.isEncrypted = isEncrypted
  }
}
