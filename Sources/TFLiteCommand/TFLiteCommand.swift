import ArgumentParser

@main
struct TFLiteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tflite",
    abstract: "Runs and inspects TensorFlow Lite models.",
    subcommands: [DetectCommand.self, BenchmarkCommand.self])
}
