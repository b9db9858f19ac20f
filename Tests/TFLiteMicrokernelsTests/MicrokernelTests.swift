import MicrokernelChecks
import TFLiteMicrokernels
import Testing

/// Holds every inner loop of every instruction set to plain loops.
@Suite struct MicrokernelTests {
  @Test(arguments: InstructionSet.available.flatMap(\.checks))
  func equalsPlainLoops(_ check: InstructionSetCheck) throws { try check.check.run() }

  /// A family without checks would be found by nobody else.
  @Test(arguments: InstructionSet.available) func everyFamilyHasChecks(_ set: InstructionSet) throws {
    let kernels = try set.kernels
    #expect(Mirror(reflecting: kernels).children.count == kernels.checks.count)
    #expect(kernels.checks.allSatisfy { !$0.isEmpty })
  }
}

/// What an inner loop of an instruction set must do.
struct InstructionSetCheck: CustomTestStringConvertible {
  let set: InstructionSet
  let check: MicrokernelCheck

  var testDescription: String { "\(set.rawValue): \(check.name)" }
}

extension InstructionSet {
  fileprivate var checks: [InstructionSetCheck] {
    (microkernels?.checks ?? []).joined().map { InstructionSetCheck(set: self, check: $0) }
  }
}

extension Microkernels {
  /// Those of each family.
  fileprivate var checks: [[MicrokernelCheck]] {
    [
      convolution.convolutionChecks, floatConvolution.floatConvolutionChecks, depthwise.depthwiseChecks,
      floatDepthwise.floatDepthwiseChecks, pairs.pairChecks, floatPairs.floatPairChecks, elements.elementChecks,
      elementary.elementaryChecks, pooling.poolingChecks, reduction.reductionChecks, interpolation.interpolationChecks,
      transposition.transpositionChecks,
    ]
  }
}
