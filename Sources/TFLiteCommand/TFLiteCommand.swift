import ArgumentParser

@main
struct TFLiteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tflite",
    abstract: "Runs and inspects TensorFlow Lite models.",
    subcommands: [
      DetectCommand.self, LabelCommand.self, InspectCommand.self, RunCommand.self, TraceCommand.self,
      CompareCommand.self,
      ProfileCommand.self, ExtractCommand.self, BenchmarkCommand.self, ModelsCommand.self, OperatorsCommand.self,
    ])

  static func main() {
    do {
      var command = try parseAsRoot()
      try command.run()
      try StandardOutput.finish()
    } catch {
      exit(withError: error)
    }
  }
}
