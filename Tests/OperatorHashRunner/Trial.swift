import TFLite
import TFLiteCLibrary
import TFLiteSchema
import TestRandomness

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One model and its inputs.
struct Trial {
  let model: Model

  /// What stands between integers and the world: floats that no other float is computed from.
  private static let atTheEdges: Set = ["QUANTIZE", "DEQUANTIZE", "TFLite_Detection_PostProcess"]

  /// Prints a hash for each operator, and whether all of the model's arithmetic is that of integers.
  func watched() throws {
    let interpreter = try prepared(Interpreter.Options())
    var isInteger = true
    interpreter.observer = Interpreter.Observer { run in
      if run.usesFloats && !Self.atTheEdges.contains(run.name) { isInteger = false }
      var digest = Digest()
      for output in run.outputs { output.withUnsafeBytes { digest.add($0) } }
      print("operator \(run.index) \(run.name), \(run.kernel): \(digest.hexadecimal)")
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
    try interpreter.invoke()
    for index in 0..<interpreter.outputTensorCount {
      let output = try interpreter.output(at: index)
      var digest = Digest()
      output.data.withUnsafeBytes { digest.add($0) }
      print("output \(index): \(digest.hexadecimal)")
    }
  }

  /// Writes a copy of the model whose outputs are the results of all operators, its inputs and its outputs: to have another
  /// runtime compute them, too.
  func write(to files: String) throws {
    // Signatures and open dimensions would hide outputs.
    let exposing = Trial(model: model.exposingIntermediates().removingShapeSignatures())
    try write(Data(exposing.model.serialized()), to: "\(files).tflite")
    let interpreter = try exposing.prepared(Interpreter.Options())
    for index in 0..<interpreter.inputTensorCount {
      try write(interpreter.input(at: index).data, to: "\(files).in\(index)")
    }
    try interpreter.invoke()
    for index in 0..<interpreter.outputTensorCount {
      try write(interpreter.output(at: index).data, to: "\(files).out\(index)")
    }
  }

  private func prepared(_ options: Interpreter.Options) throws -> Interpreter {
    let interpreter = try Interpreter(model: model, options: options)
    try interpreter.allocateTensors()
    var random = SeededGenerator(seed: 1)
    for index in 0..<interpreter.inputTensorCount {
      let input = try interpreter.input(at: index)
      try interpreter.copy(random.data(input.dataType, byteCount: input.data.count), toInputAt: index)
    }
    return interpreter
  }

  private func write(_ data: Data, to path: String) throws {
    guard let file = fopen(path, "wb") else { throw TrialError.notWritable }
    defer { fclose(file) }
    let count = data.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
    guard count == data.count else { throw TrialError.notWritable }
  }
}

enum TrialError: Error { case notWritable }

extension OperatorRun {
  fileprivate var usesFloats: Bool { (inputs + outputs).contains { $0?.type == .float32 } }
}

extension Digest {
  fileprivate var hexadecimal: String { String(value, radix: 16) }
}
