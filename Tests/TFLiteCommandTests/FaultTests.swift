#if os(Linux)
import Foundation
import Synchronization
import TFLiteModelManager
import TFLiteSchema
import TestModels
import Testing

/// One call fails: memory for a library that decodes, or a read or write of a file. The command goes on as if nothing had
/// happened, or ends with one line that says why; no file is half written, and old ones are as they were.
///
/// Memory that cairo asks for is left out: version 1.16 ends the process itself in half of its own failures.
@Suite struct FaultTests {
  private static let library = Swift.Result { try FaultLibrary() }

  private let folder: TemporaryFolder
  private let model: String

  init() throws {
    folder = try TemporaryFolder()
    let bytes = try ModelSketch.detector().model.serialized()
    model = try folder.write(bytes, "model.tflite")
    _ = try FinishedProgram(
      URL(fileURLWithPath: "/usr/bin/env"), ["python3", "-m", "tarfile", "-c", "model.tar.gz", "model.tflite"],
      in: URL(fileURLWithPath: folder.path))
    try folder.write(Array(try Data(contentsOf: URL(fileURLWithPath: SampleCodes.picturePath))), "picture.jpg")
    let drawn = try Command("detect", "--model", model, folder.path("picture.jpg"), "-o", folder.path("picture.png"))
    try #require(drawn.status == 0)
  }

  /// A command that writes one file, named last, or none.
  struct Job: CustomTestStringConvertible, Sendable {
    let arguments: [String]
    var output: String?

    /// Whether no library is asked for anything that it needs memory for.
    var decodesNothing: Bool { ["inspect", "extract"].contains(arguments[0]) }

    var testDescription: String { (arguments + [output ?? ""]).joined(separator: " ") }
  }

  static let jobs = [
    Job(arguments: ["detect", "--model", "MODEL", "JPEG", "-o"], output: "drawn.png"),
    Job(arguments: ["detect", "--model", "MODEL", "PNG", "-o"], output: "drawn.png"),
    Job(arguments: ["detect", "--model", "MODEL", "JPEG", "PNG"]),
    Job(arguments: ["inspect", "MODEL"]),
    Job(arguments: ["inspect", "MODEL", "--model-explorer"], output: "graph.json"),
    Job(arguments: ["run", "MODEL", "PNG", "-o"], output: "values.npz"),
    Job(arguments: ["trace", "MODEL", "JPEG", "-o"], output: "values.npz"),
    Job(arguments: ["compare", "MODEL", "MODEL", "PNG"]),
    Job(arguments: ["extract", "MODEL", "--from", "0", "-o"], output: "part.tflite"),
  ]

  private func arguments(_ job: Job, into folder: TemporaryFolder) -> [String] {
    let files = ["MODEL": model, "JPEG": self.folder.path("picture.jpg"), "PNG": self.folder.path("picture.png")]
    return job.arguments.map { files[$0] ?? $0 } + (job.output.map { [folder.path($0)] } ?? [])
  }

  @Test(arguments: jobs, FaultLibrary.Fault.Kind.allCases)
  func oneFault(job: Job, kind: FaultLibrary.Fault.Kind) throws {
    let library = try Self.library.get()
    let old = Array("what was there".utf8)

    func run(_ number: Int) throws -> (faulty: FaultLibrary.Run, file: [UInt8]?, names: [String]) {
      let output = try TemporaryFolder()
      if let name = job.output { try output.write(old, name) }
      let faulty = try library.run(arguments(job, into: output), .init(kind: kind, number: number), in: folder.path)
      let file = try job.output.map { Array(try Data(contentsOf: URL(fileURLWithPath: output.path($0)))) }
      return (faulty, file, try FileManager.default.contentsOfDirectory(atPath: output.path))
    }

    let normal = try run(0)
    try #require(normal.faulty.command.status == 0, "\(normal.faulty.command.errors)")
    let calls = try #require(normal.faulty.callCount)
    #expect((calls == 0) == (kind == .allocation && job.decodesNothing), "\(calls) calls")
    var failures = 0
    for number in Self.chosen(of: calls) {
      let (faulty, file, names) = try run(number)
      let status = faulty.command.status
      let context: Comment = "call \(number) of \(calls): status \(status), \(faulty.command.errors)"
      #expect(names == [job.output].compactMap(\.self), context)
      if status == 0 {
        #expect(file == normal.file, context)
        #expect(faulty.command.output.withoutTimes == normal.faulty.command.output.withoutTimes, context)
      } else {
        failures += 1
        #expect(status == 1 && faulty.command.errorLines.count == 1, context)
        #expect(file == old || file == normal.file, context)
        #expect(!kind.isHarmless, context)
      }
    }
    print("faults: \(job.testDescription), \(kind): \(calls) calls, of those tried \(failures) end the command")
  }

