import TFLiteKernels
import TFLiteSchema

extension Execution {
  /// Runs all operators in order and shows them to an observer.
  ///
  /// - Throws: what an operator throws, and what the observer throws.
  func run(observer: Interpreter.Observer) throws {
    try forEachStep { step in
      let duration = try SubnormalNumbers.flushed { try ContinuousClock().measure { try run(step) } }
      guard observer.observes(step.node.identity.index) else { return true }
      // The observer computes as its own thread does, outside of `flushed`.
      return try observer.didRun(operatorRun(of: step, duration: duration)) == .proceed
    }
  }

  private func operatorRun(of step: Step, duration: Duration) -> OperatorRun {
    let node = step.node
    return OperatorRun(
      index: node.identity.index, name: node.identity.name, kernel: kernelName(of: step) ?? "",
      inputs: node.stored.inputs.map { $0 < 0 ? nil : observed(Int($0)) },
      outputs: node.stored.outputs.map { observed(Int($0)) }, duration: step.isRun ? duration : .zero)
  }

  private func observed(_ index: Int) -> ObservedTensor {
    ObservedTensor(
      descriptor(of: index), bytes: bytes(of: index) ?? UnsafeMutableRawBufferPointer(start: nil, count: 0),
      strings: strings)
  }
}
