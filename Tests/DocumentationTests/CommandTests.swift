import Foundation
import LiteRTReference
import TFLiteFlatBuffers
import TFLiteModelManager
import TFLiteSchema
import TestModels
import Testing

/// The commands that tutorials and articles show do what is said there.
@Suite(.enabled(if: Zoo.isPresent, "\(Zoo.absence)"))
struct CommandTests {
  /// What a step of a tutorial needs, and what its last version must say.
  private static let tutorials: [(script: String, texts: [String])] = [
    ("find-objects-2.sh", ["current/model.tflite", "stop sign", "traffic light"]),
    (
      "which-layer-4.sh",
      ["clock", "no object with a score of 0.50 or more", "first differing operator: 12 (CONV_2D)", "they differ"]
    ),
    ("host-6.sh", ["qr_code", "detector  version 1, ", "detector  version 1 → 2"]),
  ]

  @Test(arguments: tutorials.map(\.script)) func stepsOfTutorials(_ script: String) throws {
    let folder = try WorkFolder()
    let texts = try #require(Self.tutorials.first { $0.script == script }).texts
    let path = Document.root.appending(path: "Documentation/SwiftTFLite.docc/Resources/code/\(script)").path
    let run = try folder.run(["-eo", "pipefail", path])
    #expect(run.status == 0, "\(run.output)")
    for text in texts { #expect(run.output.contains(text), "\(text): \(run.output)") }
  }

  /// Each step shows what the steps before it have, so that the last is all of them; training takes hours.
  @Test func noStepIsForgotten() throws {
    let scripts = try Document.tutorialFiles(withExtension: "sh")
    let last = Self.tutorials.map(\.script) + ["which-layer-5.sh"]
    for script in scripts where !script.path.hasSuffix("host-train.sh") {
      let isIncluded = try last.contains { name in
        let longest = try #require(scripts.first { $0.path.hasSuffix("/" + name) }).lines
        return longest.starts(with: script.lines.dropLast())
      }
      #expect(isIncluded, "\(script.path)")
    }
  }

  @Test(.enabled(if: LiteRTLibrary.unsupportedPlatform == nil, "the C library is not published for this platform"))
  func theEngineIsNotToBlame() throws {
    let folder = try WorkFolder()
    let path = Document.root.appending(path: "Documentation/SwiftTFLite.docc/Resources/code/which-layer-5.sh")
    let command = try #require(String(contentsOf: path, encoding: .utf8).split(separator: "\n").last)
    let run = try folder.run(["-c", String(command)])
    #expect(run.status == 0 && run.output.contains(" elements, 0 differing elements"), "\(run.output)")
  }

  /// Lines of the guide that run the program do not fail, unless the page says how.
  @Test func commandsOfTheGuide() throws {
    let folder = try WorkFolder()
    var count = 0
    for document in try Document.all() where document.path.hasPrefix("Documentation/") {
      for line in document.lines where line.hasPrefix("$ tflite ") && !line.contains("--against") {
        let run = try folder.run(["-c", String(line.dropFirst(2))])
        let isToFail = line.contains("--model street.png")
        #expect((run.status == 0) != isToFail, "\(document.path): \(line): \(run.output)")
        if isToFail { #expect(document.lines.contains(run.output.trimmingCharacters(in: .newlines)), "\(run.output)") }
        count += 1
      }
    }
    #expect(count >= 12)
  }

  /// From nothing to a first download.
  @Test func aServerOfOnesOwn() throws {
    let article = try #require(try Document.all().first { $0.path.hasSuffix("/HostingModels.md") })
    let lines = article.lines.drop { !$0.hasPrefix("$ mkdir models") }.prefix { $0 != "```" }
    let script = lines.map { $0.hasPrefix("$ ") ? String($0.dropFirst(2)) : $0 }.joined(separator: "\n")
    let folder = try WorkFolder()
    let run = try folder.run([
      "-ec", "cp detector/model.tflite detector.tflite; cp detector/dict.txt labels.txt\n" + script,
    ])
    #expect(run.status == 0 && run.output.hasPrefix("detector  downloaded, "), "\(run.output)")
  }
}

/// A folder with the files that commands of the documentation name, and a user whose models are in it.
private final class WorkFolder {
  private let folder: URL

  init() throws {
    let files = FileManager.default
    folder = files.temporaryDirectory.appending(path: "documentation-\(UUID().uuidString)")
    try files.createDirectory(at: folder.appending(path: "bundled"), withIntermediateDirectories: true)
    let models = Document.root.appending(path: "Models")
    for name in ["code_detector", "code_symbology"] { try link("bundled/\(name)", to: models.appending(path: name)) }
    try link("Models", to: models)
    try files.copyItem(at: models.appending(path: "code_detector"), to: folder.appending(path: "detector"))
    try link("photo.jpg", to: models.appending(path: "samples/codes.jpg"))
    let resources = Document.root.appending(path: "Sources/TFLiteVision/TFLiteVision.docc/Resources")
    try link("street.png", to: resources.appending(path: "street.png"))
    let ssd = URL(filePath: Zoo.model("det_ssd_mnv1_uint8/coco_ssd_mobilenet_v1_1.0_quant_2018_06_29.tflite"))
    try link("good.tflite", to: ssd)
    // A tutorial copies over it: through a link, that would truncate what other tests read.
    try write("ssd.tflite", [UInt8](Data(contentsOf: ssd)))
    try write(
      "detector/newer.tflite",
      try changed(models.appending(path: "code_detector/model.tflite")) { model in
        model.description = "newer"
      })
    try write(
      "damaged.tflite",
      try changed(ssd) { model in
        let weights = model.subgraphs[0].tensors[Int(model.subgraphs[0].operators[12].inputs[1])]
        var bytes = model.constantData(of: weights)?.withUnsafeBytes { Array($0) } ?? []
        for position in stride(from: 0, to: bytes.count, by: 16) { bytes[position] ^= 0x80 }
        model.buffers[Int(weights.buffer)].data = ByteSlice(bytes)
      })
    // The catalog, with its addresses on this machine.
    let entries = ["coco_ssd_mobilenet_v1_1.0_quant", "coco_ssd_mobilenet_v1_1.0_quant_metadata"].map { name in
      ModelIndex.Entry(name: name, release: .init(file: .init(url: ssd.absoluteString)))
    }
    try write("bundled/catalog.json", [UInt8](JSONEncoder().encode(ModelIndex(models: entries, requiresHashes: false))))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func link(_ name: String, to file: URL) throws {
    try FileManager.default.createSymbolicLink(at: folder.appending(path: name), withDestinationURL: file)
  }

  private func write(_ name: String, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: folder.appending(path: name))
  }

  private func changed(_ file: URL, _ change: (inout Model) -> Void) throws -> [UInt8] {
    var model = try Model(contentsOfFile: file.path)
    change(&model)
    return try model.serialized()
  }

  /// Runs a shell there.
  func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
    var environment = ProcessInfo.processInfo.environment
    environment["PATH"] = BuiltProducts.folder.path + ":" + (environment["PATH"] ?? "")
    environment["XDG_DATA_HOME"] = folder.appending(path: "data").path
    environment["TFLITE_MODELS"] = folder.appending(path: "bundled").path
    environment["LITERT_LIBRARY"] = LiteRTLibrary.defaultPath(packageRoot: Document.root.path)
    let shell = try FinishedProgram(
      URL(filePath: "/bin/bash"), arguments, in: folder, environment: environment, reading: .both)
    return (shell.status, shell.text)
  }
}
