import Foundation

/// A program in Python that answers each request with a line of JSON.
final class Judge {
  /// The Python that has the publishers' packages; nil where there is none.
  static let python = interpreter("HEAD_JUDGES")
  /// The Python that has MediaPipe; nil where there is none.
  static let mediaPipe = interpreter("MEDIAPIPE_PYTHON")
  /// The Python that has TensorFlow's Object Detection API; nil where there is none.
  static let objectDetection = interpreter("OBJECT_DETECTION_PYTHON")

  /// A model that comes with MediaPipe; nil where it is not found.
  static func mediaPipeModel(_ name: String) -> String? {
    guard let mediaPipe else { return nil }
    let libraries = URL(fileURLWithPath: mediaPipe).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("lib")
    return ((try? FileManager.default.contentsOfDirectory(atPath: libraries.path)) ?? []).lazy
      .map { libraries.appendingPathComponent("\($0)/site-packages/mediapipe/modules/\(name)").path }
      .first { FileManager.default.fileExists(atPath: $0) }
  }

  private static func interpreter(_ variable: String) -> String? {
    ProcessInfo.processInfo.environment[variable]
      .flatMap { FileManager.default.isExecutableFile(atPath: $0) ? $0 : nil }
  }

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var received = Data()

  /// - Parameter script: its name in Scripts/lib.
  init(_ python: String, script: String) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments = [root.appendingPathComponent("Scripts/lib/\(script)").path]
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// The answer to a request that the values of outputs may follow.
  func answer(
    to request: [String: Any], _ outputs: [(name: String, shape: [Int], values: [Float])] = []
  ) throws -> [[Double]] {
    let outputNames: [[Any]] = outputs.map { [$0.name, $0.shape] }
    var bytes = try JSONSerialization.data(withJSONObject: request.merging(["outputs": outputNames]) { $1 })
    bytes.append(UInt8(ascii: "\n"))
    for output in outputs { output.values.withUnsafeBytes { bytes.append(contentsOf: $0) } }
    try input.fileHandleForWriting.write(contentsOf: bytes)
    // An answer may have megabytes: what has been looked at is not looked at again.
    var seen = 0
    while true {
      if let end = received[seen...].firstIndex(of: UInt8(ascii: "\n")) {
        let answer = try JSONDecoder().decode([[Double]].self, from: received[..<end])
        received = Data(received[(end + 1)...])
        return answer
      }
      seen = received.count
      let part = output.fileHandleForReading.availableData
      guard !part.isEmpty else { throw JudgeError.silent }
      received.append(part)
    }
  }

  enum JudgeError: Error { case silent }
}
