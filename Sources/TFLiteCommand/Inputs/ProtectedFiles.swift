import TFLiteCLibrary
import TFLiteInspection

/// The files that a command reads, which must not be lost to what it writes.
struct ProtectedFiles: Sendable {
  /// One path of each file.
  private let paths: [FileIdentity: String]

  /// - Parameter paths: of what is no file, or not there, nothing can be lost.
  /// - Throws: `FileStatusError` where the system does not tell which files they are.
  init(_ paths: [String]) throws {
    let known = try paths.compactMap { path in try FileIdentity(path).map { ($0, path) } }
    self.paths = Dictionary(known) { first, _ in first }
  }

  /// Finds out whether an output can be written, and is none of the files. Changes nothing.
  ///
  /// - Throws: `InspectionError.outputIsInput`, `InspectionError.cannotWrite`.
  func check(_ output: String) throws(InspectionError) {
    let identity: FileIdentity?
    do { identity = try FileIdentity(output) } catch { throw .cannotWrite(path: output, reason: error.reason) }
    if let identity, let input = paths[identity] { throw .outputIsInput(path: output, input: input) }
    try OutputFile.check(output)
  }
}
