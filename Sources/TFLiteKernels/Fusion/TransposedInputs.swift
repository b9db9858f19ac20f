import TFLiteSchema

/// An operator some of whose inputs are transposed first, each into working memory.
package struct TransposedInputs: ThrowingOperator {
  private let body: any PreparedOperator
  private let inputs: [(index: Int, path: Movement.Path, offset: Int)]
  package let scratchByteCount: Int

  /// An operator behind transpositions.
  ///
  /// - Parameters:
  ///   - context: that of the operator; inputs are described as they are when they have been transposed.
  ///   - orders: which inputs are transposed, and how.
  /// - Throws: ``KernelError`` for an input whose elements are not whole bytes.
  package init(
    _ context: OperatorContext, _ body: any PreparedOperator, orders: [(index: Int, order: DimensionOrder)]
  ) throws(KernelError) {
    self.body = body
    var inputs: [(index: Int, path: Movement.Path, offset: Int)] = []
    var end = body.scratchByteCount
    for (index, order) in orders {
      let tensor = try context.input(index)
      let offset = (end + 63) / 64 * 64
      let path = Movement.Path(
        context.microkernels?.transposition, transposing: order, from: order.input(of: tensor.shape),
        elementSize: try context.elementSize(of: tensor))
      inputs.append((index, path, offset))
      end = offset &+ tensor.byteCount &+ OverReadPadding.byteCount
    }
    self.inputs = inputs
    scratchByteCount = end
  }

  package var outputShapes: [[Int]] { body.outputShapes }
  package var outputTypes: [TensorType]? { body.outputTypes }
  package var path: KernelPath { body.path }
  package var readsInputs: Bool { body.readsInputs }
  package var isPure: Bool { body.isPure }

  package func run(_ call: OperatorCall) throws {
    let transposed = inputs.map { (index: $0.index, values: call.scratch + $0.offset) }
    var watch = call.stopWatch
    for (input, target) in zip(inputs, transposed) where !input.path.copy.isEmpty {
      if watch.isOver(after: input.path.copy.byteCount) { return }
      input.path.run(from: call.inputBytes(input.index), to: target.values, workers: call.workers)
    }
    try call.withInputs(transposed.map { ($0.index, UnsafeRawPointer($0.values)) }) { try body.runnable.run($0) }
  }
}
