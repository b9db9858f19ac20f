/// What an inner loop must do, tried on operands that seeds make.
///
/// Checks need no test library, no existential types and little of the C library, so that they also run as Embedded Swift
/// on a processor that is only emulated: see `Tests/EmbeddedMicrokernels`.
package struct MicrokernelCheck: Sendable {
  package let name: String
  private let seeds: Range<UInt64>
  private let body: @Sendable (_ seed: UInt64) throws(CheckFailure) -> Void

  init(
    _ name: String, seeds: Range<UInt64>,
    _ body: @escaping @Sendable (_ seed: UInt64) throws(CheckFailure) -> Void
  ) {
    (self.name, self.seeds, self.body) = (name, seeds, body)
  }

  /// - Throws: what the first seed finds that finds anything.
  package func run() throws(CheckFailure) {
    for seed in seeds {
      do throws(CheckFailure) {
        try body(seed)
      } catch {
        throw CheckFailure("seed \(seed): \(error.description)")
      }
    }
  }
}

/// How an inner loop differs from a plain one.
package struct CheckFailure: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}

func expect(_ condition: Bool, _ message: @autoclosure () -> String) throws(CheckFailure) {
  if !condition { throw CheckFailure(message()) }
}
