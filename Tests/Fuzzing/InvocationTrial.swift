import Foundation
import TFLite
import TFLiteSchema
import TestRandomness

/// Runs a model in two ways that give the same results: with the best loops of this machine, and with others of it, in
/// several threads, every tensor kept and nothing fused.
enum InvocationTrial {
  /// Whose results are computed, and which loops are the others, follows from the bytes.
  ///
  /// - Throws: what is wrong with the model; ``Difference`` where results differ, or where one way alone is refused.
  static func run(_ model: Model, decidedBy bytes: [UInt8]) throws {
    var random = SeededGenerator(seed: Digest.of(bytes))
    var options = options(&random)
    let first = Result { try outputs(of: model, options) }
    options.cpu = random.pick(Interpreter.InstructionSet.allCases.filter(\.isAvailable))
    options.threadCount = 3
    options.preservesAllTensors = true
    let second = Result { try outputs(of: model, options) }

    let ways = "\(options.numerics.rawValue), \(options.cpu?.rawValue ?? "")"
    switch (first, second) {
    case (.success(let first), .success(let second)):
      guard !model.hasRandomResults else { return }
      for (index, (one, other)) in zip(first, second).enumerated() where one != other {
        throw Difference(description: "output \(index), \(ways): \(one) differs from \(other)")
      }
    case (.failure(let error), .failure): throw error
    case (.success, .failure(let error)), (.failure(let error), .success):
      // What is kept, fused or packed takes memory; what is computed does not depend on it.
      guard "\(error)".contains("memory limit") else {
        throw Difference(description: "\(ways): one way is refused: \(error)")
      }
      throw error
    }
  }

  /// The results of an engine that the random numbers choose, within limits that most models keep.
  static func options(_ random: inout SeededGenerator) -> Interpreter.Options {
    var options = Interpreter.Options()
    options.memoryLimit = memoryLimit
    options.workLimit = 10_000_000
    options.subgraphCallLimit = 100
    options.numerics = random.pick([.reference, .xnnpackOnX86_64, .xnnpackOnARM64])
    return options
  }

  static let memoryLimit = 1 << 24

  /// Bytes of every value again and again, as many as an input can have and some more.
  private static let pattern = {
    var bytes = Data((0..<256).map { UInt8(truncatingIfNeeded: $0 * 37) })
    while bytes.count < memoryLimit + 256 { bytes += bytes }
    return bytes
  }()

  /// What a model computes from inputs of bytes that are neither all alike nor the same in each, when it runs once more.
  private static func outputs(of model: Model, _ options: Interpreter.Options) throws -> [Output] {
    let interpreter = try Interpreter(model: model, options: options)
    try interpreter.allocate()
    for _ in 0..<2 {
      for index in 0..<interpreter.inputTensorCount {
        guard let count = try? interpreter.input(at: index).data.count else { continue }
        _ = try? interpreter.copy(pattern.dropFirst(index & 255).prefix(count), toInputAt: index)
      }
      try interpreter.invoke()
    }
    return (0..<interpreter.outputTensorCount).compactMap { index in
      (try? interpreter.output(at: index)).map { Output(type: $0.dataType, shape: $0.shape.dimensions, data: $0.data) }
    }
  }

  /// Two ways to run a model that should not differ, and do.
  struct Difference: Error, CustomStringConvertible {
    let description: String
  }

  private struct Output: Equatable, CustomStringConvertible {
    let type: Tensor.DataType
    let shape: [Int]
    let data: Data

    /// What is not a number has many forms: which one comes out is not promised.
    static func == (left: Output, right: Output) -> Bool {
      guard left.type == right.type, left.shape == right.shape else { return false }
      return left.data == right.data || left.elements == right.elements
    }

    private var elements: [UInt64] {
      func numbers<Bits: FixedWidthInteger>(_ bits: Bits.Type, isNaN: (Bits) -> Bool) -> [UInt64] {
        data.withUnsafeBytes { bytes in
          (0..<bytes.count / MemoryLayout<Bits>.size).map { index in
            let bits = bytes.loadUnaligned(fromByteOffset: index * MemoryLayout<Bits>.size, as: Bits.self)
            return isNaN(bits) ? .max : UInt64(truncatingIfNeeded: bits)
          }
        }
      }
      return switch type {
      case .float32, .complex64: numbers(UInt32.self) { Float(bitPattern: $0).isNaN }
      case .float64, .complex128: numbers(UInt64.self) { Double(bitPattern: $0).isNaN }
      case .float16: numbers(UInt16.self) { $0 & 0x7fff > 0x7c00 }
      case .bfloat16: numbers(UInt16.self) { $0 & 0x7fff > 0x7f80 }
      default: data.map(UInt64.init)
      }
    }

    var description: String { "\(type) \(shape) \(elements.prefix(16).map { String($0, radix: 16) })" }
  }
}

extension Model {
  /// Whether an operator gives other numbers each time.
  fileprivate var hasRandomResults: Bool {
    operatorCodes.contains { [.randomUniform, .randomStandardNormal, .multinomial].contains($0.builtinCode) }
  }
}
