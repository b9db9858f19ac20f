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

/// A folder that is there as long as the value.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("tflite-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A folder with a detector, and with a picture in which it finds three objects.
  static func withDetector() throws -> (folder: TemporaryFolder, model: String, picture: String) {
    let folder = try TemporaryFolder()
    return (
      folder, try folder.write(try ModelSketch.detector().model.serialized(), "model.tflite"),
      try folder.write(QuarteredPicture.threeObjects.ppm, "picture.ppm")
    )
  }

  func path(_ name: String) -> String { path + "/" + name }

  /// All files in the folder and below it, by their paths in it, and what is in them.
  func contents() throws -> [String: Data] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: path).filter { name in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: path(name), isDirectory: &isFolder) && !isFolder.boolValue
    }
    return try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: URL(fileURLWithPath: path($0)))) })
  }

  /// Makes a folder that holds the sample picture many times.
  ///
  /// - Returns: its path.
  func makeSamples(_ count: Int) throws -> String {
    let samples = path("many")
    try FileManager.default.createDirectory(atPath: samples, withIntermediateDirectories: true)
    for number in 0..<count {
      try FileManager.default.createSymbolicLink(
        atPath: "\(samples)/\(number).jpg", withDestinationPath: SampleCodes.picturePath)
    }
    return samples
  }

  /// Writes a file, in a folder of its own if the name has one.
  @discardableResult
  func write(_ bytes: [UInt8], _ name: String) throws -> String {
    let file = URL(fileURLWithPath: path(name))
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return file.path
  }
}
