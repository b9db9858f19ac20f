import TFLiteImageCodecs

/// Files that commands write: whole or not at all.
public enum OutputFile {
  /// Replaces the content of the file at `path`, or makes the file. After an error, what was there is as it was.
  ///
  /// - Throws: ``InspectionError/cannotWrite(path:reason:)``.
  public static func write(_ bytes: [UInt8], to path: String) throws(InspectionError) {
    do {
      try FileWriting.replaceFile(at: path, with: bytes)
    } catch {
      guard case .cannotWrite(let reason) = error else { throw .cannotWrite(path: path, reason: "\(error)") }
      throw .cannotWrite(path: path, reason: reason)
    }
  }

  /// Writes text in UTF-8.
  ///
  /// - Throws: ``InspectionError/cannotWrite(path:reason:)``.
  public static func write(_ text: String, to path: String) throws(InspectionError) {
    try write(Array(text.utf8), to: path)
  }
}