  /// A model that was there before stays, or the new one is there.
  @Test(arguments: FaultLibrary.Fault.Kind.allCases) func download(kind: FaultLibrary.Fault.Kind) throws {
    let library = try Self.library.get()
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: model)))
    let index = ModelIndex(models: [
      .init(
        name: "detector", summary: "Quarters of pictures", license: "MIT",
        release: .init(
          version: "1",
          file: .init(url: "model.tar.gz", member: "model.tflite", sha256: SHA256Hash.of(bytes).hexadecimal)))
    ])
    try folder.write([UInt8](JSONEncoder().encode(index)), "index.json")

    func run(_ number: Int, data: TemporaryFolder) throws -> FaultLibrary.Run {
      try library.run(
        ["models", "add", "detector", "--from", folder.path("index.json")], .init(kind: kind, number: number),
        in: folder.path, environment: ["XDG_DATA_HOME": data.path])
    }

    let first = try run(0, data: TemporaryFolder())
    try #require(first.command.status == 0, "\(first.command.errors)")
    let calls = try #require(first.callCount)
    for number in Self.chosen(of: calls) {
      let data = try TemporaryFolder()
      let faulty = try run(number, data: data)
      let context: Comment = "call \(number) of \(calls): status \(faulty.command.status), \(faulty.command.errors)"
      #expect((0...1).contains(faulty.command.status), context)
      #expect(faulty.command.status == 0 || !kind.isHarmless, context)
      for isRepeated in [false, true] {
        if isRepeated { #expect(try run(0, data: data).command.status == 0, context) }
        let path = try Command(environment: ["XDG_DATA_HOME": data.path], ["models", "path", "detector"])
        #expect(path.status == 0 || !isRepeated && faulty.command.status == 1, context)
        guard path.status == 0 else { continue }
        let file = URL(fileURLWithPath: path.output.trimmingCharacters(in: .newlines))
        #expect(try Array(Data(contentsOf: file)) == bytes, context)
      }
    }
    print("faults: models add, \(kind): \(calls) calls")
  }

  /// All calls in long tests, else some.
  private static func chosen(of count: Int) -> [Int] {
    let step = LongTests.areIncluded ? 1 : max(1, count / 2)
    return Array(stride(from: 1, through: count, by: step))
  }
}

extension String {
  /// How long something took differs from run to run.
  fileprivate var withoutTimes: String { replacing(/[0-9.]+ (ms|µs|s)\b/, with: "") }
}

/// The library that makes one call fail, and programs with it.
final class FaultLibrary: Sendable {
  struct Fault {
    enum Kind: String, CaseIterable, Sendable {
      case allocation, file, interruption, shortness

      /// What happens to any program at times, and changes nothing.
      var isHarmless: Bool { self == .interruption || self == .shortness }
    }

    let kind: Kind
    /// From 1; 0 is none.
    let number: Int
  }

  struct Run {
    let command: Command
    /// How many calls there were that could fail; nil where the program was ended.
    let callCount: Int?
  }

  private let folder: TemporaryFolder
  private let runs = Atomic<Int>(0)

  init() throws {
    folder = try TemporaryFolder()
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Faults/faults.c")
    let compiler = try Command(
      URL(fileURLWithPath: "/usr/bin/env"),
      [
        "cc", "-std=gnu11", "-O1", "-shared", "-fPIC", "-Wall", "-Wextra", "-Werror", "-o", folder.path("faults.so"),
        source.path,
      ])
    guard compiler.status == 0 else { throw Failure(reason: compiler.errors) }
  }

  struct Failure: Error {
    let reason: String
  }

  func run(
    _ arguments: [String], _ fault: Fault, in currentFolder: String, environment: [String: String] = [:]
  ) throws -> Run {
    let report = folder.path("\(runs.wrappingAdd(1, ordering: .relaxed).oldValue)")
    let variables = environment.merging([
      "LD_PRELOAD": folder.path("faults.so"), "FAULT_KIND": fault.kind.rawValue, "FAULT_NUMBER": "\(fault.number)",
      "FAULT_REPORT": report, "SWIFT_BACKTRACE": "enable=no",
    ]) { $1 }
    // What takes a minute waits for ever.
    let command = try Command(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["timeout", "--signal=KILL", "60", "env"] + variables.map { "\($0)=\($1)" }
        + [BuiltProducts.executable("tflite").path] + arguments, currentFolder: currentFolder)
    let count = (try? String(contentsOfFile: report, encoding: .utf8)).flatMap { Int($0.dropLast()) }
    return Run(command: command, callCount: count)
  }
}
#endif
