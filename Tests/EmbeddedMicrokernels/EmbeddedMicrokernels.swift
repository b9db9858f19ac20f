import MicrokernelChecks
import TFLiteCLibrary
import TFLiteMicrokernels
import TFLiteMicrokernelsPortable

#if !ONE_FAMILY
import TFLiteMicrokernelsNEONDotprod
import TFLiteMicrokernelsNEONI8MM
#endif

/// Holds the inner loops of all sets that a processor has to plain ones, in a program that needs neither Swift's run-time
/// library nor a test library for that processor. `Scripts/arm64` compiles it and runs it on emulated processors; with one
/// family of loops alone (`ONE_FAMILY`), which it has broken, to see that the program says so.
@main
enum EmbeddedMicrokernels {
  static func main() {
    var failures = 0
    #if ONE_FAMILY
    failures += run(Portable.interpolationChecks, "portable")
    #else
    for families in [
      Portable.convolutionChecks, Portable.floatConvolutionChecks, Portable.depthwiseChecks,
      Portable.floatDepthwiseChecks, Portable.pairChecks, Portable.floatPairChecks, Portable.tableChecks,
      Portable.elementChecks, Portable.elementaryChecks, Portable.poolingChecks, Portable.reductionChecks,
      Portable.interpolationChecks, Portable.transpositionChecks,
    ] {
      failures += run(families, "portable")
    }
    let capabilities = (getauxval(UInt(AT_HWCAP)), getauxval(UInt(AT_HWCAP2)))
    let hasDotProducts = capabilities.0 & UInt(HWCAP_ASIMDDP) != 0
    if hasDotProducts { failures += run(NEONDotprod.convolutionChecks, "neonDotprod") }
    if hasDotProducts && capabilities.1 & UInt(HWCAP2_I8MM) != 0 {
      failures += run(NEONI8MM.convolutionChecks, "neonI8MM")
    }
    #endif
    exit(failures == 0 ? 0 : 1)
  }

  /// - Returns: how many do not hold.
  private static func run(_ checks: [MicrokernelCheck], _ set: StaticString) -> Int {
    var failures = 0
    for check in checks {
      do throws(CheckFailure) {
        try check.run()
        print("\(set): \(check.name)")
      } catch {
        failures += 1
        print("\(set): \(check.name): \(error.description)")
      }
    }
    return failures
  }
}

#if ONE_FAMILY
extension Portable: InterpolationMicrokernels {
  /// The instructions that its functions need.
  public static var instructionSet: InstructionSet { .portable }
}
#else
extension Portable: ConvolutionMicrokernels, FloatConvolutionMicrokernels, DepthwiseMicrokernels,
  FloatDepthwiseMicrokernels, PairMicrokernels, FloatPairMicrokernels, TableMicrokernels, ElementMicrokernels,
  ElementaryMicrokernels, PoolingMicrokernels, ReductionMicrokernels, InterpolationMicrokernels,
  TranspositionMicrokernels
{
  /// The instructions that its functions need.
  public static var instructionSet: InstructionSet { .portable }
}

extension NEONDotprod: ConvolutionMicrokernels {
  /// The instructions that its functions need.
  public static var instructionSet: InstructionSet { .neonDotprod }
}

extension NEONI8MM: ConvolutionMicrokernels {
  /// The instructions that its functions need.
  public static var instructionSet: InstructionSet { .neonI8MM }
}
#endif
