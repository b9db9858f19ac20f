import Foundation
import LiteRTPythonReference
import LiteRTReference
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
      ["--numerics", "xnnpack-x86_64,xnnpack-arm"],
      ["--against", "torch"], [model, model], [model, "--against", "litert"],
      ["--against", "litert", "--max-diff", "-1"],
    ] as [[String]] {
      let run = try Command(["compare", model] + arguments)
      #expect(run.status == 64, "\(arguments): \(run.errors)")
    }
  }

  @Test func aPhoneIsNoReferenceThatIsHere() throws {
    #if arch(arm64)
    let other = "xnnpack-x86_64"
    #else
    let other = "xnnpack-arm64"
    #endif
    let run = try Command("compare", model, "--against", "litert", "--numerics", other, "--input", "random:1")
    #expect(run.status == 64 && run.errors.contains(other), "\(run.errors)")
    let unknown = try Command("compare", model, "--numerics", "xnnpack-arm,reference", "--input", "random:1")
    #expect(unknown.errors.contains("xnnpack-x86_64 or xnnpack-arm64"), "\(unknown.errors)")
  }

  /// The example of the article on phones.
  @Test(.enabled(if: Zoo.isPresent, "\(Zoo.absence)"))
  func whereAPhoneDiffers() throws {
    let run = try Command(
      "compare", Zoo.model(ZooSelection.ssd), Zoo.image("pinto/dog.jpg"), "--numerics", "xnnpack-x86_64,xnnpack-arm64",
      "--json")
    #expect(run.status == 1, "\(run.errors)")
    let comparison = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect(comparison["first_differing"] as? Int == 2)
    let operators = try #require(comparison["operators"] as? [[String: Any]])
    let blamed = operators.compactMap { row -> [Int]? in
      let isolated = (row["isolated"] as? [String: Any])?["differing"] as? Int ?? 0
      return isolated == 0 ? nil : [row["index"] as? Int ?? -1, isolated]
    }
    #expect(blamed == [[2, 8], [37, 2]])
    let other = try Command(
      "compare", Zoo.model(ZooSelection.ssd), Zoo.image("pinto/dog.jpg"), "--numerics",
      "xnnpack,xnnpack-\(Self.processor)")
    #expect(other.status == 0 && other.output.contains("67 results, 7646713 elements, 0 differing elements"))
  }

  private static var processor: String {
    #if arch(arm64)
    "arm64"
    #else
    "x86_64"
    #endif
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
        "--litert-library", LiteRTFile.path,
      ] + arguments)
  }

  @Test(
    .enabled(if: Zoo.isPresent, "\(Zoo.absence)"),
    .enabled(if: LiteRTFile.isPresent, "\(LiteRTFile.absence)"),
    arguments: LongTests.areIncluded ? Zoo.quantizedDetectors + ZooSelection.inFloatingPoint : ZooSelection.all)
  func againstTheCLibrary(_ name: String) throws {
    let run = try comparedWithTheCLibrary(name)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("swift-tflite against LiteRT 2.1.6 (reference)"))
    #expect(run.output.contains(" elements, 0 differing elements") && !run.output.contains("note: "), "\(run.output)")
  }

  /// A shape that is computed, as in many exports: SHAPE, STRIDED_SLICE, PACK, RESHAPE, and an operator behind them.
  private static func shapedAtRunTime() throws -> [UInt8] {
    var sketch = ModelSketch()
    let input = sketch.plain("input", [2, 3, 4], .float32)
    let shape = sketch.plain("shape", [3], .int32)
    let (zero, one) = (
      sketch.plain("zero", [1], .int32, data: .init([0 as Int32])),
      sketch.plain("one", [1], .int32, data: .init([1 as Int32]))
    )
    let rest = sketch.plain("rest", [], .int32, data: .init([-1 as Int32]))
    let (first, pair) = (sketch.plain("first", [], .int32), sketch.plain("pair", [2], .int32))
    let (flat, output) = (sketch.plain("flat", [2, 12], .float32), sketch.plain("output", [2, 12], .float32))
    sketch.step(OperatorCode(.shape), ShapeOptions { $0.outType = .int32 }, inputs: [input], outputs: [shape])
    sketch.step(
      OperatorCode(.stridedSlice), StridedSliceOptions { $0.shrinkAxisMask = 1 }, inputs: [shape, zero, one, one],
      outputs: [first])
    sketch.step(OperatorCode(.pack), PackOptions { $0.valuesCount = 2 }, inputs: [first, rest], outputs: [pair])
    sketch.step(OperatorCode(.reshape), ReshapeOptions(), inputs: [input, pair], outputs: [flat])
    sketch.step(OperatorCode(.logistic), nil, inputs: [flat], outputs: [output])
    sketch.graph.inputs = [input]
    sketch.graph.outputs = [output]
    return try sketch.model.serialized()
  }

  /// The C interface hands out nothing whose shape only a run tells, which is nobody's fault.
  @Test(.enabled(if: LiteRTFile.isPresent, "\(LiteRTFile.absence)"))
  func shapesThatOnlyARunTells() throws {
    let model = try folder.write(try Self.shapedAtRunTime(), "shaped.tflite")
    let run = try Command(
      "compare", model, "--input", "random:1", "--against", "litert", "--litert-library", LiteRTFile.path,
      "--litert-python", "/nowhere")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains("5 results, 54 elements, 0 differing elements"), "\(run.output)")
    #expect(run.output.contains("note: the reference has to know shapes before it runs: it was given 1 computed value"))
  }

  /// What the C interface does not take is judged by another, or not at all; it is never said to differ.
  @Test(
    .enabled(if: Zoo.isPresent, "\(Zoo.absence)"),
    .enabled(if: LiteRTFile.isPresent, "\(LiteRTFile.absence)"))
  func stateIsJudgedByAnother() throws {
    let model = "cls_other/keras_lstm_mnist_ptq.tflite"
    let python = LiteRTPython(packageRoot: Self.packageRoot)
    let judged = try Command(
      "compare", Zoo.model(model), "--input", "random:1", "--against", "litert", "--litert-library", LiteRTFile.path,
      "--litert-python", python.path)
    #expect(judged.status == 0, "\(judged.output)\(judged.errors)")
    #expect(judged.output.contains("0 differing elements"), "\(judged.output)")
    #expect(judged.output.contains("note: judged by TFLite's interpreter for Python"), "\(judged.output)")
    let alone = try Command(
      "compare", Zoo.model(model), "--input", "random:1", "--against", "litert", "--litert-library", LiteRTFile.path,
      "--litert-python", "/nowhere/python")
    #expect(alone.status == 1 && alone.output == "" && alone.errorLines.count == 1)
    #expect(alone.errors.contains("it runs here, but there is nothing to compare it with"), "\(alone.errors)")
    #expect(alone.errors.contains("there is none at /nowhere/python; `python3 -m venv"), "\(alone.errors)")
  }

  /// No model is accused, whatever it takes to judge it.
  @Test(
    .enabled(if: Zoo.isPresent && LongTests.areIncluded, "a long test of the zoo"),
    .enabled(if: LiteRTFile.isPresent, "\(LiteRTFile.absence)"),
    arguments: Zoo.runnable.map(\.file).filter { !Zoo.quantizedDetectors.contains($0) })
  func noModelIsAccused(_ name: String) throws {
    let inputs = try ZooSelection.wholeNumbers[name].map { try wholeNumbers($0, for: name) } ?? ["random:1"]
    let run = try Command(
      ["compare", Zoo.model(name)] + inputs.flatMap { ["--input", $0] }
        + ["--against", "litert", "--litert-library", LiteRTFile.path]
        + ["--litert-python", LiteRTPython(packageRoot: Self.packageRoot).path, "--json"])
    #expect(run.status == 0, "\(name): \(run.errors)\(run.output.prefix(2000))")
  }

  /// Files for the inputs of a model of the zoo, whose elements are all the same.
  private func wholeNumbers(_ number: Int32, for name: String) throws -> [String] {
    let model = try Model(contentsOfFile: Zoo.model(name))
    return try model.subgraphs[0].inputs.enumerated().map { position, index in
      let tensor = model.subgraphs[0].tensors[Int(index)]
      let size = (tensor.type.bitWidth ?? 8) / 8
      let element =
        tensor.type == .float32 ? [UInt8]([Float(number)]) : Array([UInt8]([number, 0] as [Int32]).prefix(size))
      let bytes = (0..<(tensor.elementCount ?? 0)).flatMap { _ in element }
      return try folder.write(bytes, "input\(position).raw")
    }
  }

  private static let packageRoot = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  @Test(
    .enabled(if: Zoo.isPresent, "\(Zoo.absence)"),
    .enabled(if: LiteRTFile.isPresent, "\(LiteRTFile.absence)"),
    arguments: LongTests.areIncluded ? Zoo.quantizedDetectors : [ZooSelection.ssd, ZooSelection.salad])
  func againstItsDefaultKernels(_ name: String) throws {
    let run = try comparedWithTheCLibrary(name, "--numerics", "xnnpack", "--json")
    let comparison = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect(comparison["reference"] as? String == "LiteRT 2.1.6 (xnnpack)")
    #expect(comparison["caveats"] as? [String] == [])
    let operators = try #require(comparison["operators"] as? [[String: Any]])
    let differing = operators.filter { ($0["isolated"] as? [String: Any])?["differing"] as? Int != 0 }
    let names = Set(differing.compactMap { $0["operator"] as? String })
    #expect(names.isEmpty)
    #expect(run.status == 0, "\(run.errors)")
  }

  /// Sums of real numbers come out differently in another order, and weights that it unpacks inside are not there.
  @Test(
    .enabled(if: Zoo.isPresent, "\(Zoo.absence)"),
    .enabled(if: LiteRTFile.isPresent, "\(LiteRTFile.absence)"),
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
    .enabled(if: LiteRTFile.isPresent, "\(LiteRTFile.absence)"), arguments: ZooSelection.all)
  func extractedParts(_ name: String) throws {
    let part = folder.path("part.tflite")
    #expect(try Command("extract", Zoo.model(name), "--from", "12", "--to", "20", "-o", part).status == 0)
    let run = try Command(
      "compare", part, "--input", "random:5", "--against", "litert", "--litert-library", LiteRTFile.path)
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
