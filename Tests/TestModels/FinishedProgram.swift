import Foundation

/// A program that has run to its end.
package struct FinishedProgram {
  package let status: Int32
  package let output: Data

  /// The ``output`` as UTF-8.
  package var text: String { String(decoding: output, as: UTF8.self) }

  /// What of a program is read.
  package enum Stream {
    case standardOutput, standardError, both
  }

  /// Runs a program without input, and waits for its end.
  ///
  /// - Parameters:
  ///   - executable: its file.
  ///   - folder: where it runs; nil stands for where the tests do.
  ///   - environment: nil stands for that of the tests.
  ///   - stream: what becomes the ``output``; the other is that of the tests.
  package init(
    _ executable: URL, _ arguments: [String], in folder: URL? = nil, environment: [String: String]? = nil,
    reading stream: Stream = .standardOutput
  ) throws {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = folder
    if let environment { process.environment = environment }
    process.standardInput = FileHandle.nullDevice
    let pipe = Pipe()
    if stream != .standardError { process.standardOutput = pipe }
    if stream != .standardOutput { process.standardError = pipe }
    try process.run()
    output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    status = process.terminationStatus
  }

  /// Runs a program that the search path leads to.
  ///
  /// - Parameter command: its name and its arguments.
  package init(_ command: [String], reading stream: Stream = .standardOutput) throws {
    try self.init(URL(filePath: "/usr/bin/env"), command, reading: stream)
  }
}
