import TFLiteFlatBuffers

/// A file with the value of an input, whose size is known before it is read: so it can be counted first.
///
/// It is read rather than mapped: whoever shortens a mapped file ends the process that looks at it.
struct InputFile {
  let path: String
  /// How many bytes it has.
  let byteCount: Int

  /// Looks at a file.
  ///
  /// - Throws: ``InspectionError/inFile(path:_:)``.
  init(_ path: String) throws(InspectionError) {
    self.path = path
    do throws(FlatBufferError) {
      byteCount = try ByteSlice.byteCount(ofFile: path)
    } catch {
      throw Self.unreadable(path, error)
    }
  }

  /// Reads all of it.
  ///
  /// - Throws: ``InspectionError/inFile(path:_:)``, also where it does not have ``byteCount`` bytes any more.
  func contents() throws(InspectionError) -> ByteSlice {
    var limits = FlatBufferLimits()
    limits.maximumFileSize = byteCount
    let bytes: ByteSlice
    do throws(FlatBufferError) {
      bytes = try ByteSlice(contentsOfFile: path, limits: limits)
    } catch {
      throw Self.unreadable(path, error)
    }
    guard bytes.count == byteCount else {
      throw .inFile(path: path, .cannotRead(reason: "the file was written to while it was read"))
    }
    return bytes
  }

  private static func unreadable(_ path: String, _ error: FlatBufferError) -> InspectionError {
    guard case .unreadableFile(_, let reason) = error else {
      return .inFile(path: path, .cannotRead(reason: "\(error)"))
    }
    return .inFile(path: path, .cannotRead(reason: reason))
  }
}
