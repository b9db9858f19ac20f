import Foundation
import TestModels

/// One run of the program `tflite`, as from a shell.
struct Command {
  let status: Int32
  let output: String
  /// What it has written on standard error, but for warnings.
  let errors: String
  let warnings: [Substring]

  /// Lines on standard error.
  var errorLines: [Substring] { errors.split(separator: "\n") }

  init(_ arguments: [String]) throws {
    try self.init(BuiltProducts.executable("tflite"), arguments)
  }

  /// Runs the program where no file may have more than so many blocks of 512 bytes, as on a disk that is full.
  init(limitingFilesToBlocks blocks: Int, _ arguments: String...) throws {
    // Without the trap, the system would end the program at the first byte too many.
    let script = "trap '' XFSZ; ulimit -f \(blocks); exec \"$0\" \"$@\""
    try self.init(
      URL(fileURLWithPath: "/bin/sh"), ["-c", script, BuiltProducts.executable("tflite").path] + arguments)
  }

  /// Runs the program with a standard output that takes nothing.
  init(printingToFullDisk arguments: [String]) throws {
    try self.init(
      URL(fileURLWithPath: "/bin/sh"),
      ["-c", "exec \"$0\" \"$@\" > /dev/full", BuiltProducts.executable("tflite").path] + arguments)
  }

  /// Runs the program with a file on its standard input.
  init(input: String, _ arguments: String...) throws {
    try self.init(BuiltProducts.executable("tflite"), arguments, input: FileHandle(forReadingAtPath: input))
  }

  /// Runs the program with further variables of the environment, in a folder.
  init(environment: [String: String], in currentFolder: String? = nil, _ arguments: [String]) throws {
    try self.init(
      BuiltProducts.executable("tflite"), arguments, environment: environment, currentFolder: currentFolder)
  }

  init(
    _ executable: URL, _ arguments: [String], input: FileHandle? = nil, environment: [String: String] = [:],
    currentFolder: String? = nil
  ) throws {
    let folder = try TemporaryFolder()
    let (outputFile, errorFile) = (folder.path("output"), folder.path("errors"))
    for file in [outputFile, errorFile] { try Data().write(to: URL(fileURLWithPath: file)) }
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    if let currentFolder { process.currentDirectoryURL = URL(fileURLWithPath: currentFolder) }
    process.standardInput = input ?? FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: outputFile))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: errorFile))
    try process.run()
    process.waitUntilExit()
    status = process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    output = try String(contentsOfFile: outputFile, encoding: .utf8)
    let messages = try String(contentsOfFile: errorFile, encoding: .utf8)
    warnings = messages.split(separator: "\n").filter { $0.contains(": warning: ") }
    errors =
      warnings.isEmpty
      ? messages
      : messages.split(separator: "\n").filter { !$0.contains(": warning: ") }.map { "\($0)\n" }.joined()
  }

  init(_ arguments: String...) throws { try self.init(arguments) }

  /// The JSON that it has printed.
  func records() throws -> [Record] { try JSONDecoder().decode([Record].self, from: Data(output.utf8)) }

  /// What `tflite detect --json` prints for a picture. Names are those of the format.
  struct Record: Decodable, Equatable {
    let image: String
    let width: Int?
    let height: Int?
    let detections: [Detection]?
    let labels: [Label]?
    let milliseconds: [String: Double]?
    let error: String?
  }

  struct Detection: Decodable, Equatable {
    let label: String?
    let class_index: Int
    let score: Double
    let box: Box
  }

  struct Label: Decodable, Equatable {
    let label: String?
    let class_index: Int
    let score: Double
  }

  struct Box: Decodable, Equatable {
    let x: Double
    let y: Double
    let width: Double
    let height: Double
  }
}
