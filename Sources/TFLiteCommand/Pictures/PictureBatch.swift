import ArgumentParser

/// Pictures that are worked on one after the other. A broken one is reported, and the rest goes on.
struct PictureBatch {
  let files: PictureFiles

  /// - Throws: `ExitCode.failure` at the end where a picture has failed.
  func run<Result>(
    _ report: any PictureReport<Result>, _ work: (_ path: String) throws -> PictureOutcome<Result>
  ) throws {
    let progress = ProgressBar(total: files.entries.count)
    var failures = 0
    report.begin()
    for entry in files.entries {
      progress.show(entry.path)
      do {
        if let problem = entry.problem { throw problem }
        let outcome = try work(entry.path)
        progress.clear()
        report.add(outcome)
      } catch {
        failures += 1
        progress.clear()
        let message = error.message(about: entry.path)
        report.add(failure: message, of: entry.path)
        StandardError.report(message, about: entry.path)
      }
      progress.advance()
    }
    report.end()
    if failures > 0 { throw ExitCode.failure }
  }
}
