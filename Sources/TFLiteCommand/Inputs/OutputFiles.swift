import ArgumentParser
import Foundation
import TFLiteInspection

/// Files that a command will write.
enum OutputFiles {
  /// Finds out, before any work is done for them, whether files can be written without losing one that is read, or one
  /// another. Where not, it is told, and ends the program.
  ///
  /// - Parameters:
  ///   - outputs: paths; nil for what was not asked for.
  ///   - report: the folder of a report; nil where none was asked for.
  ///   - model: the model on the command line, a path or a name.
  ///   - inputs: paths of the other files that are read.
  static func check(_ outputs: String?..., report: String? = nil, model: String, inputs: [String]) throws {
    let outputs = outputs.compactMap(\.self)
    let read = try LocatedModel.files(of: model) + inputs
    let protected = try StandardError.reportingFailure(of: model) { try ProtectedFiles(read) }
    for output in outputs {
      try StandardError.reportingFailure(of: output) { try protected.check(output) }
    }
    for (number, output) in (outputs + [report].compactMap(\.self)).enumerated() {
      try StandardError.reportingFailure(of: output) {
        let other = try outputs.prefix(number).first { try areOneFile($0, output) }
        if let other { throw OutputProblem.sameFile(as: other) }
      }
    }
    if let report { try checkReport(report, reading: read, writing: outputs) }
  }

  /// The same for a folder that files are written into.
  static func checkFolder(_ path: String) throws {
    try StandardError.reportingFailure(of: path) { try OutputFile.checkFolder(path) }
  }

  /// What is read or written besides must not lie in the report's folder.
  private static func checkReport(_ path: String, reading inputs: [String], writing outputs: [String]) throws {
    try StandardError.reportingFailure(of: path) {
      if let folder = try FileIdentity(path) {
        let others = try inputs.filter { try FileIdentity($0) != nil } + outputs
        let inside = try others.first { try folder.holds($0) }
        if let inside { throw OutputProblem.insideReport(inside) }
      }
      try Report.checkPlace(path)
    }
  }

  /// Whether two outputs would end in one file.
  private static func areOneFile(_ path: String, _ other: String) throws -> Bool {
    switch (try FileIdentity(path), try FileIdentity(other)) {
    case (let first?, let second?): return first == second && first.isOrdinary
    case (nil, nil):
      // Neither is there yet.
      let folders = try [path, other].map { ($0 as NSString).deletingLastPathComponent }
        .map { try FileIdentity($0.isEmpty ? "." : $0) }
      return folders[0] != nil && folders[0] == folders[1]
        && (path as NSString).lastPathComponent == (other as NSString).lastPathComponent
    default: return false
    }
  }
}
