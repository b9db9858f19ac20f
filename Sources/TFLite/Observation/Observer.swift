extension Interpreter {
  /// Sees the operators of an invocation as they run, and may change what they computed.
  ///
  /// ```swift
  /// interpreter.observer = Interpreter.Observer { run in
  ///   print(run.index, run.name, run.outputs.map(\.shape))
  ///   return .proceed
  /// }
  /// try interpreter.invoke()
  /// ```
  ///
  /// Watching never changes a bit of any result. While there is an observer, the interpreter keeps apart what it
  /// otherwise joins for speed (operators that are fused, tensors that share memory), so that every
  /// operator of the model is seen with the values that the model describes.
  public struct Observer {
    /// What follows an operator.
    public enum Reaction: Equatable, Hashable, Sendable {
      /// The next operator.
      case proceed
      /// The end of the invocation. Outputs of the model that have not been computed cannot be read.
      case stop
    }

    /// The operators to observe, by their position in execution order; nil stands for all.
    public var operators: Set<Int>?

    /// Called after each observed operator, on the thread that invokes. What it throws ends the invocation and is
    /// thrown by ``Interpreter/invoke()`` as it is.
    public var didRun: (OperatorRun) throws -> Reaction

    /// Observes some operators, or all.
    public init(operators: Set<Int>? = nil, didRun: @escaping (OperatorRun) throws -> Reaction) {
      self.operators = operators
      self.didRun = didRun
    }

    func observes(_ index: Int) -> Bool { operators?.contains(index) ?? true }
  }
}
