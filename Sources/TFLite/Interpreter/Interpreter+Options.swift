extension Interpreter {
  /// How an interpreter runs.
  public struct Options: Equatable, Hashable, Sendable {
    /// How many threads share the work of an operator; `nil` stands for 1. Results do not depend on it.
    public var threadCount: Int?

    /// The most bytes that activations and working memory may take; `nil` stands for 2 GiB.
    public var memoryLimit: Int?

    /// The defaults.
    public init() {}

    var effectiveThreadCount: Int { min(max(1, threadCount ?? 1), 256) }
    /// At most 4 TiB, so that no sum of sizes within the limit can overflow.
    var effectiveMemoryLimit: Int { min(memoryLimit ?? 2 << 30, 1 << 42) }
  }
}

/// The older name of ``Interpreter/Options``.
@available(*, deprecated, renamed: "Interpreter.Options")
public typealias InterpreterOptions = Interpreter.Options
