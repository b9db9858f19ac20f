import ArgumentParser
import TFLiteImageCodecs
import TFLiteVision

/// Pictures that are worked on by all cores, several at a time, and told of in their order. A broken one is reported, and
/// the rest goes on.
struct PictureBatch<Worker> {
  private let files: PictureFiles
  private let workers: [Worker]

  /// - Parameters:
  ///   - threads: how many may work; as many pictures are worked on at a time, if there are so many.
  ///   - worker: makes a worker with so many threads of its own.
  init(_ files: PictureFiles, threads: Int, worker: (_ threadCount: Int) throws -> Worker) rethrows {
    self.files = files
    let count = max(1, min(threads, files.entries.count))
    workers = try (0..<count).map { _ in try worker(max(1, threads / count)) }
    if files.entries.count > 1 { PixelMemory.keepFreed() }
  }

  /// Whether one picture is worked on at a time.
  var isPatient: Bool { workers.count == 1 }

  /// After an interrupt, the pictures that are being worked on are the last, and what is done is told whole.
  ///
  /// - Throws: `ExitCode.failure` at the end where a picture has failed.
  func run<Result: Sendable>(
    _ report: any PictureReport<Result>,
    _ work: @escaping @Sendable (_ number: Int, _ path: String, _ worker: Worker) throws -> PictureOutcome<Result>
  ) async throws {
    let progress = ProgressBar(total: files.entries.count)
    let interrupt = Interrupt()
    var (failures, doneCount) = (0, 0)
    report.begin()
    let pool = WorkerPool(workers)
    let numbered = Array(files.entries.enumerated())
    progress.show(files.entries.first?.path ?? "")
    let outcomes = OrderedWork(on: ReadySequence(numbered), by: { pool }) { entry, worker in
      if let problem = entry.element.problem { throw problem }
      return try work(entry.offset, entry.element.path, worker)
    }
    for try await done in outcomes {
      let path = done.item.element.path
      progress.clear()
      switch done.outcome {
      case .success(let outcome): report.add(outcome)
      case .failure(let error):
        failures += 1
        let message = error.message(about: path)
        report.add(failure: message, of: path)
        StandardError.report(message, about: path)
      }
      progress.advance()
      progress.show(path)
      doneCount += 1
      if interrupt.hasHappened { break }
    }
    progress.clear()
    report.end()
    if interrupt.hasHappened, doneCount < files.entries.count {
      StandardError.report("\(doneCount) of \(files.entries.count) pictures are done", about: "interrupted")
      interrupt.end()
    }
    if failures > 0 { throw ExitCode.failure }
  }
}
