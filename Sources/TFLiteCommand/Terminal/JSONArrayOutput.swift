import TFLiteInspection

/// A JSON array on standard output, printed record by record.
final class JSONArrayOutput {
  private var isFirst = true

  func begin() { print("[", terminator: "") }

  /// - Parameter record: holds strings and finite numbers, which JSON can always hold.
  func add(_ record: some Encodable) {
    guard let text = try? JSONText.of(record, isPretty: false) else { return }
    print(isFirst ? "\n" : ",\n", text, separator: "", terminator: "")
    isFirst = false
  }

  func end() { print("\n]") }
}

/// A picture of which nothing came.
struct FailureRecord: Encodable {
  let image: String
  let error: String
}

/// How long the parts of the work took.
struct MillisecondsRecord: Encodable {
  let decode: Double
  let resize: Double
  let inference: Double
  let total: Double

  init(decode: Duration, resize: Duration, inference: Duration, total: Duration) {
    self.decode = decode.milliseconds.rounded(toDigits: 3)
    self.resize = resize.milliseconds.rounded(toDigits: 3)
    self.inference = inference.milliseconds.rounded(toDigits: 3)
    self.total = total.milliseconds.rounded(toDigits: 3)
  }
}
