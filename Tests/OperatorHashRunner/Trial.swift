import TFLite
import TFLiteCLibrary
import TestRandomness

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One model, run twice: operator by operator, and as fast as it can.
struct Trial {
  let modelPath: String
  /// What the names of files with inputs and outputs begin with; nil for no files.
  let files: String?

  /// What stands between integers and the world: floats that no other float is computed from.
  private static let atTheEdges: Set = ["QUANTIZE", "DEQUANTIZE", "TFLite_Detection_PostProcess"]

  /// Prints a hash for each operator, and whether all of the model's arithmetic is that of integers.
  func watched() throws {
    let interpreter = try prepared(Interpreter.Options())
    var isInteger = true
    interpreter.observer = Interpreter.Observer { run in
      if run.usesFloats && !Self.atTheEdges.contains(run.name) { isInteger = false }
      let differs = run.isElementary
      var hash = Hash()
      for (position, output) in run.outputs.enumerated() {
        output.withUnsafeBytes { hash.add($0) }
        // Those behind it are compared all the same.
        if differs && !output.isConstant { try run.replaceOutput(at: position, with: output.seeded) }
      }
      print("operator \(run.index) \(run.name), \(run.kernel): \(differs ? "not compared" : hash.description)")
      return .proceed
    }
    try interpreter.invoke()
    print("arithmetic: \(isInteger ? "integers" : "floats")")
  }

  /// Prints a hash for each output of the model, computed by several threads, with fused operators and shared memory.
  func unwatched() throws {
    var options = Interpreter.Options()
    options.threadCount = 2
    let interpreter = try prepared(options)
    let plan = try interpreter.plan
    let isElementary = plan.operators.contains { ElementaryOperators.names.contains($0.name) }
    for index in 0..<interpreter.inputTensorCount { try write(interpreter.input(at: index).data, "in\(index)") }
    try interpreter.invoke()
    for index in 0..<interpreter.outputTensorCount {
      let output = try interpreter.output(at: index)
      var hash = Hash()
      output.data.withUnsafeBytes { hash.add($0) }
      print("output \(index): \(isElementary ? "not compared" : hash.description)")
      try write(output.data, "out\(index)")
    }
  }

  private func prepared(_ options: Interpreter.Options) throws -> Interpreter {
    let interpreter = try Interpreter(modelPath: modelPath, options: options)
    try interpreter.allocateTensors()
    var random = SeededGenerator(seed: 1)
    for index in 0..<interpreter.inputTensorCount {
      let input = try interpreter.input(at: index)
      try interpreter.copy(random.data(input.dataType, byteCount: input.data.count), toInputAt: index)
    }
    return interpreter
  }

  private func write(_ data: Data, _ name: String) throws {
    guard let files else { return }
    guard let file = fopen("\(files).\(name)", "wb") else { throw TrialError.notWritable }
    defer { fclose(file) }
    let count = data.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
    guard count == data.count else { throw TrialError.notWritable }
  }
}

enum TrialError: Error { case notWritable }
