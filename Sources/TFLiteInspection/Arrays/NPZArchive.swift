import TFLiteFlatBuffers
import TFLiteSchema
import TFLiteVision

/// The format NPZ: arrays by name in one file, as `numpy.savez` and `numpy.savez_compressed` write it.
///
/// It is a ZIP archive of NPY files, and of other files if there are any. What is written here is not compressed.
public struct NPZArchive: Sendable {
  private var files: [PackedFile] = []

  /// An archive without arrays.
  public init() {}

  /// The names of the arrays, in the archive's order.
  public var arrayNames: [String] {
    files.map(\.name).filter { $0.hasSuffix(Self.arrayExtension) }.map {
      String($0.dropLast(Self.arrayExtension.count))
    }
  }

  static let arrayExtension = ".npy"

  // MARK: Writing

  /// Adds an array.
  ///
  /// - Throws: what ``NPYFile/encode(_:)`` throws, or ``InspectionError/invalidNPZ(reason:)`` for a name that no file can
  ///   have.
  public mutating func add(_ values: TensorValues, named name: String) throws(InspectionError) {
    let encoded: [UInt8]
    do { encoded = try NPYFile.encode(values) } catch { throw error.about(tensor: name) }
    try add(ByteSlice(encoded), fileNamed: name + Self.arrayExtension)
  }

  /// Adds a text file.
  ///
  /// - Throws: ``InspectionError/invalidNPZ(reason:)`` for a name that no file can have.
  public mutating func add(text: String, fileNamed name: String) throws(InspectionError) {
    try add(ByteSlice(Array(text.utf8)), fileNamed: name)
  }

  private mutating func add(_ data: ByteSlice, fileNamed name: String) throws(InspectionError) {
    do {
      files.append(try PackedFile(name: name, data: data))
    } catch {
      throw .invalidNPZ(reason: error.archiveProblem)
    }
  }

  /// The archive as a file.
  ///
  /// - Throws: ``InspectionError/invalidNPZ(reason:)`` beyond 4 GB.
  public func encoded() throws(InspectionError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(files.reduce(0) { $0 + Int($1.size) + 256 })
    do {
      try ZipWriter.append(files, to: &bytes)
    } catch {
      throw .invalidNPZ(reason: error.archiveProblem)
    }
    return bytes
  }

  // MARK: Reading

  /// Reads the directory of an archive.
  ///
  /// - Throws: ``InspectionError/invalidNPZ(reason:)``.
  public init(_ file: ByteSlice) throws(InspectionError) {
    do {
      files = try ZipReader(file).files()
    } catch {
      throw .invalidNPZ(reason: error.archiveProblem)
    }
    guard !files.isEmpty else { throw .invalidNPZ(reason: "it ends with no directory of files") }
  }

  /// The array with this name; nil if there is none.
  ///
  /// - Throws: ``InspectionError/invalidNPZ(reason:)``, ``InspectionError/invalidNPY(reason:)``.
  public func array(named name: String) throws(InspectionError) -> TensorValues? {
    try contents(ofFile: name + Self.arrayExtension).map { (data) throws(InspectionError) in try NPYFile.decode(data) }
  }

  /// The text of the file with this name; nil if there is none, or if it is no text.
  ///
  /// - Throws: ``InspectionError/invalidNPZ(reason:)``.
  public func text(ofFile name: String) throws(InspectionError) -> String? {
    try contents(ofFile: name)?.text
  }

  /// The bytes that an array's file has, decompressed, as the archive states it; nil where there is no such array.
  func statedByteCount(ofArray name: String) -> Int? {
    files.first { $0.name == name + Self.arrayExtension }.map { Int($0.size) }
  }

  private func contents(ofFile name: String) throws(InspectionError) -> ByteSlice? {
    guard let file = files.first(where: { $0.name == name }) else { return nil }
    let contents =
      switch file.method {
      case Self.stored: file.storedBytes
      case Self.deflated: try decompressed(file)
      default:
        throw .invalidNPZ(
          reason: "\(name) is compressed by method \(file.method) of ZIP archives; NumPy writes 0 and 8")
      }
    do {
      return try file.verified(contents)
    } catch {
      throw .invalidNPZ(reason: error.archiveProblem)
    }
  }

  private func decompressed(_ file: PackedFile) throws(InspectionError) -> ByteSlice {
    do {
      return ByteSlice(try Deflate.decompressed(file.storedBytes, size: Int(file.size)))
    } catch {
      throw .invalidNPZ(reason: "\(file.name) cannot be decompressed: \(error.reason)")
    }
  }

  // The methods of ZIP archives (APPNOTE, 4.4.5).
  private static let stored: UInt16 = 0
  private static let deflated: UInt16 = 8
}

extension ModelError {
  /// What is wrong with an archive, apart from the model that it is usually packed with.
  var archiveProblem: String {
    guard case .invalidArchive(let reason) = self else { return "\(self)" }
    return reason
  }
}
