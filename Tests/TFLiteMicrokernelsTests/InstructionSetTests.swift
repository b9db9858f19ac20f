import Testing

@testable import TFLiteMicrokernels

@Suite struct InstructionSetTests {
  @Test func onlyPlainLoopsHaveNoMicrokernels() {
    #expect(InstructionSet.scalar.microkernels == nil)
    for set in InstructionSet.available { #expect(set.microkernels != nil, "\(set)") }
  }

  /// A set that takes a family from another one must run on every processor that has its own instructions.
  @Test(arguments: InstructionSet.available) func takesFamiliesOfItsOwnOrFromBelow(_ set: InstructionSet) throws {
    let kernels = try set.kernels
    let families: [any MicrokernelFamily.Type] = [
      kernels.convolution, kernels.floatConvolution, kernels.depthwise, kernels.floatDepthwise, kernels.pairs,
      kernels.floatPairs, kernels.tables, kernels.elements, kernels.elementary, kernels.pooling, kernels.reduction,
      kernels.interpolation, kernels.transposition,
    ]
    #expect(Mirror(reflecting: kernels).children.count == families.count)
    let position = try #require(InstructionSet.allCases.firstIndex(of: set))
    for family in families {
      let from = try #require(InstructionSet.allCases.firstIndex(of: family.instructionSet))
      #expect(from <= position, "\(set) takes \(family) from \(family.instructionSet)")
    }
  }

  #if arch(x86_64) && os(Linux)
  /// The kernel's list stands in where glibc does not tell.
  @Test func bothSourcesKnowTheSameFeatures() {
    guard let known = CPU.featuresKnownToGlibc() else { return }
    #expect(known == CPU.featuresKnownToLinux())
  }
  #endif
}
