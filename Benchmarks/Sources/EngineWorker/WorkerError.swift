import Foundation

enum WorkerError: Error, Equatable, Sendable, CustomStringConvertible {
  case usage
  case unknownOption(String)
  case unsuitableModel(String)

  var description: String {
    switch self {
    case .usage:
      "usage: EngineWorker serve MODEL INPUTS THREADS NUMERICS [CPU], or EngineWorker prepare MODEL FOLDER"
    case .unknownOption(let value): "no such number of threads, numerics or instruction set: \(value)"
    case .unsuitableModel(let problem): problem
    }
  }
}

enum StandardError {
  static func write(_ line: String) {
    FileHandle.standardError.write(Data("\(line)\n".utf8))
  }
}
