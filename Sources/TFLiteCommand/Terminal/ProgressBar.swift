/// How far a run over many files has come, on standard error when that is a terminal.
final class ProgressBar {
  private let total: Int
  private var done = 0
  private static let width = 30

  init(total: Int) {
    self.total = total
  }

  private var isShown: Bool { StandardError.isTerminal && total > 1 }

  func show(_ name: String) {
    guard isShown else { return }
    let bar = Bar.text(Double(done) / Double(total), width: Self.width)
    StandardError.write("\(Bar.eraseLine)\(bar) \(done)/\(total) \(name.suffix(40))")
  }

  func advance() { done += 1 }

  /// Makes room for other output.
  func clear() {
    guard isShown else { return }
    StandardError.write(Bar.eraseLine)
  }
}
