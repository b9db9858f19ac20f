import Foundation

/// Messages for the person at the terminal.
enum StandardError {
  static let isTerminal = isatty(STDERR_FILENO) == 1

  static func write(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }

  /// One line that begins with the program's name. A message that already names the file is not prefixed with it again.
  static func report(_ message: String, unlessNamed path: String) {
    let doubled = "\(path): \(path): "
    let line = message.hasPrefix(doubled) ? String(message.dropFirst(path.count + 2)) : message
    write("tflite: \(line.replacingOccurrences(of: "\n", with: " "))\n")
  }
}
