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
