import TFLiteFlatBuffers
import TFLiteKernels
import TFLiteSchema

/// What came of preparing one operator before the first run.
enum Preparation {
  /// It runs in every invocation.
  case ready(any PreparedOperator)
  /// Only a run can tell what it needs.
  case deferred
  /// It has run once and for all: its outputs are constants now.
  case folded(KernelPath)
  /// The operator at another position does its work.
  case fused(into: Int)

  /// What runs in every invocation, where it is known already.
  var prepared: (any PreparedOperator)? { if case .ready(let prepared) = self { prepared } else { nil } }

  /// Whether an invocation has nothing to do.
  var isOmitted: Bool {
    switch self {
    case .ready, .deferred: false
    case .folded, .fused: true
    }
  }
}

extension [Preparation] {
  /// The position of the operator that does the work of the one at another: itself, or the one that it is fused into, which
  /// may have been fused since.
  func placeOfWork(on position: Int) -> Int {
    var position = position
    while case .fused(let other) = self[position] { position = other }
    return position
  }
}

extension TensorTable {
  /// Prepares operators in order, each with the output shapes of those before it.
  ///
  /// Operators whose outputs do not depend on the model's inputs run at once: what decompresses constant weights, and
  /// what computes with shapes. Operators behind them then see constants.
  ///
  /// - Throws: ``InterpreterError/tensorFlowLiteError(_:)`` of the first operator that does not fit.
  mutating func prepare(_ nodes: [Node], workers: StoppableWorkers) throws(InterpreterError) -> [Preparation] {
    var preparations: [Preparation] = []
    for node in nodes {
      do {
        // Within an invocation, for a subgraph that is called for the first time, or anew: nothing is kept of what may have
        // been left undone.
        preparations.append(
          try workers.stop.ending(node.identity) { () throws in try prepare(node, workers: workers) })
      } catch {
        throw InterpreterError(error, of: node)
      }
    }
    return preparations
  }

  private mutating func prepare(_ node: Node, workers: StoppableWorkers) throws -> Preparation {
    guard !node.stored.inputs.contains(where: { dynamic.contains(Int($0)) }) else {
      setDynamic(node.stored.outputs)
      return .deferred
    }
    let context = node.context(.allocation, descriptors) { descriptors[$0] }
    guard kept.reserve(OperatorMemory.keptByteCount(node.code.builtinCode, context)) else {
      throw InterpreterError.tensorFlowLiteError(
        "\(node.identity): the weights of all operators, each packed for its loops, need more than \(kept.limit) bytes: the "
          + "memory limit, and four times the model's constants")
    }
    let prepared: any PreparedOperator
    do {
      prepared = try node.prepare(context)
    } catch KernelError.valuesUnknown {
      setDynamic(node.stored.outputs)
      return .deferred
    }
    try setOutputs(prepared, of: node)
    let steps = node.steps(descriptors)
    try work.spend(steps, on: node)
    let isKnown = !prepared.readsInputs || context.inputs.allSatisfy { $0.map { $0.constant != nil } ?? true }
    guard isKnown, prepared.isPure, node.code.builtinCode != .custom, allowsFolding(of: steps) else {
      return .ready(prepared)
    }
    return try fold(prepared, node, of: steps, workers: workers) ? .folded(prepared.path) : .ready(prepared)
  }
}
