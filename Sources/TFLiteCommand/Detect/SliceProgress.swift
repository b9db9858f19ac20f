/// How many parts of a large picture are done, on standard error when that is a terminal.
struct SliceProgress: Sendable {
  private let name: String

  /// - Parameter path: the picture's.
  init(_ path: String) { name = String(path.suffix(40)) }

  @Sendable func show(done: Int, total: Int) {
    guard StandardError.isTerminal else { return }
    let bar = Bar.text(Double(done) / Double(total), width: 30)
    StandardError.write(done == total ? Bar.eraseLine : "\(Bar.eraseLine)\(bar) \(done)/\(total) parts of \(name)")
  }
}
