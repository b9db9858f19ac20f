import ArgumentParser
import Foundation
import TFLite

/// How a model is run, in every command that runs one.
struct ExecutionOptions: ParsableArguments {
  @Option(help: "Threads that share the work. (default: all processors)")
  var threads: Int?

  @Option(
    help: "The instructions to use: \(Interpreter.InstructionSet.names). (default: TFLITE_CPU, else the best there are)"
  )
  var cpu: Interpreter.InstructionSet?

  func validate() throws {
    if let threads, threads < 1 { throw ValidationError("--threads must be at least 1.") }
  }

  func options(numerics: Interpreter.Numerics = .reference) -> Interpreter.Options {
    var options = Interpreter.Options()
    options.threadCount = threads ?? ProcessInfo.processInfo.activeProcessorCount
    options.numerics = numerics
    options.cpu = cpu
    return options
  }
}
