import LiteRTReference
import TFLiteKernels
import TFLiteSchema
import Testing

/// The README says that every builtin operator runs that TFLite has a kernel for.
@Suite(.enabled(if: Oracle.isSupported, "the TFLite C library is compared with on Linux x86-64"))
struct BuiltinOperatorTests {
  @Test func everyOperatorOfTheReferenceRuns() throws {
    let known = try ReferenceResolver.operators()
    print("probe: the TFLite C library has kernels for \(known.count) builtin operators")
    // So that a question which nobody understands is not taken for an answer.
    #expect(known.isSuperset(of: [.add, .conv2D, .stablehloScatter, .unsortedSegmentSum, .hashtable, .fakeQuant]))
    #expect(ReferenceResolver.missing(among: known).isEmpty)
  }
}
