/// Why a file does not come out of an archive.
package enum ArchiveProblem: Error, Equatable, CustomStringConvertible {
  /// What the library or the reader says, and whether entries may follow that it can read.
  case unreadable(String, canGoOn: Bool)
  /// There is no such file, but files of these names, perhaps more.
  case missing(names: [String])
  /// Two files are what was asked for.
  case several(String, String)
  /// What was asked for is a folder or a link.
  case noFile
  case encrypted
  /// The file has more bytes than it may have.
  case tooLarge(limit: Int)
  /// All that was unpacked has more bytes than it may have.
  case tooMuchInAll(limit: Int)
  /// What stands before an entry has more bytes than it may have.
  case longHeader(limit: Int)

  /// How many names of entries a message lists.
  static let listedNameCount = 8

  package var description: String {
    switch self {
    case .unreadable(let reason, _): "the archive cannot be read: \(reason)"
    case .missing(let names):
      names.isEmpty
        ? "the archive is empty"
        : "it is not in the archive, which begins with \(names.map { "\"\($0)\"" }.joined(separator: ", "))"
    case .several(let first, let second): "the archive holds \"\(first)\" and \"\(second)\"; one has to be named"
    case .noFile: "it is a folder or a link"
    case .encrypted: "it is encrypted"
    case .tooLarge(let limit): "it has more than \(limit) bytes"
    case .tooMuchInAll(let limit): "the archive unpacks to more than \(limit) bytes"
    case .longHeader(let limit): "the archive has an entry with a header of more than \(limit) bytes"
    }
  }

  static let outOfMemory = ArchiveProblem.unreadable("there is not enough memory", canGoOn: false)
}
