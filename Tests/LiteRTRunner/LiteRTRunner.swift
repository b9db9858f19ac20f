import LiteRTReference
import TFLiteCLibrary

/// Runs models with the TFLite C library, as an oracle for tests in another process: on an emulated processor, say.
///
/// Requests come on standard input and are answered on standard output, one after the other, until the input ends; the
/// format is that of `Sources/LiteRTPythonReference/tflite_oracle.py`. Only outputs of a model can be asked for.
@main
enum LiteRTRunner {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let mode = LiteRTKernelMode(rawValue: arguments[2]) else {
      fail("usage: LiteRTRunner LIBRARY \(LiteRTKernelMode.allCases.map(\.rawValue).joined(separator: "|"))")
    }
    do {
      let library = try LiteRTLibrary(path: arguments[1], onAnyPlatform: true)
      while let request = Request() { Answer(to: request, library, mode).write() }
    } catch {
      fail("\(error)")
    }
  }

  static func fail(_ message: String) -> Never {
    print(message)
    exit(1)
  }
}
