import ArgumentParser
import Foundation
import TFLite
import TFLiteInspection
import TFLiteSchema

// What several commands share, each thing in one wording.

/// The model, in every command that looks into one or runs any.
struct ModelArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The model, a .tflite file or the name of a downloaded one.", valueName: "model"),
    completion: .model)
  var name: String

  /// Reads the model. A failure is told, and ends the program.
  func load() throws -> Model {
    try StandardError.reportingFailure(of: name) { try LocatedModel(name).load() }
  }
}

/// How a model is run, in every command that runs one.
struct ExecutionOptions: ParsableArguments {
  @Option(help: "Whose results are reproduced: \(Interpreter.Numerics.names).")
  var numerics: Interpreter.Numerics = .reference

  @OptionGroup var processor: ProcessorOptions

  var options: Interpreter.Options { processor.options(numerics: numerics) }
}

/// What of the machine is used, in every command that runs a model.
struct ProcessorOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: "Threads that share the work, 256 at most. (default: all processors)")
  var threads: Int?

  @Option(
    help: "The instructions to use: \(Interpreter.InstructionSet.names). (default: TFLITE_CPU, else the best there are)"
  )
  var cpu: Interpreter.InstructionSet?

  @Option(help: ArgumentHelp("The most memory that values and working memory may take each.", valueName: "size"))
  var memoryLimit = MemorySize(byteCount: 2 << 30)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The most seconds that one run of a model may take.", valueName: "seconds"))
  var timeLimit = 600.0

  /// How many threads may work.
  var threadCount: Int { threads ?? ProcessInfo.processInfo.activeProcessorCount }

  func validate() throws {
    if let threads, !(1...256).contains(threads) { throw ValidationError("--threads must be 1 to 256.") }
    // Written so that it refuses what is no number, too.
    guard timeLimit > 0, timeLimit <= 1e9 else {
      throw ValidationError("--time-limit must be more than 0 seconds, and 1e9 at most.")
    }
  }

  func options(numerics: Interpreter.Numerics) -> Interpreter.Options {
    var options = Interpreter.Options()
    options.threadCount = threadCount
    options.numerics = numerics
    options.cpu = cpu
    options.memoryLimit = memoryLimit.byteCount
    options.timeLimit = .seconds(timeLimit)
    return options
  }
}

/// How a result is printed, in every command that has one.
struct OutputFormat: ParsableArguments {
  @Flag(help: "Print JSON.")
  var json = false

  /// Prints a result: for programs, or for a person.
  func print<Record: Encodable>(
    _ record: @autoclosure () throws -> Record, lines: @autoclosure () -> [String]
  ) throws {
    if json { Swift.print(try JSONText.of(record())) } else { lines().forEach { Swift.print($0) } }
  }
}

extension Interpreter.Numerics: ExpressibleByArgument {}
extension Interpreter.InstructionSet: ExpressibleByArgument {}

extension CaseIterable where Self: RawRepresentable<String> {
  static var names: String { allCases.map(\.rawValue).joined(separator: " or ") }
}
