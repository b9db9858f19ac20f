import Foundation
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

/// A folder that is there as long as the value.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("inspection-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func path(_ name: String) -> String { path + "/" + name }

  @discardableResult
  func write(_ bytes: [UInt8], _ name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
    return path(name)
  }
}
