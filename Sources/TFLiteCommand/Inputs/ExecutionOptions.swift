import ArgumentParser
import Foundation
import TFLite

/// How a model is run, in every command that runs any model.
struct ExecutionOptions: ParsableArguments {
  @Option(help: "Threads that share the work. (default: all processors)")
  var threads: Int?

  @Option(help: "The instructions that inner loops may use: \(Interpreter.InstructionSet.names). (default: the best)")
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
