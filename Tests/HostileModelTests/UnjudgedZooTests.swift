import Foundation
import TestModels
import Testing

/// The models of the zoo that no other program can judge: some run all the same, the others are refused by name.
@Suite(.enabled(if: Zoo.isPresent, "\(Zoo.absence)"))
struct UnjudgedZooTests {
  struct Expectation: CustomTestStringConvertible, Sendable {
    let file: String
    /// What keeps the TFLite C library from running the model.
    let obstacle: String
    let stage: Journey.Stage
    /// What the error must speak of.
    let words: [String]

    init(_ file: String, _ obstacle: String, _ stage: Journey.Stage, _ words: String...) {
      self.file = file
      self.obstacle = obstacle
      self.stage = stage
      self.words = words
    }

    var testDescription: String { file }
  }

  static let expectations: [Expectation] = [
    Expectation("edgetpu_compiled/blazeface_front_128_ethosu.tflite", custom, .load, "ethos-u", "main_split_1_scratch"),
    Expectation("edgetpu_compiled/mobilenet_v1_0.25_128_quant_edgetpu.tflite", custom, .create, "edgetpu-custom-op"),
    Expectation("seg_pose/selfie_segmentation.tflite", custom, .ran),
    Expectation("tiny_ops/MTKEXT_CONV_2D.tflite", custom, .create, "MTKEXT_CONV_2D"),
    Expectation(
      "tiny_ops/audio_preprocessor_float.tflite", custom, .create, "SignalEnergy", "SignalFftAutoScale",
      "SignalFilterBank", "SignalFilterBankLog", "SignalFilterBankSpectralSubtraction", "SignalFilterBankSquareRoot",
      "SignalPCAN", "SignalRfft", "SignalWindow"),
    Expectation(
      "tiny_ops/blockwise_quantized.tflite", "an operand that nothing writes", .load, "ADD", "quantized_tensor"),
    Expectation("tiny_ops/custom_sinh.bin", custom, .create, "Sinh"),
    Expectation("tiny_ops/dynamic_string_custom_ops.tflite", custom, .create, "Normalize", "STRING"),
    Expectation("tiny_ops/lstm_calibrated2.bin", state, .load, "output_gate_ln_weights-1", "negative dimension"),
    Expectation("tiny_ops/lstm_quantized2.bin", state, .load, "output_gate_ln_weights-1", "negative dimension"),
    Expectation("tiny_ops/max_unpooling_2d_valid.tflite", custom, .ran),
    Expectation("tiny_ops/mixed.bin", custom, .create, "CustomTestOp"),
    Expectation("tiny_ops/multi_add_flex.bin", custom, .create, "FlexAddV2"),
    Expectation("tiny_ops/simple_npu_model_custom_op.tflite", custom, .create, "litert_cust"),
    Expectation(
      "tiny_ops/simple_squeeze.tflite", "a dimension to drop that is not 1", .allocate, "SQUEEZE", "squeeze_dims"),
    Expectation("tiny_ops/single_conv_no_bias.bin", "no bias, which the formula does not need", .ran),
    Expectation("tiny_ops/string.bin", strings, .ran),
    Expectation("tiny_ops/string_input_model.bin", strings, .ran),
    Expectation("tiny_ops/string_input_model_with_signature.bin", strings, .ran),
    Expectation("tiny_ops/string_scalar.bin", strings, .ran),
    Expectation(
      "tiny_ops/svdf_calibrated.bin", "a state of another size than the memory", .allocate, "SVDF", "[1, 42]"),
    Expectation("tiny_ops/svdf_quantized.bin", "a state of another size than the memory", .allocate, "SVDF", "[1, 42]"),
    Expectation("tiny_ops/test_custom_node_with_init_data.bin", custom, .create, "the_custom_code"),
    Expectation("tiny_ops/test_model.bin", custom, .create, "testing_op"),
    Expectation("tiny_ops/transpose.bin", "version 2 of the schema", .load, "version 2"),
    Expectation("tiny_ops/while_op_with_forwarding_input.bin", strings, .ran),
    Expectation("tiny_ops/with_metadata.bin", custom, .create, "NPU_OP"),
    Expectation("tiny_ops_tflm_seanet/transpose_conv0.tflite", shaped, .invoke, "TRANSPOSE_CONV", "output shape"),
    Expectation("tiny_ops_tflm_seanet/transpose_conv1.tflite", shaped, .invoke, "TRANSPOSE_CONV", "output shape"),
    Expectation("tiny_ops_tflm_seanet/transpose_conv2.tflite", shaped, .invoke, "TRANSPOSE_CONV", "output shape"),
    Expectation("tiny_ops_tflm_seanet/transpose_conv3.tflite", shaped, .invoke, "TRANSPOSE_CONV", "output shape"),
  ]

  private static let custom = "custom operators of others"
  private static let state = "state tensors"
  private static let strings = "strings"
  private static let shaped = "an output shape that only a run tells"

  @Test func noneIsForgotten() {
    let unjudged = Zoo.entries.filter { $0.oracle == "none" && $0.family != "invalid" }.map(\.file)
    #expect(unjudged.sorted() == Self.expectations.map(\.file).sorted())
  }

  @Test(arguments: expectations)
  func endsWhereItShould(_ expected: Expectation) throws {
    let journey = try Journey([UInt8](Data(contentsOf: URL(fileURLWithPath: Zoo.model(expected.file)))))
    #expect(journey.stage == expected.stage, "\(journey)")
    for word in expected.words { #expect(journey.message?.contains(word) == true, "\(journey)") }
  }

  /// The documentation lists the same models.
  @Test func theDocumentationListsThem() throws {
    let rows = Self.expectations.sorted { $0.file < $1.file }.map { expected in
      let words = expected.words.map { "`\($0)`" }
      let others = words.count > 4 ? " and \(words.count - 4) others" : ""
      let named = words.prefix(4).joined(separator: ", ") + others
      let outcome = expected.stage == .ran ? "runs" : "is refused, naming \(named)"
      return "| \(expected.file) | \(expected.obstacle) | \(outcome) |"
    }
    let text = """
      # Models that the C library refuses

      What becomes here of models that TFLite's C library does not run.

      ## Overview

      This article is made by `TFLITE_WRITE_DOCUMENTS=1 swift test --filter UnjudgedZooTests`; a test fails when it is
      stale. These models of the test zoo have nothing to be compared with, because the C library (ai-edge-litert 2.1.6)
      refuses them. Where the schema allows what it refuses, they run here; else the error names the operator, tensor or
      field.

      | Model | What stops the C library | Here it |
      |---|---|---|
      \(rows.joined(separator: "\n"))

      """
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sources/TFLite/TFLite.docc/RefusedByTheCLibrary.md")
    if ProcessInfo.processInfo.environment["TFLITE_WRITE_DOCUMENTS"] == "1" {
      try Data(text.utf8).write(to: file, options: .atomic)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text, "\(file.path) is stale")
  }
}
