import TFLiteKernels
import TFLiteSchema

/// One prepared operator, bound to the memory of its tensors.
final class BoundOperator {
  /// Which kind of code a run executes.
  let path: KernelPath
  /// The working memory of a run.
  let scratchByteCount: Int
  private let runnable: RunnableOperator
  private let inputs: UnsafeMutableBufferPointer<UnsafeRawPointer?>
  private let outputs: UnsafeMutablePointer<UnsafeMutableRawPointer>
  private let call: OperatorCall

  /// The memory must stay where it is as long as the operator is run.
  ///
  /// - Parameter address: where the values of a tensor lie; nil for a tensor without bytes.
  init(
    _ prepared: any PreparedOperator, _ stored: Operator, scratch: UnsafeMutableRawPointer, workers: any Workers,
    address: (Int) -> UnsafeMutableRawPointer?
  ) {
    path = prepared.path
    scratchByteCount = prepared.scratchByteCount
    runnable = prepared.runnable
    inputs = .allocate(capacity: stored.inputs.count)
    for (position, index) in stored.inputs.enumerated() {
      inputs.initializeElement(
        at: position, to: index < 0 ? nil : address(Int(index)).map { UnsafeRawPointer($0) })
    }
    outputs = .allocate(capacity: stored.outputs.count)
    for (position, index) in stored.outputs.enumerated() {
      // Every output of a prepared operator has memory; its scratch stands in where one has no bytes.
      (outputs + position).initialize(to: address(Int(index)) ?? scratch)
    }
    call = OperatorCall(
      inputs: UnsafeBufferPointer(inputs), outputs: outputs, scratch: scratch, workers: workers)
  }

  deinit {
    inputs.deallocate()
    outputs.deallocate()
  }

  func run() throws { try runnable.run(call) }
}
