import LiteRTReference
import TFLiteCLibrary

/// Runs models with the TFLite C library, as an oracle for tests in another process: on an emulated processor, say.
///
/// Requests come on standard input and are answered on standard output, one after the other, until the input ends; the
/// format is that of `Sources/LiteRTPythonReference/tflite_oracle.py`. Only outputs of a model can be asked for.
///
/// With the file of a model as a third argument it runs that once on zeros, and ends with the exit code 3 where the library
/// refuses it.
@main
enum LiteRTRunner {
  static func main() {
    let arguments = CommandLine.arguments
    guard [3, 4].contains(arguments.count), let mode = LiteRTKernelMode(rawValue: arguments[2]) else {
      fail("usage: LiteRTRunner LIBRARY \(LiteRTKernelMode.allCases.map(\.rawValue).joined(separator: "|")) [MODEL]")
    }
    do {
      let library = try LiteRTLibrary(path: arguments[1], onAnyPlatform: true)
      if arguments.count == 4 { return runOnce(arguments[3], library, mode) }
      while let request = Request() { Answer(to: request, library, mode).write() }
    } catch {
      fail("\(error)")
    }
  }

  private static func runOnce(_ path: String, _ library: LiteRTLibrary, _ mode: LiteRTKernelMode) {
    do {
      let model = try LiteRTModel(library: library, path: path, kernelMode: mode)
      _ = try model.run(inputs: model.inputs.map { [UInt8](repeating: 0, count: $0.byteCount) })
    } catch {
      print(error)
      exit(3)
    }
  }

  static func fail(_ message: String) -> Never {
    print(message)
    exit(1)
  }
}
