import ArgumentParser
import TFLiteInspection

/// Files that a command will write.
enum OutputFiles {
  /// Finds out, before any work is done for them, whether files can be written without losing one that is read. Where not,
  /// it is told, and ends the program.
  ///
  /// - Parameters:
  ///   - outputs: paths; nil for what was not asked for.
  ///   - model: the model on the command line, a path or a name.
  ///   - inputs: paths of the other files that are read.
  static func check(_ outputs: String?..., model: String, inputs: [String]) throws {
    let model = (try? LocatedModel(model))?.path ?? model
    for output in outputs.compactMap(\.self) {
      try StandardError.reportingFailure(of: output) { try OutputFile.check(output, inputs: [model] + inputs) }
    }
  }

  /// The same for a folder that files are written into.
  static func checkFolder(_ path: String) throws {
    try StandardError.reportingFailure(of: path) { try OutputFile.checkFolder(path) }
  }

  /// The same for the folder of a report, if one was asked for.
  static func checkReport(_ path: String?) throws {
    guard let path else { return }
    try StandardError.reportingFailure(of: path) { try Report.checkPlace(path) }
  }
}
