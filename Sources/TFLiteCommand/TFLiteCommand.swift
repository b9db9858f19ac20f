import ArgumentParser
import TFLite

@main
struct TFLiteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tflite",
    abstract: "Runs and inspects TensorFlow Lite models.",
    version: "tflite \(Runtime.version)",
    subcommands: [
      DetectCommand.self, LabelCommand.self, InspectCommand.self, RunCommand.self, TraceCommand.self,
      CompareCommand.self,
      ProfileCommand.self, ExtractCommand.self, BenchmarkCommand.self, ModelsCommand.self, OperatorsCommand.self,
    ])

  static func main() async {
    EndingSignal.watch()
    do {
      var command = try parseAsRoot()
      if var patient = command as? any AsyncParsableCommand {
        try await patient.run()
      } else {
        try command.run()
      }
      try StandardOutput.finish()
    } catch {
      suggestCommand()
      exit(withError: error)
    }
  }

  /// Says which command may have been meant by one that there is not.
  private static func suggestCommand() {
    let names = configuration.subcommands.compactMap { $0.configuration.commandName }
    guard let typed = CommandLine.arguments.dropFirst().first, !typed.hasPrefix("-"), !names.contains(typed),
      let nearest = NearestNames.of(typed, among: names).first
    else { return }
    StandardError.report("no such command; did you mean \"tflite \(nearest)\"?", about: typed)
  }
}
