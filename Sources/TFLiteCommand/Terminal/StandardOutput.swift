import ArgumentParser
@preconcurrency import Foundation

/// What a command prints.
enum StandardOutput {
  /// Writes what is still held back. Printing itself tells nobody that a disk is full.
  ///
  /// - Throws: `ExitCode.failure` after a message, if anything of what was printed is lost.
  static func finish() throws {
    let isFlushed = fflush(stdout) == 0
    guard !isFlushed || ferror(stdout) != 0 else { return }
    StandardError.report("cannot be written: \(String(cString: strerror(errno)))", about: "standard output")
    throw ExitCode.failure
  }
}
