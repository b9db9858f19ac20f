import Foundation
import TestModels
import Testing

/// `tflite label` without a model of the user's.
@Suite struct BundledLabelerTests {
  @Test func tellsTheSymbologiesOfTheSample() throws {
    for code in try SampleCodes.codes() {
      // What users are told to cut out: the box and a tenth of it on each side.
      let (x, y) = (code.box.x - 0.1 * code.box.width, code.box.y - 0.1 * code.box.height)
      let region = "\(x),\(y),\(1.2 * code.box.width),\(1.2 * code.box.height)"
      let run = try Command("label", "--json", "--roi", region, SampleCodes.picturePath)
      #expect(run.status == 0 && run.errors == "")
      #expect(try run.records()[0].labels?.first?.label == code.symbology)
    }
  }

  @Test func isGivenPicturesAsItStates() throws {
    func outputs(_ arguments: String...) throws -> [UInt8] {
      let folder = try TemporaryFolder()
      let run = try Command(
        ["run", "code_symbology", SampleCodes.picturePath, "--output", folder.path("out.npz")] + arguments)
      #expect(run.status == 0, "\(run.errors)")
      return try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder.path("out.npz"))))
    }
    #expect(try outputs() == outputs("--resampling", "area"))
    #expect(try outputs() != outputs("--resampling", "bilinear"))
  }

  @Test func comesByItsNameToo() throws {
    let run = try Command("inspect", "code_symbology")
    #expect(run.status == 0 && run.output.contains("CONV_2D"))
  }

  @Test func saysWhatToDoWhereTheModelIsMissing() throws {
    let folder = try TemporaryFolder()
    let run = try Command(environment: ["TFLITE_MODELS": folder.path("")], ["label", SampleCodes.picturePath])
    #expect(run.status == 1 && run.output == "")
    #expect(run.errors.contains("code_symbology/model.tflite is not in \(folder.path(""))"), "\(run.errors)")
  }
}
