import Foundation
import TFLiteSchema
import TestModels
import Testing

/// No command destroys what it reads, and none works for an output that it cannot write.
@Suite struct OutputProtectionTests {
  private let folder: TemporaryFolder
  private let model: String
  private let picture: String
  private let files: [String: Data]

  init() throws {
    folder = try TemporaryFolder()
    model = try folder.write(try ModelSketch.detector().model.serialized(), "model.tflite")
    picture = try folder.write(QuarteredPicture.threeObjects.ppm, "picture.png")
    try FileManager.default.createSymbolicLink(atPath: folder.path("link.tflite"), withDestinationPath: model)
    try FileManager.default.linkItem(atPath: picture, toPath: folder.path("same.png"))
    try FileManager.default.copyItem(atPath: picture, toPath: folder.path("a=b.png"))
    let manifest = "{\"modelFile\": \"model.tflite\", \"labelsFile\": \"labels.txt\"}"
    try folder.write(Array(manifest.utf8), "manifest.json")
    for name in ["labels.txt", "names.txt"] { try folder.write(Array("red\ngreen\nblue\n".utf8), name) }
    files = try folder.contents()
  }

  /// The arguments, MODEL and PICTURE standing for the files, and the output that is an input.
  static let overwriting: [([String], String)] = [
    (["extract", "MODEL", "--from", "0", "-o", "MODEL"], "MODEL"),
    (["extract", "MODEL", "--from", "0", "-o", "FOLDER/link.tflite"], "FOLDER/link.tflite"),
    (["detect", "--model", "MODEL", "PICTURE", "-o", "PICTURE"], "PICTURE"),
    (["detect", "--model", "MODEL", "PICTURE", "-o", "FOLDER/same.png"], "FOLDER/same.png"),
    (["detect", "--model", "MODEL", "PICTURE", "-o", "MODEL"], "MODEL"),
    (["detect", "--model", "MODEL", "PICTURE", "-o", "FOLDER/"], "PICTURE"),
    (["run", "MODEL", "PICTURE", "-o", "MODEL"], "MODEL"),
    (["run", "MODEL", "PICTURE", "-o", "PICTURE"], "PICTURE"),
    (["run", "MODEL", "--input", "PICTURE", "-o", "PICTURE"], "PICTURE"),
    (["run", "MODEL", "--input", "image=PICTURE", "-o", "PICTURE"], "PICTURE"),
    (["run", "MODEL", "--input", "a=b=PICTURE", "-o", "PICTURE"], "PICTURE"),
    (["run", "MODEL", "--input", "FOLDER/a=b.png", "-o", "FOLDER/a=b.png"], "FOLDER/a=b.png"),
    (["run", "MODEL", "--input", "picture=FOLDER/a=b.png", "-o", "FOLDER/a=b.png"], "FOLDER/a=b.png"),
    (["run", "FOLDER/manifest.json", "PICTURE", "-o", "FOLDER/manifest.json"], "FOLDER/manifest.json"),
    (["run", "FOLDER/manifest.json", "PICTURE", "-o", "MODEL"], "MODEL"),
    (["trace", "MODEL", "PICTURE", "-o", "FOLDER/labels.txt"], "FOLDER/labels.txt"),
    (["detect", "--model", "MODEL", "PICTURE", "-o", "FOLDER/manifest.json"], "FOLDER/manifest.json"),
    (
      ["detect", "--model", "MODEL", "--labels", "FOLDER/names.txt", "PICTURE", "-o", "FOLDER/names.txt"],
      "FOLDER/names.txt"
    ),
    (["inspect", "MODEL", "--model-explorer", "MODEL"], "MODEL"),
    (["inspect", "FOLDER/manifest.json", "--model-explorer", "FOLDER/link.tflite"], "FOLDER/link.tflite"),
    (["trace", "MODEL", "PICTURE", "-o", "MODEL"], "MODEL"),
    (["profile", "MODEL", "PICTURE", "--runs", "1", "--csv", "PICTURE"], "PICTURE"),
    (["profile", "MODEL", "PICTURE", "--runs", "1", "--trace", "MODEL"], "MODEL"),
    (["profile", "MODEL", "PICTURE", "--runs", "1", "--model-explorer", "MODEL"], "MODEL"),
  ]

