import Foundation
import Synchronization
import TFLiteFlatBuffers
import TFLiteSchema
import Testing

/// The Python interpreter of TFLite, in a process of its own: the oracle of models that the C interface does not take,
/// which are those with state tensors.
final class PythonOracle: Sendable {
  static let shared = PythonOracle()

  private static let script = TestEnvironment.packageRoot.appending(path: "Scripts/lib/tflite_oracle.py")

  /// The Python that has the interpreter: `LITERT_PYTHON`, else the one that `Scripts/test` sets up.
  private static let python =
    ProcessInfo.processInfo.environment["LITERT_PYTHON"].map { URL(filePath: $0) }
    ?? TestEnvironment.packageRoot.appending(path: ".build/litert-python/bin/python")

  private let connection = Mutex<Connection?>(nil)

  /// Runs a model several times, its state kept from one run to the next.
  ///
  /// - Parameters:
  ///   - model: the bytes of a `.tflite` file.
  ///   - runs: the values of each input for each run.
  ///   - tensors: the indices of the tensors whose values are wanted, intermediate ones included.
  /// - Returns: the wanted tensors of each run.
  func run(model: [UInt8], runs: [[[UInt8]]], tensors: [Int]) throws -> [[EngineOutput]] {
    try connection.withLock { connection in
      let current: Connection
      if let open = connection { current = open } else { current = try Connection(python: Self.python, Self.script) }
      // After an error the two sides may have lost each other; the next model gets another process.
      connection = nil
      try current.send(model: model, runs: runs, tensors: tensors)
      let refusal = try current.readRefusal()
      let results =
        refusal == nil
        ? try runs.map { _ in try tensors.map { _ in try current.readTensor() } } : []
      connection = current
      if let refusal { throw PythonOracleError.refused(reason: refusal) }
      return results
    }
  }
}

/// Why the Python interpreter gave no results.
enum PythonOracleError: Error, CustomStringConvertible {
  case missing(path: String)
  case refused(reason: String)
  case ended(status: Int32)

  var description: String {
    switch self {
    case .missing(let path):
      "there is no Python with TFLite at \(path): Scripts/test sets it up, or LITERT_PYTHON names another one"
    case .refused(let reason): "the Python interpreter of TFLite refuses the model: \(reason)"
    case .ended(let status): "the Python interpreter of TFLite ended with status \(status) while it ran a model"
    }
  }
}

/// The pipes to the process.
private final class Connection: @unchecked Sendable {
  private let process = Process()
  private let requests = Pipe()
  private let answers = Pipe()

  init(python: URL, _ script: URL) throws {
    guard FileManager.default.isExecutableFile(atPath: python.path) else {
      throw PythonOracleError.missing(path: python.path)
    }
    // A process that ends while it is written to must not end this one.
    signal(SIGPIPE, SIG_IGN)
    process.executableURL = python
    process.arguments = [script.path]
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
    func add(_ number: Int) { bytes += littleEndianBytes(UInt32(number)) }
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

  func readTensor() throws -> EngineOutput {
    let rank = try number()
    let shape = try (0..<rank).map { _ in try number() }
    return EngineOutput(shape: shape, bytes: try blob())
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

  private func ended() -> PythonOracleError {
    process.waitUntilExit()
    return .ended(status: process.terminationStatus)
  }
}

/// The Python interpreter as the reference of generated models.
struct PythonEngine: Engine {
  func run(model: [UInt8], feeds: [[UInt8]]) -> EngineOutcome {
    do {
      let outputs = try Model(ByteSlice(model)).subgraphs[0].outputs.map { Int($0) }
      return .ran(try PythonOracle.shared.run(model: model, runs: [feeds], tensors: outputs)[0])
    } catch PythonOracleError.refused(let reason) {
      return .refused(reason: reason)
    } catch {
      // Not a refusal: nothing was compared.
      Issue.record(error)
      return .refused(reason: "\(error)")
    }
  }
}
