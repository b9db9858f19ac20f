import Foundation
import TestModels
import TFLiteSchema

/// Runs mutants of model files in child processes, which may crash and hang without harm.
final class MutationRun: Sendable {
  /// What all runs have in common.
  struct Settings: Sendable {
    let seed: UInt64
    /// One of so many changes is tried, and fewer of models that compute much; prefixes all are.
    let share: Int
    /// How many pairs of changes are tried of each file.
    let pairCount: Int
    /// `Interpreter.Options.timeLimit`; with it, no model computes much.
    let timeLimit: Duration?
    /// `Interpreter.Options.memoryLimit`.
    let memoryLimit = 4 << 20
    /// The most memory that the system gives the child; far above the limit, as its program needs some too. The address
    /// sanitizer reserves terabytes: under it, 0 sets no limit.
    let addressSpace = AddressSanitizer.isWatching ? 0 : 1 << 30
    /// How long one mutant may take on a busy machine.
    let patience: Double = 30

    /// The share of one file's changes. A file of a kilobyte may hold matrices of megabytes, and keep a processor busy for
    /// an hour: changes get rarer as the memory of what is computed grows.
    func share(of file: URL) -> Int {
      guard timeLimit == nil, let model = try? Model(contentsOfFile: file.path) else { return share }
      let computed = model.subgraphs.flatMap(\.tensors).filter { model.constantData(of: $0) == nil }
      let byteCount = computed.reduce(0.0) { $0 + Double($1.byteCount ?? 0) }
      return share * max(1, Int(min(byteCount / 0x1p16, 1000)))
    }
  }

  /// A mutant that ended its process, or did not end itself.
  struct Failure: Sendable, CustomStringConvertible {
    let file: String
    let mutant: Int
    let reason: String

    var description: String { "mutant \(mutant) of \(file): \(reason)" }
  }

  /// How many mutants got how far, and which did not survive.
  struct Report: Sendable {
    var tried = 0
    var loaded = 0
    var prepared = 0
    var ran = 0
    var failures: [Failure] = []

    static func + (left: Report, right: Report) -> Report {
      Report(
        tried: left.tried + right.tried, loaded: left.loaded + right.loaded, prepared: left.prepared + right.prepared,
        ran: left.ran + right.ran, failures: left.failures + right.failures)
    }
  }

  private let settings: Settings
  private let folder: TemporaryFolder
  /// After so many failures of one file, the rest of it is left alone.
  private static let mostFailures = 10

  init(_ settings: Settings) throws {
    self.settings = settings
    folder = try TemporaryFolder()
  }

  /// Tries the mutants of files, as many files at once as there are processors.
  func run(_ files: [URL]) -> Report {
    let queue = Queue(files)
    DispatchQueue.concurrentPerform(iterations: ProcessInfo.processInfo.activeProcessorCount) { worker in
      while let file = queue.next() { queue.add(run(file, worker: worker)) }
    }
    return queue.report
  }

  private func run(_ file: URL, worker: Int) -> Report {
    var report = Report()
    var first = 0
    while report.failures.count < Self.mostFailures {
      let (part, last) = runChild(file, first: first, worker: worker)
      report = report + part
      guard !part.failures.isEmpty, let last else { break }
      first = last + 1
    }
    return report
  }

  /// Runs one child until it ends, and returns the mutant that it tried last.
  private func runChild(_ file: URL, first: Int, worker: Int) -> (Report, last: Int?) {
    let progress = URL(fileURLWithPath: folder.path("progress-\(worker)"))
    var report = Report()
    func failure(_ mutant: Int, _ reason: String) -> Failure {
      Failure(file: file.lastPathComponent, mutant: mutant, reason: reason)
    }
    let child = Process()
    child.executableURL = BuiltProducts.executable("HostileModelRunner")
    let arguments = [
      first, Int(truncatingIfNeeded: settings.seed), settings.share(of: file), settings.pairCount, settings.memoryLimit,
      settings.timeLimit.map { Int($0 / .milliseconds(1)) } ?? 0, settings.addressSpace,
    ]
    child.arguments = [file.path, progress.path] + arguments.map(String.init)
    let messages = URL(fileURLWithPath: folder.path("messages-\(worker)"))
    let ending: Process.Ending
    do {
      try Data(repeating: 0, count: 40).write(to: progress)
      try Data().write(to: messages)
      child.standardError = try FileHandle(forWritingTo: messages)
      ending = try child.run(patience: settings.patience) { numbers(in: progress)[1] }
    } catch {
      report.failures = [failure(first, "the runner does not start: \(error)")]
      return (report, nil)
    }

    let reached = numbers(in: progress)
    (report.tried, report.loaded, report.prepared, report.ran) = (reached[1], reached[2], reached[3], reached[4])
    let text = ((try? String(contentsOf: messages, encoding: .utf8)) ?? "").prefix(500)
    switch ending {
    case .exited(0): break
    case .exited(let status): report.failures = [failure(reached[0], "exit code \(status) \(text)")]
    case .signaled(let signal): report.failures = [failure(reached[0], "signal \(signal) \(text)")]
    case .hung: report.failures = [failure(reached[0], "more than \(settings.patience) s")]
    }
    return (report, reached[0])
  }

  private func numbers(in progress: URL) -> [Int] {
    let data = (try? Data(contentsOf: progress)) ?? Data()
    return (0..<5).map { index in
      guard data.count >= 8 * (index + 1) else { return 0 }
      return data.withUnsafeBytes { Int($0.loadUnaligned(fromByteOffset: 8 * index, as: Int64.self)) }
    }
  }
}

/// Files to be done, and what has come of those that are.
private final class Queue: @unchecked Sendable {
  private let lock = NSLock()
  private var files: ArraySlice<URL>
  private var total = MutationRun.Report()

  init(_ files: [URL]) { self.files = files[...] }

  var report: MutationRun.Report { lock.withLock { total } }

  func next() -> URL? { lock.withLock { files.popFirst() } }

  func add(_ report: MutationRun.Report) { lock.withLock { total = total + report } }
}
