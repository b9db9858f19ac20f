import Foundation
import TFLiteSchema
import TestModels
import Testing

/// `tflite benchmark`: what it prints, not how fast anything is.
@Suite struct BenchmarkTests {
  private let folder: TemporaryFolder
  private let model: String

  init() throws {
    folder = try TemporaryFolder()
    model = try folder.write(try ModelSketch.conv2D().model.serialized(), "conv.tflite")
  }

  /// What `--json` prints. Names are those of the format.
  private struct Record: Decodable {
    let model: String
    let numerics: String
    let cpu: String
    let threads: Int
    let inputs: [String]
    let runs: Int
    let warm_up_runs: Int
    let milliseconds: [String: Double]
    let peak_memory_bytes: Int
    let operators: [OperatorRecord]?
  }

  private struct OperatorRecord: Decodable {
    let index: Int
    let `operator`: String
    let milliseconds: Double
    let macs: Int
  }

  private func record(_ arguments: String...) throws -> Record {
    let run = try Command(["benchmark", "--json"] + arguments)
    #expect(run.status == 0)
    #expect(run.errors == "")
    return try JSONDecoder().decode(Record.self, from: Data(run.output.utf8))
  }

  private static let quantiles = ["minimum", "percentile_25", "median", "percentile_75", "percentile_90", "maximum"]

  @Test func printsJSON() throws {
    let record = try record(
      model, "--runs", "7", "--warm-up", "2", "--threads", "2", "--numerics", "xnnpack", "--cpu", "portable",
      "--input", "random:5")
    #expect(record.model == model)
    #expect(record.numerics == "xnnpack" && record.cpu == "portable" && record.threads == 2)
    #expect(record.inputs == ["random:5"] && record.peak_memory_bytes > 1_000_000)
    #expect(record.runs == 7 && record.warm_up_runs == 2)
    #expect(record.operators == nil)
    #expect(record.milliseconds.keys.sorted() == (Self.quantiles + ["load", "prepare", "first_run"]).sorted())
    #expect(record.milliseconds.values.allSatisfy { $0 >= 0 })
    let times = Self.quantiles.compactMap { record.milliseconds[$0] }
    #expect(times == times.sorted())
  }

  @Test func hasDefaults() throws {
    let record = try record(model)
    #expect(record.numerics == "reference" && record.inputs == [])
    #expect(record.threads == ProcessInfo.processInfo.activeProcessorCount)
    #expect(record.runs == 50 && record.warm_up_runs == 5)
    #expect(!["", "scalar"].contains(record.cpu))
  }

  @Test func oneRunIsEnough() throws {
    let record = try record(model, "--runs", "1", "--warm-up", "0")
    #expect(Set(Self.quantiles.map { record.milliseconds[$0] }).count == 1)
  }

