import TestModels

/// Python with NumPy, which has the last word on NPY and NPZ files. `Scripts/test` installs it.
enum Python {
  static let hasNumPy = (try? run("import numpy")) != nil

  struct Failure: Error {
    let output: String
  }

  /// Runs a program and gives what it prints.
  static func run(_ program: String, _ arguments: String...) throws -> String {
    let python = try FinishedProgram(["python3", "-c", program] + arguments, reading: .both)
    guard python.status == 0 else { throw Failure(output: python.text) }
    return python.text
  }
}
