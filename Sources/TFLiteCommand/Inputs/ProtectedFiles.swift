import TFLiteInspection

/// The files that a command reads, which must not be lost to what it writes.
struct ProtectedFiles: Sendable {
  /// One path of each file.
  private let paths: [FileIdentity: String]

  /// - Parameter paths: of what is no file, or not there, nothing can be lost.
  init(_ paths: [String]) {
    let known = paths.compactMap { path in FileIdentity(path).map { ($0, path) } }
    self.paths = Dictionary(known) { first, _ in first }
  }

  /// Finds out whether an output can be written, and is none of the files. Changes nothing.
  ///
  /// - Throws: `InspectionError.outputIsInput`, `InspectionError.cannotWrite`.
  func check(_ output: String) throws(InspectionError) {
    if let identity = FileIdentity(output), let input = paths[identity] {
      throw .outputIsInput(path: output, input: input)
    }
    try OutputFile.check(output, inputs: [])
  }
}
