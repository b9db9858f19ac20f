import Foundation

/// Messages for the person at the terminal.
enum StandardError {
  static let isTerminal = isatty(STDERR_FILENO) == 1

  static func write(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }

  /// One line: the program's name, the file, and what went wrong with it.
  static func report(_ message: String, about path: String) {
    write("tflite: \(path): \(message)".replacingOccurrences(of: "\n", with: " ") + "\n")
  }
}
