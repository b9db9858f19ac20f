import Foundation

/// A .zip, .tar or .tar.gz file out of which models and labels are taken.
///
/// Only the file that is asked for is written, and only where the caller says: names in an archive never become paths.
package struct ModelArchive {
  /// How the names of archives end, in lower case.
  package static let suffixes = [".zip", ".tgz", ".tar.gz", ".tar"]

  /// The archive.
  let file: URL
  /// The most bytes that are unpacked in all, also of files that nobody wants.
  let byteLimit: Int

  package init(file: URL, byteLimit: Int) {
    self.file = file
    self.byteLimit = byteLimit
  }

  /// Whether a file begins as an archive does. A model never does, though some end with one.
  static func isArchive(_ file: URL) throws -> Bool {
    let handle = try FileHandle(forReadingFrom: file)
    defer { try? handle.close() }
    let start = try handle.read(upToCount: 262) ?? Data()
    if start.dropFirst(4).starts(with: "TFL3".utf8) { return false }
    return start.starts(with: [0x1F, 0x8B]) || start.starts(with: "PK\u{3}\u{4}".utf8)
      || start.dropFirst(257).starts(with: "ustar".utf8)
  }

  /// Takes out a file.
  ///
  /// - Parameters:
  ///   - member: its name in the archive; nil for the only .tflite file there.
  ///   - destination: where it is written. What is there is replaced.
  ///   - memberByteLimit: the most bytes that it may have.
  /// - Throws: ``ArchiveProblem`` for an archive that is damaged, encrypted or unpacks to too much, and for one that
  ///   lacks the file; what the file system throws. Nothing is left of what was written.
  package func unpack(_ member: String?, to destination: URL, memberByteLimit: Int) throws {
    do {
      try takeOut(member, to: destination, memberByteLimit: memberByteLimit)
    } catch {
      try? FileManager.default.removeItem(at: destination)
      throw error
    }
  }

  private func takeOut(_ member: String?, to destination: URL, memberByteLimit: Int) throws {
    let reader = try ArchiveReader(contentsOfFile: file.path)
    var contents = EntryContents(reader, limit: byteLimit)
    var taken: String?
    var names: [String] = []
    while taken == nil || member == nil, let entry = try reader.next() {
      try contents.begin()
      if names.count < ArchiveProblem.listedNameCount { names.append(entry.name) }
      guard entry.isMember(member) else {
        try contents.passOver()
        continue
      }
      if let taken { throw ArchiveProblem.several(taken, entry.name) }
      guard entry.isFile else { throw ArchiveProblem.noFile }
      guard !entry.isEncrypted else { throw ArchiveProblem.encrypted }
      taken = entry.name
      try contents.write(to: destination, limit: memberByteLimit)
    }
    if taken == nil { throw ArchiveProblem.missing(names: names) }
  }
}

extension ArchiveEntry {
  /// Whether this is the file of a name, or any model. What a Mac adds to archives about files is none.
  fileprivate func isMember(_ name: String?) -> Bool {
    if let name { return self.name == name }
    let lastPart = self.name.split(separator: "/").last ?? ""
    return isFile && lastPart.lowercased().hasSuffix(".tflite") && !lastPart.hasPrefix("._")
  }
}
