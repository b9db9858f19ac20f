import Foundation
import Synchronization

/// An oracle that runs models in a process of its own, one after the other.
package final class OracleProcess: Sendable {
  private let executable: String
  private let arguments: [String]
  private let connection = Mutex<OracleConnection?>(nil)

  /// - Parameters:
  ///   - executable: the path of a program that takes requests as `tflite_oracle.py` does.
  ///   - arguments: what it is started with, when it is first asked.
  package init(_ executable: String, _ arguments: [String]) {
    self.executable = executable
    self.arguments = arguments
  }

  /// Runs a model several times, its state kept from one run to the next.
  ///
  /// - Parameters:
  ///   - model: the bytes of a `.tflite` file.
  ///   - runs: the values of each input for each run.
  ///   - tensors: the indices of the tensors whose values are wanted.
  /// - Returns: the wanted tensors of each run.
  /// - Throws: ``OracleProcessError``.
  package func run(model: [UInt8], runs: [[[UInt8]]], tensors: [Int]) throws -> [[OracleOutput]] {
    try connection.withLock { connection in
      let current = try connection ?? OracleConnection(executable, arguments)
      // After an error the two sides may have lost each other; the next model gets another process.
      connection = nil
      try current.send(model: model, runs: runs, tensors: tensors)
      let refusal = try current.readRefusal()
      let results =
        refusal == nil
        ? try runs.map { _ in try tensors.map { _ in try current.readTensor() } } : []
      connection = current
      if let refusal { throw OracleProcessError.refused(reason: refusal) }
      return results
    }
  }
}

/// A tensor as an oracle has computed it.
package struct OracleOutput: Sendable {
  package let shape: [Int]
  package let bytes: [UInt8]
}

/// Why an oracle gave no results.
package enum OracleProcessError: Error, CustomStringConvertible {
  case missing(path: String)
  case refused(reason: String)
  case ended(status: Int32)

  package var description: String {
    switch self {
    case .missing(let path): "there is no program \(path)"
    case .refused(let reason): "it refuses the model: \(reason)"
    case .ended(let status): "it ended with status \(status) while it ran the model"
    }
  }
}

/// The pipes to an oracle's process; `tflite_oracle.py` says what goes through them.
private final class OracleConnection: @unchecked Sendable {
  private let process = Process()
  private let requests = Pipe()
  private let answers = Pipe()

  /// - Throws: ``OracleProcessError/missing(path:)``.
  init(_ executable: String, _ arguments: [String]) throws {
    guard FileManager.default.isExecutableFile(atPath: executable) else {
      throw OracleProcessError.missing(path: executable)
    }
    // A process that ends while it is written to must not end this one.
    signal(SIGPIPE, SIG_IGN)
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    process.standardInput = requests
    process.standardOutput = answers
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  deinit {
    // The end of its input ends the process.
    try? requests.fileHandleForWriting.close()
  }

  func send(model: [UInt8], runs: [[[UInt8]]], tensors: [Int]) throws {
    var bytes: [UInt8] = []
    func add(_ number: Int) { withUnsafeBytes(of: UInt32(number).littleEndian) { bytes += $0 } }
    func add(_ blob: [UInt8]) {
      add(blob.count)
      bytes += blob
    }
    add(model)
    add(runs.count)
    add(runs.first?.count ?? 0)
    for blob in runs.joined() { add(blob) }
    add(tensors.count)
    for tensor in tensors { add(tensor) }
    do {
      try requests.fileHandleForWriting.write(contentsOf: Data(bytes))
    } catch {
      throw ended()
    }
  }

  /// Why the model was refused; nil where it was not.
  func readRefusal() throws -> String? {
    guard try number() != 0 else { return nil }
    return String(decoding: try blob(), as: UTF8.self)
  }

  func readTensor() throws -> OracleOutput {
    let rank = try number()
    let shape = try (0..<rank).map { _ in try number() }
    return OracleOutput(shape: shape, bytes: try blob())
  }

  private func number() throws -> Int {
    try read(4).enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
  }

  private func blob() throws -> [UInt8] { try read(try number()) }

  private func read(_ count: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      guard let part = try answers.fileHandleForReading.read(upToCount: count - bytes.count), !part.isEmpty else {
        throw ended()
      }
      bytes += part
    }
    return bytes
  }

  private func ended() -> OracleProcessError {
    process.waitUntilExit()
    return .ended(status: process.terminationStatus)
  }
}
