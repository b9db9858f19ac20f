import MicrokernelChecks
import TFLiteMicrokernels
import TestModels
import Testing

/// Elementary functions of vectors have the bits of those of single numbers everywhere.
@Suite(.enabled(if: LongTests.areIncluded)) struct ElementaryTests {
  @Test(arguments: ElementaryFunction.allCases)
  func givesTheBitsOfSingleNumbers(_ function: ElementaryFunction) throws {
    let sets = try InstructionSet.available.map { try $0.kernels.elementary }
    let count = 1 << 14
    let values = UnsafeMutablePointer<Float>.allocate(capacity: 3 * count)
    defer { values.deallocate() }
    let (expected, results) = (values + count, values + 2 * count)
    for first in stride(from: 0, to: LongTests.argumentCount, by: count) {
      for index in 0..<count {
        values[index] = Float(bitPattern: UInt32(truncatingIfNeeded: first + index) &* LongTests.argumentStep)
      }
      for index in 0..<count { expected[index] = function.plain(values[index]) }
      for kernels in sets {
        function.run(kernels, values, results, count)
        for index in 0..<count where results[index].bitPattern != expected[index].bitPattern {
          if function.isRight(results[index], of: values[index]) { continue }
          Issue.record("\(kernels): \(values[index]) gives \(results[index]), not \(expected[index])")
          return
        }
      }
    }
  }
}
