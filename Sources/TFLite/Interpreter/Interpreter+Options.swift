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
    var effectiveMemoryLimit: Int { memoryLimit ?? 2 << 30 }
  }
}

/// The older name of ``Interpreter/Options``.
@available(*, deprecated, renamed: "Interpreter.Options")
public typealias InterpreterOptions = Interpreter.Options
