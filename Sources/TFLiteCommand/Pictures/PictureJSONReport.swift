import TFLiteInspection

/// A JSON array with one object a picture, printed as the pictures are done.
final class PictureJSONReport<Result: TimedResult, Finding: Encodable>: PictureReport {
  private let name: String
  private let findings: (Result) -> [Finding]
  private let output = JSONArrayOutput()

  /// - Parameters:
  ///   - name: the member of a picture's object that lists what was found.
  ///   - findings: what was found.
  init(_ name: String, findings: @escaping (Result) -> [Finding]) {
    self.name = name
    self.findings = findings
  }

  func begin() { output.begin() }

  func add(_ outcome: PictureOutcome<Result>) {
    output.add(PictureRecord(outcome, name: name, findings: findings(outcome.result)))
  }

  func add(failure: String, of path: String) { output.add(FailureRecord(image: path, error: failure)) }

  func end() { output.end() }
}

private struct PictureRecord<Result: TimedResult, Finding: Encodable>: Encodable {
  private let outcome: PictureOutcome<Result>
  private let name: String
  private let findings: [Finding]

  init(_ outcome: PictureOutcome<Result>, name: String, findings: [Finding]) {
    self.outcome = outcome
    self.name = name
    self.findings = findings
  }

  func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "image": outcome.path,
      "width": outcome.width,
      "height": outcome.height,
      name: findings,
      "score_threshold": outcome.result.scoreThreshold,
      "milliseconds": MillisecondsRecord(outcome),
    ])
  }
}

/// A picture of which nothing came.
private struct FailureRecord: Encodable {
  let image: String
  let error: String
}

/// How long the parts of the work took.
private struct MillisecondsRecord: Encodable {
  let decode: Double
  let resize: Double
  let inference: Double
  let total: Double

  init(_ outcome: PictureOutcome<some TimedResult>) {
    func milliseconds(_ time: Duration) -> Double { time.milliseconds.rounded(toDigits: 3) }
    decode = milliseconds(outcome.decodeTime)
    resize = milliseconds(outcome.result.resizeTime)
    inference = milliseconds(outcome.result.inferenceTime)
    total = milliseconds(outcome.totalTime)
  }
}
