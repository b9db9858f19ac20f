import Foundation
import LiteRTReference
import Synchronization
import TestModels

/// Asks the TFLite C library which models it runs, in processes that may crash.
final class ReferenceProbe: Sendable {
  static let shared = ReferenceProbe()

  /// What an output has where nobody writes: neither a small number nor part of one.
  static let unwritten: UInt8 = 0xa5

  /// A model, what it is fed, and the kernels that shall run it.
  struct Question: Sendable {
    let model: [UInt8]
    /// What each input is fed, the slack included.
    let feeds: [[UInt8]]
    let kernels: LiteRTKernelMode
    /// Bytes behind each input and output.
    let slack: Int
  }

  enum Answer: Equatable, Sendable {
    /// With the bytes of each output, the slack included.
    case ran(outputs: [[UInt8]])
    case refused(reason: String)
    /// The model ended the process that was to run it.
    case crashed
  }

  /// Processes that wait for questions.
  private let idle = Mutex<[Child]>([])

  /// - Returns: an answer for each question, in their order.
  func answers(to questions: [Question]) throws -> [Answer] {
    var answers: [Answer] = []
    while answers.count < questions.count {
      let child = try idle.withLock { $0.popLast() } ?? Child()
      let part = questions[answers.count..<min(answers.count + 200, questions.count)]
      let answered = child.answers(to: part)
      answers += answered
      if answered.count == part.count {
        idle.withLock { $0.append(child) }
      } else {
        answers.append(.crashed)
      }
    }
    return answers
  }
}

/// One process and its pipes.
private final class Child: @unchecked Sendable {
  private let process = Process()
  private let requests = Pipe()
  private let replies = Pipe()

  init() throws {
    signal(SIGPIPE, SIG_IGN)
    process.executableURL = BuiltProducts.executable("ReferenceProbeRunner")
    process.arguments = [LiteRTLibrary.defaultPath(packageRoot: TestEnvironment.packageRoot.path)]
    process.standardInput = requests
    process.standardOutput = replies
    process.standardError = FileHandle.nullDevice
    // A crash is an answer: nobody reads where it happened.
    process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    try process.run()
    // Other children must not keep these ends open when this one is gone.
    try requests.fileHandleForReading.close()
    try replies.fileHandleForWriting.close()
    for handle in [requests.fileHandleForWriting, replies.fileHandleForReading] {
      _ = fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC)
    }
  }

  deinit { try? requests.fileHandleForWriting.close() }

  /// - Returns: fewer answers than questions where one of them has ended the process.
  func answers(to questions: ArraySlice<ReferenceProbe.Question>) -> [ReferenceProbe.Answer] {
    var bytes: [UInt8] = []
    func add(_ number: Int) { bytes += littleEndianBytes(UInt32(number)) }
    func add(_ blob: [UInt8]) {
      add(blob.count)
      bytes += blob
    }
    for question in questions {
      add(question.kernels == .reference ? 0 : 1)
      add(question.slack)
      add(Int(ReferenceProbe.unwritten))
      add(question.model)
      add(question.feeds.count)
      for feed in question.feeds { add(feed) }
    }
    // Neither the questions nor the replies to a part fit into a pipe.
    let written = bytes
    let writer = Thread { [requests] in try? requests.fileHandleForWriting.write(contentsOf: Data(written)) }
    writer.start()
    var answers: [ReferenceProbe.Answer] = []
    for _ in questions {
      guard let status = number(), let reason = blob(), let outputs = blobs() else { break }
      answers.append(
        status == 0 ? .ran(outputs: outputs) : .refused(reason: String(decoding: reason, as: UTF8.self)))
    }
    return answers
  }

  private func blob() -> [UInt8]? { number().flatMap(read) }

  private func blobs() -> [[UInt8]]? {
    guard let count = number() else { return nil }
    var blobs: [[UInt8]] = []
    while blobs.count < count {
      guard let next = blob() else { return nil }
      blobs.append(next)
    }
    return blobs
  }

  private func number() -> Int? {
    read(4)?.enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
  }

  private func read(_ count: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < count {
      guard let part = try? replies.fileHandleForReading.read(upToCount: count - bytes.count), !part.isEmpty else {
        return nil
      }
      bytes += part
    }
    return bytes
  }
}
