import ArgumentParser
import Foundation

/// Messages for the person at the terminal.
enum StandardError {
  static let isTerminal = isatty(STDERR_FILENO) == 1

  static func write(_ text: String) {
    // Nobody is left to tell where this fails.
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }

  /// One line: the program's name, the file, and what went wrong with it.
  static func report(_ message: String, about path: String) {
    write("tflite: \(path): \(message)".replacingOccurrences(of: "\n", with: " ").withoutControls + "\n")
  }

  /// Runs `body`; what it throws is told, and ends the program.
  static func reportingFailure<Result>(of path: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      report(error.message(about: path), about: path)
      throw ExitCode.failure
    }
  }

  /// Runs `body` with each name; what it throws is told, and the rest goes on.
  ///
  /// - Throws: `ExitCode.failure` at the end where it has failed with a name.
  static func reportingFailures(of names: [String], _ body: (_ name: String) throws -> Void) throws {
    var hasFailed = false
    for name in names {
      do { try reportingFailure(of: name) { try body(name) } } catch { hasFailed = true }
    }
    if hasFailed { throw ExitCode.failure }
  }
}
