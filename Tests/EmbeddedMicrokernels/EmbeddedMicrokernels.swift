import MicrokernelChecks
import TFLiteCLibrary
import TFLiteMicrokernels
import TFLiteMicrokernelsPortable

/// Holds the inner loops of a processor's baseline to plain ones, in a program that needs neither Swift's run-time library
/// nor a test library for that processor. `Scripts/arm64` compiles it and runs it on emulated processors.
@main
enum EmbeddedMicrokernels {
  static func main() {
    let families = [
      Portable.convolutionChecks, Portable.floatConvolutionChecks, Portable.depthwiseChecks,
      Portable.floatDepthwiseChecks, Portable.pairChecks, Portable.floatPairChecks, Portable.elementChecks,
      Portable.elementaryChecks, Portable.poolingChecks, Portable.reductionChecks, Portable.interpolationChecks,
      Portable.transpositionChecks,
    ]
    var failures = 0
    for check in families.joined() {
      do throws(CheckFailure) {
        try check.run()
        print("portable: \(check.name)")
      } catch {
        failures += 1
        print("portable: \(check.name): \(error.description)")
      }
    }
    exit(failures == 0 ? 0 : 1)
  }
}

extension Portable: ConvolutionMicrokernels, FloatConvolutionMicrokernels, DepthwiseMicrokernels,
  FloatDepthwiseMicrokernels, PairMicrokernels, FloatPairMicrokernels, ElementMicrokernels,
  ElementaryMicrokernels, PoolingMicrokernels, ReductionMicrokernels, InterpolationMicrokernels,
  TranspositionMicrokernels
{
  /// The instructions that its functions need.
  public static var instructionSet: InstructionSet { .portable }
}
