import Foundation
import TestModels
import Testing

/// What the program says of what people do by mistake: which file, what it is instead, and what to do.
@Suite struct MessageTests {
  private let folder: TemporaryFolder
  private static let picture = SampleCodes.picturePath

  init() throws {
    folder = try TemporaryFolder()
    let model = try ModelSketch.detector().model.serialized()
    try folder.write(model, "model.tflite")
    try folder.write(Array(model.prefix(model.count / 2)), "cut.tflite")
    try folder.write([], "empty.tflite")
    try folder.write([0x89] + Array("PNG\r\n\u{1A}\n".utf8), "picture.tflite")
    try folder.write(Array("one\n".utf8), "short.txt")
    try folder.write(Array("{\n  \"modelFile\": \"model.tflite\",,\n}".utf8), "broken/manifest.json")
    try folder.write(Array("{\"models\": [{\"name\": \"a\", \"url\": \"b\", \"sha265\": \"0\"}]}".utf8), "index.json")
    try folder.write(Array("{\"models\": [\n  {\"name\": \"a\" \"url\": \"b\"}]}".utf8), "line.json")
  }

  struct Mistake: CustomTestStringConvertible, Sendable {
    let arguments: String
    let status: Int32
    let message: String

    init(_ arguments: String, _ status: Int32, _ message: String) {
      (self.arguments, self.status, self.message) = (arguments, status, message)
    }

    var testDescription: String { arguments }
  }

  /// PICTURE is one; the rest are files of the folder.
  private static let mistakes: [Mistake] = [
    .init("inspect picture.tflite", 1, "tflite: picture.tflite: this is a PNG picture; a .tflite model is expected"),
    .init("inspect empty.tflite", 1, "tflite: empty.tflite: this is an empty file; a .tflite model is expected"),
    .init("inspect cut.tflite", 1, ": the file is cut off, or damaged"),
    .init("inspect .", 1, "tflite: .: the folder holds no manifest.json and 4 .tflite files, expected one of the two"),
    .init("detect --model broken PICTURE", 1, "it is no JSON: line 2, column 31 is not what can stand there"),
    .init(
      "detect --model model.tflite --labels broken PICTURE", 1,
      "tflite: broken: cannot read the labels: it is a folder; a file with one name a line is expected"),
    .init(
      "detect --model model.tflite --labels missing.txt PICTURE", 1,
      "tflite: missing.txt: cannot read the labels: no such file"),
    .init(
      "detect --model model.tflite --labels short.txt PICTURE", 1,
      "tflite: short.txt: 1 labels are given for a model with 3 classes"),
    .init("detect -", 1, "tflite: -: pictures are read from files; standard input is one with the name /dev/stdin"),
    .init("label --model model.tflite PICTURE", 1, "use a Detector (tflite detect)"),
    .init("detect PICTURE -o out.jpg", 64, "The picture is written as PNG: name the file .png, not .jpg."),
    .init("detect PICTURE PICTURE -o short.txt", 1, "tflite: short.txt: cannot be written: Not a directory"),
    .init("detect PICTURE -o short.txt/out.png", 1, "tflite: short.txt/out.png: cannot be written: Not a directory"),
    .init(
      "trace model.tflite PICTURE --html short.txt/r", 1, "tflite: short.txt/r: cannot be written: Not a directory"),
    .init(
      "trace model.tflite PICTURE --html broken", 1, "cannot be written: there is something else that is no report"),
    .init("detect --threshold -1 PICTURE", 64, "--threshold must be 0 to 1."),
    .init("detect --threshold 2 PICTURE", 64, "--threshold must be 0 to 1."),
    .init("detect --threshold nan PICTURE", 64, "--threshold must be 0 to 1."),
    .init("label --threshold nan PICTURE", 64, "--threshold must be a number."),
    .init("detect --max-results -1 PICTURE", 64, "--max-results must be at least 1."),
    .init("label --max-results 0 PICTURE", 64, "--max-results must be at least 1."),
    .init("detect --threads 100000 PICTURE", 64, "--threads must be 1 to 256."),
    .init("run model.tflite --threads -1", 64, "--threads must be 1 to 256."),
    .init("benchmark model.tflite --runs -1", 64, "--runs must be at least 1."),
    .init("benchmark model.tflite --warm-up -1", 64, "--warm-up must not be negative."),
    .init("compare model.tflite model.tflite --max-diff -1", 64, "--max-diff must be 0 or more."),
    .init("detct PICTURE", 64, "tflite: detct: no such command; did you mean \"tflite detect\"?"),
    .init("models path nonsense", 1, "no model of this name has been downloaded"),
    .init("models remove nonsense", 1, "no model of this name has been downloaded"),
    .init("models add a --from index.json", 1, "\"models[0].sha265\": no member has this name"),
    .init(
      "models add a --from line.json", 1, "line 2, column 16 is not what can stand there: a comma or } is expected"),
  ]

  @Test(arguments: mistakes) func areNamed(_ mistake: Mistake) throws {
    let arguments = mistake.arguments.split(separator: " ").map { $0 == "PICTURE" ? Self.picture : String($0) }
    let run = try Command(environment: ["XDG_DATA_HOME": folder.path("data")], in: folder.path, arguments)
    #expect(run.status == mistake.status && run.output == "", "\(run.output)\(run.errors)")
    #expect(run.errors.contains(mistake.message), "\(run.errors)")
    #expect(mistake.status == 64 || run.errorLines.count == 1, "\(run.errors)")
    #expect(!run.errors.contains("NSCocoaErrorDomain") && !run.errors.contains("could not be completed"))
    // Not even a lock.
    let locks = try? FileManager.default.contentsOfDirectory(atPath: folder.path("data/swift-tflite/locks"))
    #expect(locks?.isEmpty ?? true)
    #expect(!FileManager.default.fileExists(atPath: folder.path("out.jpg")))
  }

  @Test func aPictureFromStandardInput() throws {
    let run = try Command(input: Self.picture, "detect", "/dev/stdin")
    #expect(run.status == 0 && run.output.contains("qr_code"), "\(run.errors)")
  }
}
