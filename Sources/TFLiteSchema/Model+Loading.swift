import TFLiteFlatBuffers

extension Model {
  /// The identifier at the start of every model.
  static let identifier: StaticString = "TFL3"

  /// Reads the file at `path`, decodes and verifies it. What becomes of the file later does not matter.
  ///
  /// - Throws: ``ModelError/inFile(_:_:)`` or ``ModelError/unreadable(_:)`` with the reason.
  public init(contentsOfFile path: String, limits: FlatBufferLimits = FlatBufferLimits()) throws(ModelError) {
    let bytes: ByteSlice
    do {
      // A film or an archive is refused before all of it is read.
      let start = try ByteSlice(startOfFile: path, count: ForeignFile.startSize)
      bytes = start.hasModelIdentifier ? try ByteSlice(contentsOfFile: path, limits: limits) : start
    } catch {
      throw .unreadable(error)
    }
    do { try self.init(bytes, limits: limits) } catch { throw .inFile(path, error) }
  }

  /// Maps the file at `path` into memory, decodes and verifies it. Constants stay in the file: processes that map it share
  /// them.
  ///
  /// Nobody may change the file as long as the model or an interpreter of it lives: new bytes would show in the constants,
  /// and where the file has become shorter, the system ends the process.
  ///
  /// - Throws: ``ModelError/inFile(_:_:)`` or ``ModelError/unreadable(_:)`` with the reason.
  public init(mappingFile path: String, limits: FlatBufferLimits = FlatBufferLimits()) throws(ModelError) {
    let bytes: ByteSlice
    do { bytes = try ByteSlice(mappingFile: path) } catch { throw .unreadable(error) }
    do { try self.init(bytes, limits: limits) } catch { throw .inFile(path, error) }
  }

  /// Decodes and verifies a model: the bytes of a whole file, with everything that is packed behind the FlatBuffer.
  public init(_ bytes: ByteSlice, limits: FlatBufferLimits = FlatBufferLimits()) throws(ModelError) {
    if !bytes.hasModelIdentifier, let format = ForeignFile.name(bytes) { throw .otherFormat(format) }
    let reader = try FlatBufferReader(bytes, identifier: Model.identifier, limits: limits)
    // Before anything else: the fields of another version may mean anything.
    let version: UInt32?
    do { version = try reader.root().scalar(0, as: UInt32.self) } catch {
      throw .malformed(field: "the root table", error)
    }
    guard version == 3 else { throw .unsupportedVersion(version ?? 0) }
    self = try TableDecoder.decodeRoot(Model.self, of: reader)
    if buffers.isEmpty { buffers = [Buffer()] }
    archive = PackedFiles(behind: bytes)
    try findDataBehindFlatBuffer(in: bytes)
    try verify()
  }

  /// Large models keep constants and custom options behind the FlatBuffer, whose offsets reach 2 GB only. A field says
  /// where, unless it is 0 or 1. Data in the table takes precedence.
  private mutating func findDataBehindFlatBuffer(in file: ByteSlice) throws(ModelError) {
    for index in buffers.indices {
      if buffers[index].data == nil, buffers[index].offset > 1 {
        buffers[index].data = try Self.data(
          at: buffers[index].offset, size: buffers[index].size, in: file, field: "buffers[\(index)].offset")
      }
      buffers[index].offset = 0
      buffers[index].size = 0
    }
    for subgraph in subgraphs.indices {
      for index in subgraphs[subgraph].operators.indices {
        try subgraphs[subgraph].operators[index].findOptionsBehindFlatBuffer(
          in: file, field: "subgraphs[\(subgraph)].operators[\(index)].large_custom_options_offset")
      }
    }
  }

  fileprivate static func data(
    at offset: UInt64, size: UInt64, in file: ByteSlice, field: @autoclosure () -> String
  ) throws(ModelError) -> ByteSlice {
    guard let data = file.slice(offset: offset, count: size) else {
      throw .dataOutOfFile(field: field(), offset: offset, size: size, fileSize: file.count)
    }
    return data
  }
}

extension ByteSlice {
  fileprivate var hasModelIdentifier: Bool {
    count >= 8
      && withUnsafeBytes { bytes in
        Model.identifier.withUTF8Buffer { $0.elementsEqual(bytes[4..<8]) }
      }
  }
}

extension Operator {
  fileprivate mutating func findOptionsBehindFlatBuffer(
    in file: ByteSlice, field: @autoclosure () -> String
  ) throws(ModelError) {
    if customOptions.isEmpty, largeCustomOptionsOffset > 1 {
      customOptions = try Model.data(
        at: largeCustomOptionsOffset, size: largeCustomOptionsSize, in: file, field: field())
    }
    largeCustomOptionsOffset = 0
    largeCustomOptionsSize = 0
  }
}

extension FlatBufferReader {
  /// A reader of a FlatBuffer that has to have the identifier of its kind.
  convenience init(
    _ bytes: ByteSlice, identifier: StaticString, limits: FlatBufferLimits
  ) throws(ModelError) {
    do { try self.init(bytes, limits: limits) } catch { throw .malformed(field: "the file", error) }
    let found = self.identifier.withUnsafeBytes { Array($0) }
    let expected = identifier.withUTF8Buffer { Array($0) }
    guard found == expected else {
      // Anything may be there, so it is shown as a literal.
      throw .wrongIdentifier(
        expected: String(decoding: expected, as: UTF8.self),
        found: found.map { Unicode.Scalar($0).escaped(asASCII: true) }.joined())
    }
  }
}
