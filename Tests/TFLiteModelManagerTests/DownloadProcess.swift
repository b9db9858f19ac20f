import Foundation
import TestModels

/// A download in a process of its own.
final class DownloadProcess {
  private let process = Process()
  private let output = Pipe()

  /// Starts the process.
  init(_ hosting: Hosting) throws {
    process.executableURL = BuiltProducts.executable("ModelDownloadRunner")
    process.arguments = [hosting.folder.path, hosting.server.url("/index.json").absoluteString, hosting.model.name]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    try process.run()
  }

  var isRunning: Bool { process.isRunning }

  /// Ends the process as a power cut would.
  func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Waits for the end.
  ///
  /// - Returns: what it has printed, line by line; its exit status.
  func result() async -> (lines: [String], status: Int32) {
    let (process, output) = (process, output)
    return await withCheckedContinuation { continuation in
      // The global queue has the threads of tasks, among them those of the server.
      DispatchQueue(label: "download").async {
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        continuation.resume(returning: (text.split(separator: "\n").map(String.init), process.terminationStatus))
      }
    }
  }
}
