import Foundation
import TFLiteSchema
import TestModels
import Testing

/// Folders that commands write into, or replace: no file that is read is lost with them.
@Suite struct OutputFolderTests {
  private let folder: TemporaryFolder
  private let model: String
  private let picture: String

  init() throws {
    (folder, model, picture) = try TemporaryFolder.withDetector()
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: folder.path(name), withDestinationPath: target)
  }

  /// Frames as ffmpeg names them, which begin with 1 where those that are written begin with 0.
  @Test func framesAreNotOverwritten() throws {
    for number in 1...3 { try folder.write(QuarteredPicture.threeObjects.ppm, "frames/00000\(number).png") }
    try link("same", to: folder.path("frames"))
    let before = try folder.contents()
    for output in ["frames", "frames/", "same", "./frames/../frames"] {
      let run = try Command(
        environment: [:], in: folder.path, ["detect", "--model", model, "--stream", "frames", "-o", output])
      #expect(run.status == 1 && run.output == "" && run.errorLines.count == 1)
      #expect(run.errors.hasPrefix("tflite: \(output): not written into: "), "\(run.errors)")
      #expect(try folder.contents() == before)
    }
    let other = folder.path("other")
    #expect(try Command("detect", "--model", model, "--stream", folder.path("frames"), "-o", other).status == 0)
    // Once more: they are its own.
    #expect(try Command("detect", "--model", model, "--stream", folder.path("frames"), "-o", other).status == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: other).count == 3)
  }

  @Test func framesBehindLinksAreNotOverwritten() throws {
    let frame = try folder.write(QuarteredPicture.threeObjects.ppm, "output/000000.png")
    try folder.write(QuarteredPicture.threeObjects.ppm, "frames/1.ppm")
    try link("frames/2.ppm", to: frame)
    try folder.write(QuarteredPicture.threeObjects.ppm, "frames/3.ppm")
    let names = try folder.write(Array("red\ngreen\nblue\n".utf8), "named/000007.png")
    let before = try folder.contents()
    for arguments in [["-o", folder.path("output")], ["--labels", names, "-o", folder.path("named")]] {
      let run = try Command(["detect", "--model", model, "--stream", folder.path("frames")] + arguments)
      #expect(run.status == 1 && run.output == "" && run.errorLines.count == 1)
      #expect(run.errors.contains("not overwritten: it is the file that is read"), "\(run.errors)")
      #expect(try folder.contents() == before)
    }
  }

  /// A folder that looks like a report, but for what is read.
  @Test(arguments: ["report/m.tflite", "report/deep/m.tflite", "linked.tflite", "same/m.tflite"])
  func reportsDoNotRemoveWhatIsRead(_ name: String) throws {
    for name in ["index.html", "report.js", "data.js"] { try folder.write([1], "report/\(name)") }
    for name in ["m.tflite", "deep/m.tflite"] {
      try folder.write(Array(try Data(contentsOf: URL(fileURLWithPath: model))), "report/\(name)")
    }
    try folder.write(QuarteredPicture.threeObjects.ppm, "report/photo.ppm")
    try link("linked.tflite", to: folder.path("report/m.tflite"))
    try link("same", to: folder.path("report"))
    let before = try folder.contents()
    for arguments in [
      ["trace", name, "picture.ppm"], ["trace", "model.tflite", "report/photo.ppm"],
      ["trace", "model.tflite", "--input", "picture=report/photo.ppm"],
      ["compare", "model.tflite", name, "picture.ppm"],
    ] {
      let run = try Command(environment: [:], in: folder.path, arguments + ["--html", "report"])
      #expect(run.status == 1 && run.output == "" && run.errorLines.count == 1)
      #expect(run.errors.hasPrefix("tflite: report: not replaced by a report: "), "\(run.errors)")
      #expect(try folder.contents() == before)
    }
  }

  @Test func reportsDoNotRemoveAnythingElse() throws {
    let report = folder.path("report")
    #expect(try Command("trace", model, picture, "--html", report).status == 0)
    // Another result in it would go with the next report.
    let inside = try Command("trace", model, picture, "-o", report + "/values.npz", "--html", report)
    #expect(inside.status == 1 && inside.errors.contains("report/values.npz lies in it"), "\(inside.errors)")
    #expect(try Command("trace", model, picture, "--html", report).status == 0)
    try folder.write([1], "report/thesis.txt")
    let before = try folder.contents()
    for arguments in [["trace", folder.path("missing.tflite")], ["trace", model, picture]] {
      let run = try Command(arguments + ["--html", report])
      #expect(run.status == 1)
      #expect(run.errors.contains("there is something else that is no report: thesis.txt"), "\(run.errors)")
    }
    #expect(try folder.contents() == before)
  }
}
