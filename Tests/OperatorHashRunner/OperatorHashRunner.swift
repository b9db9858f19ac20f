import TFLite
import TFLiteSchema

/// Runs a model on inputs that a seed makes, and prints a hash of what each operator computes, to be compared with the same
/// program's on another processor.
///
/// It is compiled for processors that are only emulated, on some of which there is no Foundation: see `Scripts/arm64` and
/// `Scripts/old-processor`.
@main
enum OperatorHashRunner {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 2 || arguments.count == 3 else {
      print("usage: OperatorHashRunner MODEL [FILES]    writes FILES.tflite, FILES.in0, FILES.out0 and so on")
      return
    }
    printDispatch()
    do {
      let trial = Trial(model: try Model(contentsOfFile: arguments[1]))
      try trial.watched()
      try trial.unwatched()
      if arguments.count > 2 { try trial.write(to: arguments[2]) }
    } catch {
      // Both processors must say the same.
      print("error: \(error)")
    }
  }

  /// Which instructions the processor has, and which are chosen when nobody asks for others.
  private static func printDispatch() {
    let available = Interpreter.InstructionSet.allCases.filter(\.isAvailable).map(\.rawValue)
    print("processor: \(Interpreter.InstructionSet.best.rawValue) of \(available.joined(separator: " "))")
  }
}
