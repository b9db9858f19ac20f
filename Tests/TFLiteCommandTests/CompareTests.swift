import Foundation
import TFLiteFlatBuffers
import TFLiteSchema
import TestModels
import Testing

/// `tflite compare`.
@Suite struct CompareTests {
  private let folder: TemporaryFolder
  private let model: String

  init() throws {
    folder = try TemporaryFolder()
    model = try folder.write(try ModelSketch.conv2D().model.serialized(), "model.tflite")
  }

  /// The TFLite C library as `Scripts/test` puts it beside the package's build.
  private static let library: String = {
    if let named = ProcessInfo.processInfo.environment["LITERT_LIBRARY"], !named.isEmpty { return named }
    return URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent(".build/litert/ai_edge_litert/libLiteRt.so").path
  }()
  private static let hasLibrary = FileManager.default.fileExists(atPath: library)

  private func damaged() throws -> String {
    var sketch = ModelSketch.conv2D()
    sketch.model.buffers[1].data = ByteSlice((0..<24).map { UInt8($0 == 5 ? 250 : $0 * 7) })
    return try folder.write(try sketch.model.serialized(), "damaged.tflite")
  }

  @Test func equalModels() throws {
    let run = try Command("compare", model, model, "--input", "random:1")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("1 results, 48 elements, 0 differing elements"))
    let numerics = try Command("compare", model, "--numerics", "reference,reference", "--input", "random:1")
    #expect(numerics.status == 0)
    #expect(numerics.output.contains("reference against reference"))
  }

  @Test func damagedWeights() throws {
    let run = try Command("compare", try damaged(), model, "--input", "random:1")
    #expect(run.status == 1)
    #expect(run.errors == "")
    #expect(run.output.contains("first differing operator: 0 (CONV_2D), \"output\""))
    let json = try Command("compare", try damaged(), model, "--input", "random:1", "--json")
    #expect(json.status == 1)
    let decoded = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect(decoded["first_differing"] as? Int == 0)
    let row = try #require((decoded["operators"] as? [[String: Any]])?.first)
    #expect(row["elements"] as? Int == 48)
    #expect(row["differing"] as? Int ?? 0 > 0)
    #expect(row["snr_db"] is Double)
  }

  @Test func limits() throws {
    let damaged = try damaged()
    for (arguments, status) in [
      (["--max-diff", "255"], 0), (["--max-diff", "0"], 1), (["--min-snr", "-10"], 0), (["--min-snr", "90"], 1),
      (["--max-diff", "255", "--min-snr", "90"], 1),
    ] as [([String], Int32)] {
      let run = try Command(["compare", damaged, model, "--input", "random:1"] + arguments)
      #expect(run.status == status, "\(arguments): \(run.output)")
    }
  }

  @Test func wrongUsage() throws {
    for arguments in [
      [], ["--numerics", "reference"], ["--numerics", "reference,other"], ["--numerics", "a,b,c"],
      ["--against", "torch"], [model, model], [model, "--against", "litert"],
      ["--against", "litert", "--max-diff", "-1"],
    ] as [[String]] {
      let run = try Command(["compare", model] + arguments)
      #expect(run.status == 64, "\(arguments): \(run.errors)")
    }
  }

  @Test func badInput() throws {
    let other = try folder.write(try ModelSketch.softmax.model.serialized(), "other.tflite")
    let text = try folder.write([1, 2, 3], "text.tflite")
    for (arguments, word) in [
      ([other, "--input", "random:1"], "inputs"), ([text, "--input", "random:1"], "tflite: \(text): "),
      ([model], "no value is given"),
      (["--against", "litert", "--litert-library", text, "--input", "random:1"], "pip"),
    ] as [([String], String)] {
      let run = try Command(["compare", model] + arguments)
      #expect(run.status == 1, "\(arguments)")
      #expect(run.output == "")
      #expect(run.errorLines.count == 1)
      #expect(run.errors.contains(word) || run.errors.contains("do not match"), "\(run.errors)")
    }
  }

  private func comparedWithTheCLibrary(_ name: String, _ arguments: String...) throws -> Command {
    try Command(
      [
        "compare", Zoo.model(name), ZooSelection.photograph, "--input", "random:1", "--against", "litert",
        "--litert-library", Self.library,
      ] + arguments)
  }

  @Test(
    .enabled(if: Zoo.isPresent, "\(Zoo.absence)"),
    .enabled(if: hasLibrary, "the TFLite C library is not there; Scripts/test fetches it"),
    arguments: LongTests.areIncluded ? Zoo.quantizedDetectors + ZooSelection.inFloatingPoint : ZooSelection.all)
  func againstTheCLibrary(_ name: String) throws {
    let run = try comparedWithTheCLibrary(name)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("swift-tflite against LiteRT 2.1.6 (reference)"))
    #expect(run.output.contains(" elements, 0 differing elements") && !run.output.contains("note: "), "\(run.output)")
  }

  /// Operators of which the library's default kernels give other bits than ours: what XNNPACK does is not followed, or
  /// XNNPACK does not take them, and the kernels that do are not the reference's.
  private static let differingOperators = [
    "det_blazeface/palm_detection_full_192.tflite": "RESIZE_BILINEAR", "det_automl/traffic_model.tflite": "MUL",
  ]

  @Test(
    .enabled(if: Zoo.isPresent, "\(Zoo.absence)"),
    .enabled(if: hasLibrary, "the TFLite C library is not there; Scripts/test fetches it"),
    arguments: LongTests.areIncluded ? Zoo.quantizedDetectors : [ZooSelection.ssd, ZooSelection.salad])
  func againstItsDefaultKernels(_ name: String) throws {
    let run = try comparedWithTheCLibrary(name, "--numerics", "xnnpack", "--json")
    let comparison = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect(comparison["reference"] as? String == "LiteRT 2.1.6 (xnnpack)")
    #expect(comparison["caveats"] as? [String] == [])
    let operators = try #require(comparison["operators"] as? [[String: Any]])
    let differing = operators.filter { ($0["isolated"] as? [String: Any])?["differing"] as? Int != 0 }
    let names = Set(differing.compactMap { $0["operator"] as? String })
    #expect(names == Set([Self.differingOperators[name]].compactMap { $0 }))
    #expect(run.status == (names.isEmpty ? 0 : 1), "\(run.errors)")
  }

  /// Sums of real numbers come out differently in another order, and weights that it unpacks inside are not there.
  @Test(
    .enabled(if: Zoo.isPresent, "\(Zoo.absence)"),
    .enabled(if: hasLibrary, "the TFLite C library is not there; Scripts/test fetches it"),
    arguments: ZooSelection.inFloatingPoint)
  func againstItsDefaultKernelsInFloatingPoint(_ name: String) throws {
    let run = try comparedWithTheCLibrary(name, "--numerics", "xnnpack", "--min-snr", "90")
    #expect(run.status == 0, "\(run.errors) \(run.output)")
    #expect(run.output.contains("every result keeps to a signal-to-noise ratio of at least 90.0 dB"))
    #expect(
      run.output.contains("note: 74 results that follow from constants alone are not compared")
        == (name == ZooSelection.halfPrecision))
  }

  /// A part of a model gives the same bits in the C library as here.
  @Test(
    .enabled(if: Zoo.isPresent, "\(Zoo.absence)"),
    .enabled(if: hasLibrary, "the TFLite C library is not there; Scripts/test fetches it"), arguments: ZooSelection.all)
  func extractedParts(_ name: String) throws {
    let part = folder.path("part.tflite")
    #expect(try Command("extract", Zoo.model(name), "--from", "12", "--to", "20", "-o", part).status == 0)
    let run = try Command(
      "compare", part, "--input", "random:5", "--against", "litert", "--litert-library", Self.library)
    #expect(run.status == 0, "\(run.errors) \(run.output)")
    #expect(run.output.contains(" elements, 0 differing elements"))
  }

  /// On the same activations both numerics give nearly the same, whatever the operator is.
  @Test(.enabled(if: Zoo.isPresent, "\(Zoo.absence)"), arguments: ZooSelection.all)
  func bothNumerics(_ name: String) throws {
    let run = try Command(
      "compare", Zoo.model(name), ZooSelection.photograph, "--numerics", "reference,xnnpack", "--json")
    #expect(run.status == 1 && run.errors == "")
    let comparison = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect(comparison["subject"] as? String == "xnnpack" && comparison["reference"] as? String == "reference")
    let operators = try #require(comparison["operators"] as? [[String: Any]])
    let isolated = operators.compactMap { $0["isolated"] as? [String: Any] }
    #expect(isolated.count == operators.count && isolated.contains { $0["differing"] as? Int != 0 })
    for metrics in isolated where metrics["differing"] as? Int != 0 {
      #expect(metrics["snr_db"] as? Double ?? 0 > 20, "\(metrics)")
    }
  }

  @Test(.enabled(if: Zoo.isPresent, "\(Zoo.absence)"))
  func modelsOfTheZooThatDoNotMatch() throws {
    let run = try Command(
      "compare", Zoo.model(ZooSelection.ssd), Zoo.model(ZooSelection.salad), ZooSelection.photograph)
    #expect(run.status == 1 && run.output == "")
    #expect(run.errorLines.count == 1)
    #expect(run.errors.contains("the models do not match: operator "), "\(run.errors)")
    #expect(run.errors.contains(" of the first meets operator "), "\(run.errors)")
  }

  @Test(.enabled(if: Zoo.isPresent, "\(Zoo.absence)"))
  func quantizedAgainstItsFloatParent() throws {
    let run = try Command(
      "compare", Zoo.model("cls_vww/vww_96_int8.tflite"), Zoo.model(ZooSelection.float), ZooSelection.photograph,
      "--min-snr", "5")
    #expect(run.status == 0, "\(run.errors) \(run.output)")
    #expect(run.output.contains("31 results"))
  }

  @Test func healthBesideAReference() throws {
    let table = try Command("compare", try damaged(), model, "--input", "random:1", "--health")
    #expect(table.status == 1)
    #expect(table.output.split(separator: "\n").first?.contains("SNR dB") == true && table.output.contains("CONV_2D"))
    let json = try Command("compare", try damaged(), model, "--input", "random:1", "--health", "--json")
    let rows = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
    #expect(rows.count == 1 && rows[0]["snr_db"] is Double && rows[0]["used_range"] is Double)
    #expect(try Command("compare", model, model, "--input", "random:1", "--health").output.contains("∞"))
  }
}
