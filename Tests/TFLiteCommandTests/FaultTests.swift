#if os(Linux)
import Foundation
import TFLiteCodeReader
import TFLiteImageCodecs
import TFLiteSchema
import TestModels
import Testing

/// One call fails: memory for a library that decodes, or a call on a file; or all calls on files from one on. The command
/// goes on as if nothing had happened, or ends with one line that says why; no file is half written, and old ones are as
/// they were.
///
/// What is left out: memory for cairo and the libraries that it draws with, which cannot do without. Of the 60 allocations
/// that cairo 1.16 makes for one box with a label, 7 end the process when they fail: it uses what it has not got, or jumps to
/// a frame that is not there yet. Of the first 400 of fontconfig 2.14, 96 do. Nor does memory of libcurl, zxing-cpp and the
/// TFLite C library fail, and no call of theirs on files.
@Suite struct FaultTests {
  private let folder: TemporaryFolder
  private static let old = Data("what was there".utf8)

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(try ModelSketch.detector().model.serialized(), "model.tflite")
    try folder.write(try ModelSketch.classifier().model.serialized(), "classifier/model.tflite")
    for name in ["labels.txt", "classifier/dict.txt"] { try folder.write(Array("red\ngreen\nblue\n".utf8), name) }
    try folder.write(try Self.logistic().serialized(), "logistic.tflite")
    try folder.write((0..<12).map { UInt8(20 * $0) }, "values.bin")
    try folder.write(Array(try Data(contentsOf: URL(fileURLWithPath: SampleCodes.picturePath))), "picture.jpg")
    let picture = try folder.write(QuarteredPicture.threeObjects.ppm, "picture.ppm")
    try Image(contentsOfFile: picture).write(pngTo: folder.path("picture.png"))
    // No objects: their trails would be others behind a frame that is lost.
    let empty = QuarteredPicture(width: 40, height: 20, quarters: Array(repeating: [5, 5, 5], count: 4))
    try folder.write(empty.ppm + empty.ppm, "video.ppm")
    try folder.write(empty.ppm, "frames/0.ppm")
    try Image(contentsOfFile: folder.path("frames/0.ppm")).write(pngTo: folder.path("frames/1.png"))
  }

  /// One operator, which the TFLite C library has reference kernels for.
  private static func logistic() -> Model {
    var sketch = ModelSketch()
    let (input, output) = (sketch.plain("input", [2, 12], .float32), sketch.plain("output", [2, 12], .float32))
    sketch.step(OperatorCode(.logistic), inputs: [input], outputs: [output])
    sketch.graph.inputs = [input]
    sketch.graph.outputs = [output]
    return sketch.model
  }

  /// What words of a command stand for; those that begin with OUT are files that are written.
  private static let names = [
    "MODEL": "model.tflite", "CLASSIFIER": "classifier/model.tflite", "LOGISTIC": "logistic.tflite",
    "LABELS": "labels.txt", "VALUES": "values.bin", "JPEG": "picture.jpg", "PNG": "picture.png", "FRAMES": "frames",
    "VIDEO": "video.ppm",
  ]

  struct Job: CustomTestStringConvertible, Sendable {
    let arguments: [String]
    /// The files that are there before.
    let old: [String]

    init(_ arguments: String..., old: [String] = []) { (self.arguments, self.old) = (arguments, old) }

    /// Whether a library is asked for anything that it needs memory for.
    var usesLibraries: Bool { !Set(arguments).isDisjoint(with: ["JPEG", "PNG", "FRAMES", "--html"]) }
    /// Whether what is written is one result, of which all files are new or none.
    var isReport: Bool { arguments.contains("--html") }
    /// Whether it tells how long something took, in files and on standard output.
    var isTimed: Bool { isReport || ["profile", "benchmark"].contains(arguments[0]) }

    var testDescription: String { arguments.joined(separator: " ") }
  }

  private static let report = ["index.html", "report.js", "data.js"].map { "report/\($0)" }

  /// Every command that reads or writes files, but for those of `tflite models`, with every kind of file.
  static let jobs =
    everywhere + (CodeReader.libraryVersion == nil ? [] : withCodeReader) + (LiteRTFile.isPresent ? withLiteRT : [])

  private static let withCodeReader = [
    Job("detect", "--model", "MODEL", "--read", "JPEG", "-o", "OUT/drawn.png", old: ["drawn.png"]),
    Job("detect", "--model", "MODEL", "--read", "--json", "PNG"),
  ]

  private static let withLiteRT = [
    Job("compare", "LOGISTIC", "--against", "litert", "--input", "random:1")
  ]

  private static let everywhere = [
    Job("detect", "--model", "MODEL", "JPEG", "-o", "OUT/drawn.png", old: ["drawn.png"]),
    Job("detect", "--model", "MODEL", "PNG", "-o", "OUT/drawn.png", old: ["drawn.png"]),
    Job("detect", "--model", "MODEL", "JPEG", "PNG"),
    Job("detect", "--model", "MODEL", "--json", "JPEG", "PNG", "-o", "OUT/drawn", old: ["drawn/picture.png"]),
    Job("detect", "--model", "MODEL", "--stream", "FRAMES", "-o", "OUT/frames", old: ["frames/000000.png"]),
    Job("detect", "--model", "MODEL", "--stream", "VIDEO"),
    Job("label", "--model", "CLASSIFIER", "JPEG"),
    Job("label", "--model", "CLASSIFIER", "--labels", "LABELS", "--json", "JPEG", "PNG"),
    Job("inspect", "MODEL"),
    Job("inspect", "MODEL", "--plan", "--json"),
    Job("inspect", "MODEL", "--model-explorer", "OUT/graph.json", old: ["graph.json"]),
    Job("run", "MODEL", "--input", "VALUES"),
    Job("run", "MODEL", "PNG", "-o", "OUT/values.npz", old: ["values.npz"]),
    Job("trace", "MODEL", "PNG", "--health"),
    Job("trace", "MODEL", "JPEG", "-o", "OUT/values.npz", old: ["values.npz"]),
    Job("trace", "MODEL", "PNG", "--html", "OUT/report", old: report),
    Job("compare", "MODEL", "MODEL", "PNG"),
    Job("compare", "MODEL", "MODEL", "PNG", "--html", "OUT/report", old: report),
    Job("profile", "MODEL", "--runs", "1", "--warm-up", "0"),
    Job(
      "profile", "MODEL", "PNG", "--runs", "1", "--warm-up", "0", "--csv", "OUT/times.csv", "--trace", "OUT/trace.json",
      "--model-explorer", "OUT/graph.json", old: ["times.csv", "trace.json"]),
    Job("benchmark", "MODEL", "PNG", "--runs", "1", "--warm-up", "0"),
    Job("benchmark", "MODEL", "--runs", "1", "--warm-up", "0", "--per-operator", "--json"),
    Job("extract", "MODEL", "--from", "0", "-o", "OUT/part.tflite", old: ["part.tflite"]),
    Job("operators", "CONV_2D"),
  ]

  /// A run, and what there is then where it writes.
  private struct Outcome {
    let run: FaultLibrary.Run
    let place: String
    let files: [String: Data]

    var command: Command { run.command }
  }

  private func outcome(of job: Job, _ fault: FaultLibrary.Fault? = nil) throws -> Outcome {
    let output = try TemporaryFolder()
    for name in job.old { try output.write(Array(Self.old), name) }
    let arguments = job.arguments.map { word -> String in
      if word.hasPrefix("OUT/") { return output.path(String(word.dropFirst(4))) }
      return Self.names[word].map { folder.path($0) } ?? word
    }
    let run = try FaultLibrary.shared.get().run(
      arguments, fault, in: folder.path,
      environment: ["LITERT_LIBRARY": LiteRTFile.path, "LITERT_PYTHON": folder.path("no python")])
    return Outcome(run: run, place: output.path, files: try output.contents())
  }

  @Test(arguments: jobs) func oneFault(job: Job) throws {
    let normal = try outcome(of: job)
    try #require(normal.command.status == 0, "\(normal.run.description)")
    #expect(!normal.run.calls(.file).isEmpty && normal.run.calls(.allocation).isEmpty != job.usesLibraries)
    let faults = FaultLibrary.faults(in: normal.run)
    var failures = 0
    for fault in faults {
      let faulty = try outcome(of: job, fault)
      check(faulty, of: job, against: normal)
      if faulty.command.status != 0 { failures += 1 }
    }
    print("faults: \(job.testDescription): of \(faults.count) tried, \(failures) end the command")
  }

  private func check(_ faulty: Outcome, of job: Job, against normal: Outcome) {
    let (command, context): (Command, Comment) = (faulty.command, "\(faulty.run.description)")
    let isOutage = faulty.run.fault?.kind == .outage
    if command.status == 0 {
      #expect(!faulty.run.lacksEnd, context)
      #expect(job.comparable(command.output) == job.comparable(normal.command.output), context)
    } else {
      #expect(command.status == 1 && faulty.run.fault?.kind.isHarmless == false, context)
      // Where no call succeeds, no message can be written.
      #expect(isOutage || command.errorLines.count == 1, context)
      #expect(isOutage || !faulty.run.lacksEnd || command.errors.contains(faulty.place), context)
    }

    let leftovers = faulty.files.filter { $0.key.contains(/\.tflite-/) }
    #expect(leftovers.isEmpty || isOutage || faulty.run.lacksRemoval, context)
    let files = faulty.files.filter { leftovers[$0.key] == nil }
    let old = files.filter { $0.value == Self.old }
    let new = files.filter { file in
      normal.files[file.key].map { job.comparable($0) == job.comparable(file.value) } ?? false
    }
    let isComplete = new.count == normal.files.count
    #expect(old.count + new.count == files.count && (isComplete || command.status == 1), context)
    #expect(!job.isReport || isComplete || new.isEmpty, context)
    // An old report is aside for a moment; there it stays if nothing succeeds from then on.
    let aside = leftovers.filter { $0.value == Self.old }.keys.map { $0.replacing(/\.tflite-[0-9a-z]+\.old/, with: "") }
    let isKept = Set(job.old).isSubset(of: files.keys) || isOutage && Set(job.old).isSubset(of: aside)
    #expect(isKept, context)
  }

  /// What is read is neither overwritten nor removed, also where the system does not tell that an output leads to it.
  @Test(arguments: [
    ["extract", "OUT/model.tflite", "--from", "0", "-o", "OUT/link.tflite"],
    ["trace", "OUT/model.tflite", "OUT/report/images/input.png", "--html", "OUT/report"],
  ])
  func whatIsReadStays(_ words: [String]) throws {
    let place = try TemporaryFolder()
    for name in Self.report { try place.write(Array(Self.old), name) }
    try FileManager.default.createDirectory(atPath: place.path("report/images"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: folder.path("picture.png"), toPath: place.path("report/images/input.png"))
    let model = try place.write(try ModelSketch.detector().model.serialized(), "model.tflite")
    try FileManager.default.createSymbolicLink(atPath: place.path("link.tflite"), withDestinationPath: model)
    let before = try place.contents()
    let arguments = words.map { $0.replacing("OUT", with: place.path) }
    let library = try FaultLibrary.shared.get()
    let calls = try library.run(arguments, nil, in: folder.path).calls(.file)
    let numbers = calls.indices.filter { ["stat", "realpath", "opendir", "readdir"].contains(calls[$0]) }.map { $0 + 1 }
    #expect(!numbers.isEmpty)
    for number in [0] + numbers {
      let run = try library.run(arguments, .init(kind: .file, number: number), in: folder.path)
      #expect(run.command.status == 1 && run.command.errorLines.count == 1, "\(run.description)")
      #expect(try place.contents() == before, "\(run.description)")
    }
  }
}

extension FaultTests.Job {
  /// What is the same in each run.
  fileprivate func comparable(_ output: String) -> String {
    isTimed
      ? "\(output.count(where: \.isNewline)) lines"
      : output.replacing(/[0-9.]+ (ms|µs|s)\b/, with: "").replacing(/"milliseconds":{[^}]*}/, with: "")
  }

  /// What is the same in each run.
  fileprivate func comparable(_ file: Data) -> Data {
    isTimed ? file.filter { !"0123456789.e+-".utf8.contains($0) } : file
  }
}
#endif
