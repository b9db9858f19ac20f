extension Interpreter {
  /// Is told, after each operator of an invocation that runs, its position and how long it took, with the work of those
  /// that are fused into it.
  package typealias Stopwatch = (_ operator: Int, _ duration: Duration) -> Void
}

extension Execution {
  /// Does what ``run()`` does, and tells how long each operator takes.
  ///
  /// - Throws: as ``run()``.
  func run(stopwatch: Interpreter.Stopwatch) throws {
    let clock = ContinuousClock()
    try SubnormalNumbers.flushed {
      try forEachStep { step in
        let duration = try clock.measure { try run(step) }
        if step.isRun { stopwatch(step.node.identity.index, duration) }
        return true
      }
    }
  }
}