  @Test func printsATable() throws {
    let run = try Command("benchmark", "--runs", "3", "--threads", "1", "--cpu", "portable", model)
    #expect(run.status == 0)
    #expect(run.errors == "")
    let lines = run.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(lines.count == 5)
    #expect(lines[0] == "\(model) reference numerics, portable, 1 thread, fed noise")
    #expect(
      lines[1].wholeMatch(of: /load [\d.]+ ms, prepare [\d.]+ ms, first run [\d.]+ ms; peak memory [\d.]+ MB/) != nil)
    #expect(lines[2] == "3 runs after 5 to warm up, in ms")
    #expect(lines[3] == "minimum 25 % median 75 % 90 % maximum")
    #expect(lines[4].wholeMatch(of: /([\d.]+ ){5}[\d.]+/) != nil)
  }

  @Test func tellsTheTimeOfEachOperator() throws {
    let model = try folder.write(try ModelSketch.detector().model.serialized(), "detector.tflite")
    let record = try record(model, "--per-operator", "--runs", "3")
    let operators = try #require(record.operators)
    #expect(operators.map(\.index) == [0, 1])
    #expect(operators.map(\.operator) == ["RESHAPE", "TFLite_Detection_PostProcess"])
    #expect(operators.allSatisfy { $0.milliseconds >= 0 && $0.macs >= 0 })

    let table = try Command("benchmark", "--per-operator", "--runs", "3", model)
    #expect(table.status == 0)
    #expect(table.output.contains("operators, medians of timed runs; "))
    for name in operators.map(\.operator) { #expect(table.output.contains(name)) }
  }

  @Test func runsOnAPicture() throws {
    let model = try folder.write(try ModelSketch.detector().model.serialized(), "detector.tflite")
    let picture = try folder.write(QuarteredPicture.threeObjects.ppm, "picture.ppm")
    #expect(try record(model, picture, "--runs", "2").inputs == [picture])
    let table = try Command("benchmark", model, picture, "--runs", "2")
    #expect(table.output.split(separator: "\n").first?.hasSuffix(picture) == true)
  }

  private static let shapeAsInput = "RESHAPE at run time"

  @Test(arguments: ModelSketch.all.map(\.name).filter { $0 != shapeAsInput })
  func everyKindOfModelRuns(_ name: String) throws {
    let sketch = try #require(ModelSketch.all.first { $0.name == name }).sketch
    let model = try folder.write(try sketch.model.serialized(), "model.tflite")
    #expect(try record(model, "--runs", "2").runs == 2)
  }

  /// Integers that mean something to the model cannot be made up.
  @Test func inputsThatDoNotFitAreTold() throws {
    let sketch = try #require(ModelSketch.all.first { $0.name == Self.shapeAsInput }).sketch
    let model = try folder.write(try sketch.model.serialized(), "model.tflite")
    let run = try Command("benchmark", model)
    #expect(run.status == 1)
    #expect(run.output == "")
    #expect(run.errorLines.count == 1)
    #expect(run.errors.contains("operator 0 RESHAPE"), "\(run.errors)")
  }

  @Test func wrongUsage() throws {
    for arguments in [
      [], ["--runs", "0", model], ["--warm-up", "-1", model], ["--threads", "0", model], ["--cpu", "avx9", model],
      ["--numerics", "exact", model],
    ] {
      let run = try Command(["benchmark"] + arguments)
      #expect(run.status == 64, "\(arguments): \(run.errors)")
      #expect(run.output == "")
      #expect(!run.errors.isEmpty)
    }
  }

  @Test func modelsAndPicturesThatCannotBeUsed() throws {
    let broken = try folder.write(Array(try ModelSketch.conv2D().model.serialized().prefix(300)), "broken.tflite")
    let picture = try folder.write(QuarteredPicture.threeObjects.ppm, "picture.ppm")
    let text = try folder.write(Array("hello".utf8), "text.png")
    var foreign = ModelSketch.detector()
    foreign.model.operatorCodes[0] = OperatorCode(custom: "Zaubertrick")
    let unknown = try folder.write(try foreign.model.serialized(), "unknown.tflite")
    for (arguments, path, word) in [
      ([folder.path("missing.tflite")], folder.path("missing.tflite"), "No such file"),
      ([broken], broken, "buffer ends"), ([unknown], unknown, "Zaubertrick"),
      ([model, text], text, "68 65 6c"), ([model, picture], picture, "expected [1, height, width, 1 or 3]"),
      ([model, model], model, "PNG, JPEG, BMP"),
    ] {
      let run = try Command(["benchmark", "--json"] + arguments)
      #expect(run.status == 1)
      #expect(run.output == "")
      #expect(run.errorLines.count == 1, "\(run.errors)")
      #expect(run.errors.hasPrefix("tflite: \(path): "), "\(run.errors)")
      #expect(run.errors.contains(word), "\(run.errors)")
    }
  }

  @Test func help() throws {
    let help = try Command("benchmark", "--help")
    #expect(help.status == 0)
    for option in [
      "--runs", "--warm-up", "--threads", "--numerics", "--cpu", "--input", "--fitting", "--per-operator", "--json",
    ] {
      #expect(help.output.contains(option))
    }
  }
}
