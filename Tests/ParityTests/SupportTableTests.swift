import Foundation
import TFLiteKernels
import Testing

/// The documentation's table of what runs says what the registry and the parity rows say.
@Suite struct SupportTableTests {
  private static let file = TestEnvironment.packageRoot.appending(
    path: "Sources/TFLiteKernels/TFLiteKernels.docc/SupportedOperators.md")

  @Test func isUpToDate() throws {
    let text = SupportTable(
      registry: .standard,
      numerics: [("reference", ParityRow.all), ("xnnpack", ParityRow.onXNNPACK + ParityRow.elementwiseOnXNNPACK)],
      exceptions: UnprovenTypes.all,
      differences: DeliberateDifferencesTests.differences
    ).text
    if TestEnvironment.writesDocuments { try Data(text.utf8).write(to: Self.file, options: .atomic) }
    let stored = try String(contentsOf: Self.file, encoding: .utf8)
    #expect(
      stored == text,
      "\(Self.file.path) is stale: TFLITE_WRITE_DOCUMENTS=1 swift test --filter SupportTableTests writes it anew")
  }
}
