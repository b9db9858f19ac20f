#if os(Linux)
import Foundation
import Synchronization
import TestModels

/// The library that makes one call fail, and programs with it.
final class FaultLibrary: Sendable {
  enum Kind: String, CaseIterable, Sendable {
    case allocation, file, interruption, shortness, outage

    /// What happens to any program at times, and changes nothing.
    var isHarmless: Bool { self == .interruption || self == .shortness }

    /// Under which the calls are reported that can fail so.
    fileprivate var reported: Kind { self == .outage ? .file : self }
  }

  struct Fault {
    let kind: Kind
    /// From 1; 0 is none.
    let number: Int
  }

  struct Run {
    let command: Command
    /// Nil stands for a run in which nothing fails.
    let fault: Fault?
    /// The functions that were called one after the other, by what could have become of them; nil where the program was
    /// ended, and could not tell.
    private let reported: [Kind: [String]]?

    fileprivate init(_ command: Command, _ fault: Fault?, report: String?) {
      (self.command, self.fault) = (command, fault)
      reported = report.map { report in
        let lines = report.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        return Dictionary(grouping: lines.filter { $0.count == 2 }) { Kind(rawValue: $0[0]) ?? .outage }
          .mapValues { $0.map { $0[1] } }
      }
    }

    /// The functions whose calls can fail so; none where the program was ended.
    func calls(_ kind: Kind) -> [String] { reported?[kind.reported] ?? [] }

    /// The function that has failed, or the first of them; nil where there were not so many calls.
    var failed: String? {
      guard let fault else { return nil }
      let names = calls(fault.kind)
      return names.indices.contains(fault.number - 1) ? names[fault.number - 1] : nil
    }

    /// Whether what was not needed any more could not be removed.
    var lacksRemoval: Bool { ["lstat", "unlink", "rmdir"].contains(failed) }

    /// Whether a file was written whose end could not be told: what is in it may be lost.
    var lacksEnd: Bool { failed == "close-written" }

    var description: String {
      let fault = fault.map { "\($0.kind) \($0.number) of \(calls($0.kind).count), \(failed ?? "no call")" }
      return "\(fault ?? "no fault"): status \(command.status), \(command.errors)"
    }
  }

  private let folder: TemporaryFolder
  private let runs = Atomic<Int>(0)

  static let shared = Swift.Result { try FaultLibrary() }

  private init() throws {
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
    _ arguments: [String], _ fault: Fault?, in currentFolder: String, environment: [String: String] = [:]
  ) throws -> Run {
    let report = folder.path("\(runs.wrappingAdd(1, ordering: .relaxed).oldValue)")
    let variables = environment.merging([
      "LD_PRELOAD": folder.path("faults.so"), "FAULT_KIND": fault?.kind.rawValue ?? "none",
      "FAULT_NUMBER": "\(fault?.number ?? 0)", "FAULT_REPORT": report, "SWIFT_BACKTRACE": "enable=no",
    ]) { $1 }
    // What takes a minute waits for ever.
    let command = try Command(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["timeout", "--signal=KILL", "60", "env"] + variables.map { "\($0)=\($1)" }
        + [BuiltProducts.executable("tflite").path] + arguments, currentFolder: currentFolder)
    defer { try? FileManager.default.removeItem(atPath: report) }
    return Run(command, fault, report: try? String(contentsOfFile: report, encoding: .utf8))
  }

  /// Runs with one fault each: all there can be in a campaign, one of six in long tests, else for each kind one in the
  /// middle; and always one of each function that changes files.
  ///
  /// - Parameter normal: a run without fault.
  static func faults(in normal: Run) -> [Fault] {
    Kind.allCases.flatMap { kind in
      let calls = normal.calls(kind)
      let changes = changes(kind).compactMap { calls.firstIndex(of: $0) }
      let step = LongTests.isCampaign ? 1 : LongTests.areIncluded ? 6 : calls.count
      let places = changes + stride(from: step / 2, to: calls.count, by: max(1, step))
      return Set(places).sorted().map { Fault(kind: kind, number: $0 + 1) }
    }
  }

  private static func changes(_ kind: Kind) -> [String] {
    switch kind {
    case .file:
      ["write", "close-written", "fsync", "fchmod", "rename", "link", "symlink", "unlink", "mkdir", "rmdir"]
    // The way back is closed, too.
    case .outage: ["rename"]
    default: []
    }
  }
}
#endif