  @Test(arguments: overwriting) func inputsAreNotOverwritten(arguments: [String], output: String) throws {
    let run = try Command(arguments.map(named))
    #expect(run.status == 1)
    #expect(run.errorLines.count == 1 && run.errors.hasPrefix("tflite: \(named(output)): "), "\(run.errors)")
    #expect(run.errors.contains("not overwritten: it is the file that is read"), "\(run.errors)")
    #expect(try folder.contents() == files)
  }

  /// Found before the work: what the model would run on does not even exist.
  @Test(arguments: ["nowhere/part.tflite", ""]) func outputsAreCheckedFirst(name: String) throws {
    let output = folder.path(name)
    let missing = folder.path("missing.tflite")
    for arguments in [
      ["extract", missing, "--from", "0", "-o", output], ["run", missing, "-o", output],
      ["trace", missing, "-o", output], ["inspect", missing, "--model-explorer", output],
      ["profile", missing, "--csv", output],
    ] {
      let run = try Command(arguments)
      #expect(run.status == 1)
      #expect(run.errors.hasPrefix("tflite: \(output): cannot be written: "), "\(run.errors)")
    }
    #expect(try folder.contents() == files)
  }

  /// Of two results in one file, one would be lost.
  @Test func resultsDoNotOverwriteEachOther() throws {
    let (one, two) = (try folder.write([1], "one"), folder.path("two"))
    try FileManager.default.linkItem(atPath: one, toPath: two)
    let (new, other) = (folder.path("new"), folder.path + "/../" + (folder.path as NSString).lastPathComponent + "/new")
    for (arguments, output) in [
      (["profile", model, "--runs", "1", "--csv", new, "--trace", new], new),
      (["profile", model, "--runs", "1", "--csv", new, "--model-explorer", other], other),
      (["profile", model, "--runs", "1", "--trace", one, "--model-explorer", two], two),
      (["trace", model, picture, "-o", new, "--html", new + "/"], new + "/"),
    ] {
      let run = try Command(arguments)
      #expect(run.status == 1 && run.output == "" && run.errorLines.count == 1)
      let message = "tflite: \(output): not written: another result goes to the same file"
      #expect(run.errors.hasPrefix(message), "\(run.errors)")
    }
    #expect(!FileManager.default.fileExists(atPath: new))
    #expect(try Data(contentsOf: URL(fileURLWithPath: one)) == Data([1]))
    // What takes several is no file.
    #expect(try Command("profile", model, "--runs", "1", "--csv", "/dev/null", "--trace", "/dev/null").status == 0)
  }

  @Test func memoryIsLimited() throws {
    for arguments in [["run", model], ["trace", model], ["benchmark", model, "--runs", "1"]] {
      let run = try Command(arguments + ["--input", "random:1", "--memory-limit", "11"])
      #expect(run.status == 1)
      #expect(run.errors.contains("take 12 bytes, and the limit is 11"), "\(run.errors)")
      #expect(try Command(arguments + ["--input", "random:1", "--memory-limit", "1m"]).status == 0)
    }
    for size in ["", "M", "-1", "1X", "9999999999999T", "1.5G"] {
      #expect(try Command("run", model, "--memory-limit", size).status == 64, "\(size)")
    }
  }

  @Test func timeIsLimited() throws {
    for arguments in [["run", model], ["trace", model], ["benchmark", model, "--runs", "1"]] {
      let run = try Command(arguments + ["--input", "random:1", "--time-limit", "1e-9"])
      #expect(run.status == 1)
      #expect(run.errors.contains("not begun, because the time limit of 1e-09 seconds has passed"), "\(run.errors)")
      #expect(try Command(arguments + ["--input", "random:1", "--time-limit", "1000"]).status == 0)
    }
    for limit in ["", "0", "-1", "nan", "inf", "x"] {
      #expect(try Command("run", model, "--time-limit", limit).status == 64, "\(limit)")
    }
  }

  private func named(_ argument: String) -> String {
    argument.replacingOccurrences(of: "MODEL", with: model).replacingOccurrences(of: "PICTURE", with: picture)
      .replacingOccurrences(of: "FOLDER", with: folder.path)
  }
}
