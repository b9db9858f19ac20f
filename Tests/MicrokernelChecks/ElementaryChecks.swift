import TFLiteElementaryFunctions
import TFLiteMicrokernels
import TestRandomness

extension ElementaryMicrokernels {
  package static var elementaryChecks: [MicrokernelCheck] {
    ElementaryFunction.allCases.flatMap { function in
      [
        MicrokernelCheck("\(function.name) at boundaries", seeds: 0..<1) { _ throws(CheckFailure) in
          try check(function, boundaryValues(function))
        },
        MicrokernelCheck("\(function.name) of all floats", seeds: 0..<16) { seed throws(CheckFailure) in
          var random = SeededGenerator(seed: seed)
          try check(
            function, (0..<1 << 14).map { _ in Float(bitPattern: UInt32(truncatingIfNeeded: random.next())) })
        },
        MicrokernelCheck("\(function.name) of some", seeds: 0..<100) { seed throws(CheckFailure) in
          var random = SeededGenerator(seed: seed)
          let count = Int.random(in: 1...300, using: &random)
          try check(function, (0..<count).map { _ in .random(in: -20...20, using: &random) })
        },
      ]
    } + [MicrokernelCheck("exp of scaled differences", seeds: 0..<10, checkScaledExp)]
  }

  private static func boundaryValues(_ function: ElementaryFunction) -> [Float] {
    function.boundaries.flatMap { boundary in
      (-64...64).map { Float(bitPattern: boundary.bitPattern &+ UInt32(bitPattern: $0)) }
    }
  }

  private static func check(_ function: ElementaryFunction, _ values: [Float]) throws(CheckFailure) {
    let input = try GuardedBuffer(values.bytes, slack: 64)
    let output = CanaryBuffer(count: 4 * values.count, offset: 4)
    function.run(Self.self, input.pointer, output.pointer, values.count)
    try expect(output.isIntact, "wrote out of bounds")
    for (value, result) in zip(values, output.floats) {
      try expect(function.isRight(result, of: value), "of bits \(value.bitPattern)")
    }
  }

  private static func checkScaledExp(seed: UInt64) throws(CheckFailure) {
    var random = SeededGenerator(seed: seed)
    let values = (0..<Int.random(in: 1...300, using: &random)).map { _ in Float.random(in: -30...5, using: &random) }
    let scale = Float.random(in: 0.1...3, using: &random)
    let input = try GuardedBuffer(values.bytes, slack: 64)
    let output = CanaryBuffer(count: 4 * values.count)
    applyExp(input: input.pointer, output: output.pointer, count: values.count, offset: 5, scale: scale)
    try expect(output.isIntact, "wrote out of bounds")
    for (value, result) in zip(values, output.floats) {
      try expect(result == ElementaryFunctions.exp((value - 5) * scale), "of bits \(value.bitPattern)")
    }
  }
}
