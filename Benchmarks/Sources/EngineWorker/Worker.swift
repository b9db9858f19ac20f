import Foundation
import TFLite

/// How the engine runs, from words of the command line.
struct WorkerOptions {
  let interpreterOptions: Interpreter.Options

  init(threads: String, numerics: String, cpu: String?) throws(WorkerError) {
    var options = Interpreter.Options()
    guard let threadCount = Int(threads), threadCount > 0 else { throw .unknownOption(threads) }
    options.threadCount = threadCount
    guard let numerics = Interpreter.Numerics(rawValue: numerics) else { throw .unknownOption(numerics) }
    options.numerics = numerics
    if let cpu {
      guard let set = Interpreter.InstructionSet(rawValue: cpu) else { throw .unknownOption(cpu) }
      options.cpu = set
    }
    interpreterOptions = options
  }
}

/// Runs a model as often as the lines on standard input ask for.
struct Worker {
  private let interpreter: Interpreter

  /// Loads the model and fills its inputs from the files that ``Preparation`` has written.
  init(modelPath: String, inputs folder: String, options: Interpreter.Options) throws {
    interpreter = try Interpreter(modelPath: modelPath, options: options)
    try interpreter.allocateTensors()
    for index in 0..<interpreter.inputTensorCount {
      let file = Preparation.inputFile(try interpreter.input(at: index).name, in: URL(filePath: folder))
      try interpreter.copy(Data(contentsOf: file), toInputAt: index)
    }
  }

  func serve() throws {
    print("ready")
    fflush(nil)
    while let line = readLine() {
      let words = line.split(separator: " ")
      guard words.count == 3, words[0] == "run", let warmUp = Int(words[1]), let count = Int(words[2]), count >= 0
      else { throw WorkerError.unknownOption(line) }
      print(try durations(warmUp: warmUp, count: count).map(String.init).joined(separator: " "))
      fflush(nil)
    }
  }

  /// Nanoseconds of `count` runs after `warmUp` others.
  private func durations(warmUp: Int, count: Int) throws -> [UInt64] {
    var result = [UInt64](repeating: 0, count: count)
    for _ in 0..<max(0, warmUp) { try interpreter.invoke() }
    for index in 0..<count {
      let start = DispatchTime.now().uptimeNanoseconds
      try interpreter.invoke()
      result[index] = DispatchTime.now().uptimeNanoseconds - start
    }
    return result
  }
}
