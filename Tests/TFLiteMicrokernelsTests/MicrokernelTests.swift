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
    #expect(kernels.checks.allSatisfy { !$0.checks.isEmpty })
  }
}

/// What an inner loop of an instruction set must do.
struct InstructionSetCheck: CustomTestStringConvertible {
  let set: InstructionSet
  let check: MicrokernelCheck

  var testDescription: String { "\(set.rawValue): \(check.name)" }
}

extension InstructionSet {
  /// Those of families that are the set's own: the others are held to plain loops with the set that they come from.
  fileprivate var checks: [InstructionSetCheck] {
    (microkernels?.checks ?? []).filter { $0.instructionSet == self }.flatMap(\.checks)
      .map { InstructionSetCheck(set: self, check: $0) }
  }
}

extension Microkernels {
  fileprivate typealias FamilyChecks = (instructionSet: InstructionSet, checks: [MicrokernelCheck])

  /// Those of each family.
  fileprivate var checks: [FamilyChecks] {
    [
      (convolution.instructionSet, convolution.convolutionChecks),
      (floatConvolution.instructionSet, floatConvolution.floatConvolutionChecks),
      (depthwise.instructionSet, depthwise.depthwiseChecks),
      (floatDepthwise.instructionSet, floatDepthwise.floatDepthwiseChecks),
      (pairs.instructionSet, pairs.pairChecks),
      (floatPairs.instructionSet, floatPairs.floatPairChecks),
      (tables.instructionSet, tables.tableChecks),
      (elements.instructionSet, elements.elementChecks),
      (elementary.instructionSet, elementary.elementaryChecks),
      (pooling.instructionSet, pooling.poolingChecks),
      (reduction.instructionSet, reduction.reductionChecks),
      (interpolation.instructionSet, interpolation.interpolationChecks),
      (transposition.instructionSet, transposition.transpositionChecks),
    ]
  }
}
