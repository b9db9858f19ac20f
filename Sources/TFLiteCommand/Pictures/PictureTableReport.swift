/// A table for each picture.
final class PictureTableReport<Result: TimedResult>: PictureReport {
  private let table: (Result) -> TextTable
  private let nothing: String

  /// - Parameters:
  ///   - nothing: what a picture whose table has no rows shows: "no object".
  ///   - table: what is said of the others.
  init(nothing: String, table: @escaping (Result) -> TextTable) {
    self.nothing = nothing
    self.table = table
  }

  func begin() {}

  func add(_ outcome: PictureOutcome<Result>) {
    let time = outcome.result.inferenceTime.milliseconds.formatted(fractionDigits: 1)
    let limit = Double(outcome.result.scoreThreshold).formatted(fractionDigits: 2)
    print(
      "\(outcome.path)  \(outcome.width)×\(outcome.height) pixels, inference \(time) ms, threshold \(limit)"
    )
    let table = table(outcome.result)
    guard !table.isEmpty else { return print("  \(nothing) with a score of \(limit) or more") }
    for line in table.lines() { print(line) }
  }

  /// Failures are told on standard error.
  func add(failure: String, of path: String) {}

  func end() {}
}
