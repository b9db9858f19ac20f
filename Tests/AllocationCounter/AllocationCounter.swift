import TFLite
import TFLiteImageCodecs
import TFLiteSchema
import TFLiteVision

/// Counts the allocations that a model's invocations make, or those of a detector in an empty scene, in a process whose
/// allocation functions count.
///
/// Prints two numbers: the allocations of preparing the model, which are many, and those of ten invocations or pictures.
@main
enum AllocationCounter {
  static func main() throws {
    Allocations.isCounting = true
    let arguments = CommandLine.arguments
    if arguments.count == 3, arguments[2] == "frames" { return try countFrames(arguments[1]) }
    guard arguments.count == 3, let threadCount = Int(arguments[2]) else {
      print("usage: AllocationCounter MODEL (THREADS | frames)")
      return
    }
    var options = Interpreter.Options()
    options.threadCount = threadCount
    let interpreter = try Interpreter(modelPath: arguments[1], options: options)
    let start = Allocations.count
    try interpreter.allocate()
    let prepared = Allocations.count
    // What happens once only, such as finding conformances, has happened then.
    for _ in 0..<3 { try interpreter.invoke() }
    let before = Allocations.count
    for _ in 0..<10 { try interpreter.invoke() }
    let after = Allocations.count
    print(prepared - start, after - before)
  }

  /// Pictures of one size, as a stream has them.
  private static func countFrames(_ path: String) throws {
    let start = Allocations.count
    let detector = try Detector(model: Model(contentsOfFile: path))
    let frame = try Image(width: 640, height: 480, pixels: [UInt8](repeating: 90, count: 640 * 480 * 3))
    let prepared = Allocations.count
    for _ in 0..<3 { _ = try detector.detect(in: frame, scoreThreshold: 0.99) }
    let before = Allocations.count
    for _ in 0..<10 { _ = try detector.detect(in: frame, scoreThreshold: 0.99) }
    let after = Allocations.count
    print(prepared - start, after - before)
  }
}
