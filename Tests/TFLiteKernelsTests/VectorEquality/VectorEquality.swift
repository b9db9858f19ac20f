import TFLiteKernels
import TFLiteSchema
import TestRandomness
import Testing

/// Checks that an operator gives the same bits with every instruction set and any number of threads as with its plain
/// loops, on operators made at random: each on one thread and on one other number of them.
///
///     @Test(arguments: Numerics.distinct) func convolution(numerics: Numerics) throws {
///       try VectorEquality("CONV_2D uint8", numerics: numerics).check { random in ... }
///     }
///
/// Activations are readable for 64 bytes past their end, constants not at all: what reads further ends the test run.
struct VectorEquality {
  let name: String
  let numerics: Numerics
  /// How many operators are made.
  let caseCount: Int
  /// How many different bytes the results must hold at least: results that are all alike tell nothing.
  let distinctBytes: Int

  static let threadCounts = [2, 3, 8]

  /// What this machine can test. The others are named, so that nobody takes them for tested.
  static let instructionSets: [InstructionSet] = {
    let sets = InstructionSet.allCases.filter { $0 != .scalar }
    let missing = sets.filter { !$0.isAvailable }
    if !missing.isEmpty { print("not tested, since this machine lacks them: \(missing.map(\.rawValue))") }
    return sets.filter(\.isAvailable)
  }()

  init(_ name: String, numerics: Numerics, caseCount: Int = 500, distinctBytes: Int = 100) {
    self.name = name
    self.numerics = numerics
    self.caseCount = caseCount
    self.distinctBytes = distinctBytes
  }

  /// - Parameter make: an operator that can be prepared.
  func check(_ make: (inout SeededGenerator) throws -> RandomOperator) throws {
    var bytes: Set<UInt8> = []
    for seed in 0..<UInt64(caseCount) {
      var random = SeededGenerator(seed: seed)
      let made = try make(&random)
      let operands = try GuardedOperands(made)
      let expected = try operands.run(made, numerics: numerics, instructionSet: .scalar, workers: SerialWorkers())
      bytes.formUnion(expected.joined())
      for set in Self.instructionSets {
        for threadCount in [1, Self.threadCounts[Int(seed) % Self.threadCounts.count]] {
          let actual = try operands.run(
            made, numerics: numerics, instructionSet: set, workers: ConcurrentWorkers(threadCount: threadCount))
          guard actual == expected else {
            let place = zip(expected, actual).enumerated().compactMap { output, pair in
              zip(pair.0, pair.1).enumerated().first { $1.0 != $1.1 }
                .map { "output \(output) byte \($0.offset): \($0.element.1), not \($0.element.0)" }
            }
            Issue.record("\(name), \(set.rawValue), \(threadCount) threads, seed \(seed): \(place); \(made)")
            return
          }
        }
      }
    }
    #expect(bytes.count >= distinctBytes, "\(name): the results hold only \(bytes.count) different bytes")
  }
}

extension Numerics {
  /// Those that differ from each other, whatever the processor.
  static let distinct: [Numerics] = [.reference, .xnnpack(on: .x86_64), .xnnpack(on: .arm64)]

  /// Those that differ on floats, and wherever neither uint8 weights nor products are scaled.
  static let ofFloats: [Numerics] = [.reference, .xnnpack]
}
