import Foundation
import TFLiteImageCodecs
import TestModels
import Testing

/// `tflite label` with models of the zoo.
@Suite(.enabled(if: Zoo.isPresent, "\(Zoo.absence)"))
struct LabelTests {
  private static let model = Zoo.model("cls_mobilenet_uint8/mobilenet_v2_1.0_224_quant__7aad0c.tflite")
  private static let cat = Zoo.image("coral/cat.bmp")
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func namesACat() throws {
    let run = try Command("label", "--model", Self.model, Self.cat)
    #expect(run.status == 0 && run.errors == "" && run.warnings.isEmpty)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 12)
    #expect(lines[0].hasPrefix(Self.cat))
    #expect(lines[2].contains("cat"))
  }

  @Test func printsJSON() throws {
    let missing = folder.path("missing.png")
    let run = try Command(
      "label", "--model", Self.model, "--json", "--max-results", "2", "--threshold", "0.01", Self.cat, missing)
    #expect(run.status == 1 && run.errorLines.count == 1)
    let records = try run.records()
    #expect(records.map(\.image) == [Self.cat, missing])
    let labels = try #require(records[0].labels)
    #expect(labels.count <= 2 && labels[0].class_index == 286 && labels[0].score >= 0.7)
    #expect(records[0].milliseconds?.count == 4 && records[1].error == "no such file or folder")
  }

  @Test func takesFoldersAndManifests() throws {
    let manifest = Zoo.model("lab_automl/mlkit_flowers/manifest.json")
    for name in ["daisy.jpeg", "roses.jpeg"] {
      try folder.write([UInt8](Data(contentsOf: URL(fileURLWithPath: Zoo.image("mlkit_ios/\(name)")))), name)
    }
    let run = try Command("label", "--model", manifest, "--json", "--max-results", "1", folder.path)
    #expect(run.status == 0)
    #expect(try run.records().map { $0.labels?.first?.label } == ["daisy", "roses"])
  }

  @Test func looksAtARegion() throws {
    // A red flower beside a gray half of the picture.
    let photograph = try Image(contentsOfFile: Zoo.image("mlkit_ios/roses.jpeg"))
    let (width, height) = (photograph.width, photograph.height)
    let manifest = Zoo.model("lab_automl/mlkit_flowers/manifest.json")
    let whole = try Command("label", "--model", manifest, "--json", Zoo.image("mlkit_ios/roses.jpeg"))
    let same = try Command(
      "label", "--model", manifest, "--json", "--roi", "0,0,\(width),\(height)", Zoo.image("mlkit_ios/roses.jpeg"))
    let part = try Command(
      "label", "--model", manifest, "--json", "--roi", "0,0,\(width / 3),\(height / 3)",
      Zoo.image("mlkit_ios/roses.jpeg"))
    #expect(try whole.records()[0].labels == same.records()[0].labels)
    #expect(try whole.records()[0].labels != part.records()[0].labels)
    let outside = try Command(
      "label", "--model", manifest, "--roi", "\(width),0,10,10", Zoo.image("mlkit_ios/roses.jpeg"))
    #expect(outside.status == 1 && outside.errors.contains("the region of interest"))
  }

  @Test func wrongUsage() throws {
    for arguments in [
      ["label"], ["label", "--model", Self.model],
      ["label", "--model", Self.model, "--roi", "1,2,3", Self.cat],
      ["label", "--model", Self.model, "--roi", "1,2,0,4", Self.cat],
      ["label", "--model", Self.model, "--threshold", "nan", Self.cat],
      ["label", "--model", Self.model, "--max-results", "0", Self.cat],
    ] {
      let run = try Command(arguments)
      #expect(run.status == 64 && run.output == "", "\(arguments)")
    }
  }

  @Test func saysWhatIsWrongWithTheModel() throws {
    let detector = Zoo.model("det_ssd_mnv1_uint8/coco_ssd_mobilenet_v1_1.0_quant_2018_06_29.tflite")
    let run = try Command("label", "--model", detector, Self.cat)
    #expect(run.status == 1 && run.errors.contains("the model is no classifier"), "\(run.errors)")
    let outside = try folder.write(Array("{\"modelFile\": \"../m.tflite\"}".utf8), "manifest.json")
    let manifest = try Command("label", "--model", outside, Self.cat)
    #expect(manifest.status == 1 && manifest.errors.contains("no file in its folder"), "\(manifest.errors)")
    #expect(manifest.errors.components(separatedBy: outside).count == 2)
  }

  @Test func warnsOfWhatIsMissing() throws {
    let run = try Command("label", "--model", Zoo.model("cls_vww/vww_96_int8.tflite"), Self.cat)
    #expect(run.status == 0 && run.errors == "")
    #expect(run.warnings.count == 1 && run.warnings[0].contains("labels"), "\(run.warnings)")
  }
}
