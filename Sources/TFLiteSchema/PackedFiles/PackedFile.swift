import TFLiteFlatBuffers

/// A file that is packed with a model: an entry of the ZIP archive behind the FlatBuffer.
public struct PackedFile: Equatable, Sendable {
  /// Name of the file. Nothing is ever written under it.
  public let name: String

  /// The bytes as the archive holds them.
  package let storedBytes: ByteSlice

  /// How they are compressed; 0 if they are not.
  package let method: UInt16

  /// Size of the file when it is not compressed.
  package let size: UInt32

  /// CRC-32 of the file when it is not compressed.
  package let checksum: UInt32

  init(name: String, storedBytes: ByteSlice, method: UInt16, size: UInt32, checksum: UInt32) {
    self.name = name
    self.storedBytes = storedBytes
    self.method = method
    self.size = size
    self.checksum = checksum
  }

  /// A file to be packed with a model.
  ///
  /// - Throws: ``ModelError/invalidArchive(reason:)`` for a name or a size that an archive cannot have.
  public init(name: String, data: ByteSlice) throws(ModelError) {
    try Self.verify(name: name)
    guard let size = UInt32(exactly: data.count) else {
      throw .invalidArchive(reason: "'\(name)' is larger than 4 GB")
    }
    self.init(name: name, storedBytes: data, method: 0, size: size, checksum: CRC32.checksum(of: data))
  }

  /// The contents, shared with the model's file.
  ///
  /// - Throws: ``ModelError/compressedFile(name:)``, or ``ModelError/invalidArchive(reason:)`` if the contents do not
  ///   have the checksum that the archive states.
  public var data: ByteSlice {
    get throws(ModelError) {
      guard method == 0 else { throw .compressedFile(name: name) }
      return try verified(storedBytes)
    }
  }

  /// Checks contents that are not compressed, or no longer.
  ///
  /// - Throws: ``ModelError/invalidArchive(reason:)`` if they do not have the checksum that the archive states.
  package func verified(_ contents: ByteSlice) throws(ModelError) -> ByteSlice {
    guard CRC32.checksum(of: contents) == checksum else {
      throw .invalidArchive(reason: "'\(name)' does not have the checksum that the archive states")
    }
    return contents
  }

  /// The contents as text.
  ///
  /// - Throws: What ``data`` throws, and ``ModelError/notText(file:)``.
  public var text: String {
    get throws(ModelError) {
      guard let text = try data.text else { throw .notText(file: name) }
      return text
    }
  }

  /// The lines of the contents, without their ends and without an empty last one.
  public var lines: [String] {
    get throws(ModelError) {
      // To Swift, "\r\n" is one character.
      var lines = try text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.map(String.init)
      if lines.last?.isEmpty == true { lines.removeLast() }
      return lines
    }
  }

  /// Refuses names that would mean something else to whoever unpacks the archive.
  static func verify(name: String) throws(ModelError) {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let isSafe =
      !name.isEmpty && name.utf8.count <= Int(UInt16.max) && !name.hasPrefix("/") && !name.contains("\\")
      && !name.contains("\0") && !parts.contains("..")
    guard isSafe else { throw .invalidArchive(reason: "'\(name)' is no name of a packed file") }
  }
}
