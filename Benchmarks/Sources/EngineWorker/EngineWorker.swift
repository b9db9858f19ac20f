import Foundation
import TFLite

/// This engine's side of the comparisons with other engines.
///
/// - `EngineWorker serve MODEL INPUTS THREADS NUMERICS [CPU]` is a worker: `Peers/worker.h` describes the protocol.
/// - `EngineWorker prepare MODEL FOLDER` writes what the engines need to run the same model on the same inputs.
@main
enum EngineWorker {
  static func main() {
    do {
      try run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      StandardError.write("EngineWorker: \(error)")
      exit(1)
    }
  }

  private static func run(_ arguments: [String]) throws {
    switch (arguments.first, arguments.count) {
    case ("serve", 5...6):
      try Worker(
        modelPath: arguments[1], inputs: arguments[2],
        options: WorkerOptions(
          threads: arguments[3], numerics: arguments[4], cpu: arguments.count > 5 ? arguments[5] : nil
        ).interpreterOptions
      ).serve()
    case ("prepare", 3): try Preparation(modelPath: arguments[1]).write(to: arguments[2])
    default: throw WorkerError.usage
    }
  }
}
