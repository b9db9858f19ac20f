/// Why bytes could not be read or written as a FlatBuffer, a FlexBuffer, or at all.
///
/// Positions count bytes from the start of the buffer that is read.
public enum FlatBufferError: Error, Equatable, Sendable {
  /// A file could not be opened or mapped.
  case unreadableFile(path: String, reason: String)
  /// Something reaches beyond the end of the buffer.
  case outOfBounds(what: String, position: UInt64, size: UInt64, limit: UInt64)
  /// An offset or a value lies at a position that its type does not allow.
  case misaligned(what: String, position: Int, alignment: Int)
  /// The bytes at a position cannot be what they should be.
  case malformed(what: String, position: Int, reason: String)
  /// Tables are nested more deeply than allowed.
  case tooDeep(position: Int, limit: Int)
  /// The same bytes are referred to so often that reading them would take time and memory out of all proportion to
  /// the size of the buffer.
  case tooManyReferences(position: Int, reason: String)
  /// What is to be written does not fit into the format.
  case tooLarge(what: String, size: Int, limit: Int)
}

extension FlatBufferError: CustomStringConvertible {
  /// A sentence that says what is wrong, where, and what was expected.
  public var description: String {
    switch self {
    case .unreadableFile(let path, let reason):
      "\(path): \(reason)"
    case .outOfBounds(let what, let position, let size, let limit):
      "\(what) at byte \(position) needs \(size) bytes, but the buffer ends at byte \(limit)"
    case .misaligned(let what, let position, let alignment):
      "\(what) at byte \(position) is not aligned to \(alignment) bytes"
    case .malformed(let what, let position, let reason):
      "\(what) at byte \(position): \(reason)"
    case .tooDeep(let position, let limit):
      "the table at byte \(position) is nested deeper than \(limit) levels"
    case .tooManyReferences(let position, let reason):
      "at byte \(position): \(reason)"
    case .tooLarge(let what, let size, let limit):
      "\(what) of \(size) bytes does not fit into \(limit) bytes"
    }
  }
}
