import TFLiteImageCodecs

/// Files that commands write: whole or not at all.
public enum OutputFile {
  /// Finds out whether a file can be written, before the work is done whose result it is for. Changes nothing.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - inputs: paths of files that are read, which must not be lost.
  /// - Throws: ``InspectionError/outputIsInput(path:input:)``, ``InspectionError/cannotWrite(path:reason:)``.
  public static func check(_ path: String, inputs: [String] = []) throws(InspectionError) {
    for input in inputs {
      let isInput = try naming(path) { () throws(ImageError) in try FileWriting.isSameFile(input, path) }
      if isInput { throw .outputIsInput(path: path, input: input) }
    }
    try naming(path) { () throws(ImageError) in try FileWriting.checkIsWritable(path) }
  }

  /// Finds out whether files can be written into a folder, which is made then if it is not there. Changes nothing.
  ///
  /// - Throws: ``InspectionError/cannotWrite(path:reason:)``.
  public static func checkFolder(_ path: String) throws(InspectionError) {
    try naming(path) { () throws(ImageError) in try FileWriting.checkFolderIsWritable(path) }
  }

  /// Replaces the content of the file at `path`, or makes the file. After an error, what was there is as it was.
  ///
  /// - Throws: ``InspectionError/cannotWrite(path:reason:)``.
  public static func write(_ bytes: [UInt8], to path: String) throws(InspectionError) {
    try naming(path) { () throws(ImageError) in try FileWriting.replaceFile(at: path, with: bytes) }
  }

  /// Writes text in UTF-8.
  ///
  /// - Throws: ``InspectionError/cannotWrite(path:reason:)``.
  public static func write(_ text: String, to path: String) throws(InspectionError) {
    try write(Array(text.utf8), to: path)
  }

  /// Replaces the content of the file at `path`, or makes the file, piece by piece.
  ///
  /// - Parameter content: gives the pieces to the function that it is given.
  /// - Throws: ``InspectionError/cannotWrite(path:reason:)``, what `content` throws. After an error, what was there is as it
  ///   was.
  static func write(to path: String, _ content: (_ output: ByteOutput) throws -> Void) throws {
    let file = try naming(path) { () throws(ImageError) in try FileReplacement.begin(at: path) }
    try content { bytes in try naming(path) { () throws(ImageError) in try file.append(bytes) } }
    try naming(path) { () throws(ImageError) in try file.finish() }
  }

  private static func naming<Result>(
    _ path: String, _ body: () throws(ImageError) -> Result
  ) throws(InspectionError) -> Result {
    do {
      return try body()
    } catch {
      guard case .cannotWrite(let reason) = error else { throw .cannotWrite(path: path, reason: "\(error)") }
      throw .cannotWrite(path: path, reason: reason)
    }
  }
}
