#if os(Linux)
import Foundation
import TFLiteModelManager
import TFLiteSchema
import TestModels
import Testing

/// One call fails while models are downloaded, looked at, brought up to date or removed. A model is there as it was, or as
/// it is after a run in which nothing fails; the same command then gets over what was left.
@Suite struct ModelFaultTests {
  private let folder: TemporaryFolder
  /// Hands out the folder's files.
  private let server: FileServer
  /// With the first version of the model.
  private let store: TemporaryFolder

  init() throws {
    (folder, store) = (try TemporaryFolder(), try TemporaryFolder())
    server = try FileServer(folder.path)
    let labels = try folder.write(Array("red\ngreen\nblue\n".utf8), "labels.txt")
    try folder.write(try ModelSketch.detector().model.serialized(), "detector.tflite")
    try folder.write(try ModelSketch.classifier().model.serialized(), "models/detector.tflite")
    try FileManager.default.copyItem(atPath: labels, toPath: folder.path("models/detector.txt"))
    _ = try FinishedProgram(
      URL(fileURLWithPath: "/usr/bin/env"), ["python3", "-m", "tarfile", "-c", "detector.tar.gz", "detector.tflite"],
      in: URL(fileURLWithPath: folder.path))
    try publish("index.json", version: "1", "detector.tar.gz", member: "detector.tflite", of: "detector.tflite")
    let added = try Command(
      environment: environment(store), in: folder.path, ["models", "add", "detector", "--from", "index.json"])
    try #require(added.status == 0, "\(added.errors)")
    try publish("archive.json", version: "1", "detector.tar.gz", member: "detector.tflite", of: "detector.tflite")
    try publish("index.json", version: "2", "models/detector.tflite", of: "models/detector.tflite")
  }

  /// Writes an index that names a model with labels.
  private func publish(
    _ name: String, version: String, _ url: String, member: String? = nil, of model: String
  ) throws {
    func hash(_ name: String) throws -> String {
      SHA256Hash.of(Array(try Data(contentsOf: URL(fileURLWithPath: folder.path(name))))).hexadecimal
    }
    let release = ModelIndex.Release(
      version: version, file: .init(url: url, member: member, sha256: try hash(model)),
      labels: .init(url: "labels.txt", sha256: try hash("labels.txt")))
    let index = ModelIndex(models: [
      .init(name: "detector", summary: "Quarters of pictures", license: "MIT", release: release)
    ])
    try folder.write([UInt8](JSONEncoder().encode(index)), name)
  }

  private func environment(_ data: TemporaryFolder) -> [String: String] { ["XDG_DATA_HOME": data.path] }

  struct Job: CustomTestStringConvertible, Sendable {
    let arguments: [String]
    /// Whether no model is there before.
    let isFirst: Bool

    init(_ arguments: String..., isFirst: Bool = false) { (self.arguments, self.isFirst) = (arguments, isFirst) }

    /// Whether the same command can be given again, whatever has become of it.
    var isRepeatable: Bool { arguments[1] != "remove" }

    var testDescription: String { arguments.joined(separator: " ") + (isFirst ? ", the first one" : "") }
  }

  /// SERVER stands for the address of what is in the folder.
  static let jobs = [
    Job("models", "add", "detector", "--from", "archive.json", isFirst: true),
    Job("models", "add", "detector", "--from", "models", isFirst: true),
    Job("models", "add", "detector", "--from", "index.json"),
    Job("models", "update"),
    Job("models", "remove", "detector"),
    Job("models", "list"),
    Job("models", "list", "--json"),
    Job("models", "list", "--available", "--from", "index.json"),
    Job("models", "list", "--available", "--from", "models"),
    Job("models", "add", "detector", "--from", "SERVER/archive.json", isFirst: true),
    Job("models", "add", "detector", "--from", "SERVER/index.json"),
    Job("models", "add", "SERVER/detector.tflite", isFirst: true),
    Job("models", "list", "--available", "--from", "SERVER/index.json"),
    Job("models", "path", "detector"),
    Job("models", "path", "--labels", "detector"),
    Job("inspect", "detector"),
  ]

  /// A run, and what there is then.
  private struct Outcome {
    let run: FaultLibrary.Run
    let data: TemporaryFolder
    /// What is in the model's files; nil where there is no model.
    let model: [Data]?

    var command: Command { run.command }
    /// The places of files differ from run to run.
    var output: String { command.output.replacing(data.path, with: "DATA") }
  }

  private func outcome(
    of job: Job, _ fault: FaultLibrary.Fault? = nil, in data: TemporaryFolder? = nil
  ) throws -> Outcome {
    let place = try data ?? TemporaryFolder()
    if data == nil, !job.isFirst {
      try FileManager.default.copyItem(atPath: store.path("swift-tflite"), toPath: place.path("swift-tflite"))
    }
    let arguments = job.arguments.map { $0.replacing("SERVER/", with: server.url("")) }
    let run = try FaultLibrary.shared.get().run(
      arguments, fault, in: folder.path, environment: environment(place))
    return Outcome(run: run, data: place, model: try model(in: place))
  }

  private func model(in data: TemporaryFolder) throws -> [Data]? {
    let manager = ModelManager(.init(folder: URL(fileURLWithPath: data.path("swift-tflite"))))
    return try manager.downloadedModel(named: "detector").map { model in
      try [model.path, model.labelsPath].compactMap(\.self).map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
    }
  }

  @Test(arguments: jobs) func oneFault(job: Job) throws {
    let before = job.isFirst ? nil : try model(in: store)
    let normal = try outcome(of: job)
    try #require(normal.command.status == 0, "\(normal.run.description)")
    #expect((before ?? []).count == (job.isFirst ? 0 : 2))
    let faults = FaultLibrary.faults(in: normal.run)
    var failures = 0
    for fault in faults {
      let faulty = try outcome(of: job, fault)
      check(faulty, against: normal, before: before)
      guard faulty.command.status != 0 else { continue }
      failures += 1
      let again = try outcome(of: job, in: faulty.data)
      let context: Comment = "\(faulty.run.description), then \(again.run.description)"
      #expect(again.command.status == 0 || !job.isRepeatable && faulty.model == nil, context)
      #expect(again.model == normal.model, context)
    }
    print("faults: \(job.testDescription): of \(faults.count) tried, \(failures) end the command")
  }

  private func check(_ faulty: Outcome, against normal: Outcome, before: [Data]?) {
    let (command, context): (Command, Comment) = (faulty.command, "\(faulty.run.description)")
    #expect(faulty.model == normal.model || faulty.model == before && command.status != 0, context)
    if command.status == 0 {
      #expect(!faulty.run.lacksEnd && faulty.output == normal.output, context)
    } else {
      let isOutage = faulty.run.fault?.kind == .outage
      #expect(command.status == 1 && faulty.run.fault?.kind.isHarmless == false, context)
      // Where no call succeeds, no message can be written.
      #expect(isOutage || command.errorLines.count == 1, context)
      #expect(isOutage || !faulty.run.lacksEnd || command.errors.contains(faulty.data.path), context)
    }
  }
}
#endif
