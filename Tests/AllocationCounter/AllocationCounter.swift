import TFLite

/// Counts the allocations that a model's invocations make, in a process whose allocation functions count.
///
/// Prints two numbers: the allocations of preparing the model, which are many, and those of ten invocations.
@main
enum AllocationCounter {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let threadCount = Int(arguments[2]) else {
      print("usage: AllocationCounter MODEL THREADS")
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
}
