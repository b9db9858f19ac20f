import Foundation
import TestModels
import Testing

/// The models of the zoo that somebody has broken, or that break others.
@Suite(.enabled(if: Zoo.isPresent, "\(Zoo.absence)"))
struct InvalidZooTests {
  struct Expectation: CustomTestStringConvertible, Sendable {
    let file: String
    let stage: Journey.Stage
    let words: [String]

    init(_ file: String, _ stage: Journey.Stage, _ words: String...) {
      self.file = file
      self.stage = stage
      self.words = words
    }

    var testDescription: String { file }
  }

  static let expectations: [Expectation] = [
    Expectation("0_subgraphs.bin", .load, "no subgraph"),
    Expectation("2_subgraphs_dont_delegate_name.bin", .ran),
    Expectation("bad_model.tflite", .load, "'TFL3' is expected"),
    Expectation("conv_huge_im2col.bin", .ran),
    Expectation("empty_model.bin", .ran),
    Expectation("int32_max_dim.tflite", .load, "'TFL3' is expected"),
    Expectation("invalid_model.bin", .load, "'TFL3' is expected"),
    Expectation("malicious.tflite", .load, "'TFL3' is expected"),
    Expectation("malicious_gather.tflite", .invoke, "GATHER"),
    Expectation("model_invoking_error.tflite", .create, "fake-op-double"),
    Expectation("multidim_overflow.tflite", .load, "'TFL3' is expected"),
    Expectation("negative_overflow.tflite", .load, "'TFL3' is expected"),
    Expectation("sparse_tensor.bin", .create, "FakeOp"),
    Expectation("test_model_broken.bin", .load, "'TFL3' is expected"),
    Expectation("valid_small.tflite", .load, "'TFL3' is expected"),
    Expectation("zero_size_constant.bin", .ran),
  ]

  @Test func noneIsForgotten() throws {
    let folder = Zoo.models.appendingPathComponent("invalid").path
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(files.sorted() == Self.expectations.map(\.file).sorted())
  }

  @Test(arguments: expectations)
  func endsWhereItShould(_ expected: Expectation) throws {
    let file = Zoo.models.appendingPathComponent("invalid/\(expected.file)")
    let journey = try Journey([UInt8](Data(contentsOf: file)))
    #expect(journey.stage == expected.stage, "\(journey)")
    for word in expected.words { #expect(journey.message?.contains(word) == true, "\(journey)") }
  }
}
