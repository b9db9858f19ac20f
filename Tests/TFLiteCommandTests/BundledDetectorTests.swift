import Foundation
import TestModels
import Testing

/// `tflite detect` without a model of the user's.
@Suite struct BundledDetectorTests {
  private static func labels(_ run: Command) throws -> [String] {
    try run.records().flatMap { $0.detections ?? [] }.compactMap(\.label).sorted()
  }

  private let expected: [String]

  init() throws { expected = try SampleCodes.codes().map(\.label).sorted() }

  @Test func findsTheCodesOfTheSample() throws {
    let run = try Command("detect", "--json", SampleCodes.picturePath)
    #expect(run.status == 0 && run.errors == "")
    #expect(try Self.labels(run) == expected)
  }

  @Test func comesByItsNameToo() throws {
    let run = try Command("inspect", "code_detector")
    #expect(run.status == 0 && run.output.contains("TFLite_Detection_PostProcess"))
  }

  @Test func isGivenPicturesAsItStates() throws {
    func boxes(_ arguments: String...) throws -> [Command.Detection] {
      let run = try Command(["detect", "--json"] + arguments + [SampleCodes.picturePath])
      return try #require(try run.records().first?.detections)
    }
    #expect(try boxes() == boxes("--resampling", "area"))
    #expect(try boxes() != boxes("--resampling", "bilinear"))
    let wrong = try Command("detect", "--resampling", "cubic", SampleCodes.picturePath)
    #expect(wrong.status == 64 && wrong.errors.contains("cubic"), "\(wrong.errors)")
  }

  /// The program and its bundle are all that has to be copied.
  @Test func movesWithTheProgram() throws {
    let folder = try TemporaryFolder()
    let bundle = "swift-tflite_TFLiteBundledModels.resources"
    for name in ["tflite", bundle] {
      try FileManager.default.copyItem(
        at: BuiltProducts.folder.appendingPathComponent(name), to: URL(fileURLWithPath: folder.path(name)))
    }
    let program = URL(fileURLWithPath: folder.path("tflite"))
    #expect(try Self.labels(Command(program, ["detect", "--json", SampleCodes.picturePath])) == expected)
    // It is the copy that was read.
    try Data("nothing".utf8).write(to: URL(fileURLWithPath: folder.path("\(bundle)/code_detector/model.tflite")))
    let run = try Command(program, ["detect", SampleCodes.picturePath])
    #expect(run.status == 1 && run.errors.contains(folder.path(bundle)), "\(run.errors)")
  }

  @Test func saysWhatToDoWhereTheModelIsMissing() throws {
    let folder = try TemporaryFolder()
    let run = try Command(environment: ["TFLITE_MODELS": folder.path("")], ["detect", SampleCodes.picturePath])
    #expect(run.status == 1 && run.output == "")
    #expect(run.errors.contains("code_detector/model.tflite is not in \(folder.path(""))"), "\(run.errors)")
    #expect(run.errors.contains("TFLITE_MODELS"))
  }
}
