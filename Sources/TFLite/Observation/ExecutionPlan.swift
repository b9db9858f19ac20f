import TFLiteKernels
import TFLiteSchema

/// What an invocation does about each operator of the main subgraph, with which code, and where the results lie.
///
/// ``Interpreter/plan`` has that of an interpreter whose tensors are allocated.
public struct ExecutionPlan: Equatable, Hashable, Sendable {
  /// The operators in execution order.
  public let operators: [PlannedOperator]
  /// The bytes of the arena, in which activations and working memory lie.
  public let arenaByteCount: Int
}

/// What an invocation does about one operator.
public struct PlannedOperator: Equatable, Hashable, Sendable {
  /// What becomes of an operator.
  public enum Fate: Equatable, Hashable, Sendable {
    /// Every invocation runs it.
    case runs
    /// Every invocation prepares and runs it: it depends on values that only a run can tell.
    case preparedInEveryRun
    /// It ran when the tensors were allocated, and its results are constants.
    case folded
    /// The operator at another position, which runs, does its work.
    case fused(into: Int)
  }

  /// Its position in execution order.
  public let index: Int
  /// The schema's name of the operator (`CONV_2D`), or the name of a custom operator.
  public let name: String
  /// What becomes of it.
  public let fate: Fate
  /// The name of the code that runs, such as `conv2D int8 vector avx2`; nil for an operator that another does the work of,
  /// and for one that is prepared in every run before there was any.
  public let kernel: String?
  /// The kind of that code.
  package let path: KernelPath?
  /// The bytes of working memory that it has in the arena.
  public let scratchByteCount: Int
  /// What it computes. Of fused operators the last one has the result.
  public let outputs: [PlannedTensor]
}

/// Where one result of an operator lies.
public struct PlannedTensor: Equatable, Hashable, Sendable {
  /// The memory of a tensor.
  public enum Place: Equatable, Hashable, Sendable {
    /// In the arena.
    ///
    /// - Parameters:
    ///   - offset: where it starts, in bytes.
    ///   - alias: the tensor that it lies inside, where it shares the memory of one.
    case arena(offset: Int, alias: Int?)
    /// In memory of its own, which is never written again.
    case constant
    /// In memory of its own, which a run allocates: only that tells the shape.
    case ownBlock
    /// Nowhere: it is never computed, because the operator that reads it has been fused with the one that would.
    case nowhere
  }

  /// Its position among the tensors of the main subgraph.
  public let index: Int
  /// Its bytes; for those in blocks of their own, as many as in the last run.
  public let byteCount: Int
  /// Where it lies.
  public let place: Place
}

extension Interpreter {
  /// What an invocation does about each operator, with which code, and where the results lie.
  ///
  /// It is that of the invocations to come: while there is an ``observer``, operators are neither fused nor do their
  /// results share memory, from the first invocation on that is watched.
  ///
  /// - Throws: ``InterpreterError/allocateTensorsRequired``, or ``InterpreterError/tensorFlowLiteError(_:)`` during an
  ///   asynchronous invocation.
  public var plan: ExecutionPlan {
    get throws { try main.plan() }
  }
}

extension ExecutionPlan {
  init(_ execution: Execution) {
    operators = execution.steps.map { PlannedOperator($0, of: execution) }
    arenaByteCount = execution.byteCount
  }
}

extension PlannedOperator {
  fileprivate init(_ step: Execution.Step, of execution: Execution) {
    index = step.node.identity.index
    name = step.node.identity.name
    kernel = execution.kernelName(of: step)
    path = execution.path(of: step)
    switch step.body {
    case .bound(let bound): (fate, scratchByteCount) = (.runs, bound.scratchByteCount)
    case .deferred: (fate, scratchByteCount) = (.preparedInEveryRun, 0)
    case .folded: (fate, scratchByteCount) = (.folded, 0)
    case .fused(let other): (fate, scratchByteCount) = (.fused(into: other), 0)
    }
    outputs = step.node.stored.outputs.map { PlannedTensor(Int($0), of: execution) }
  }
}

extension PlannedTensor {
  fileprivate init(_ index: Int, of execution: Execution) {
    let descriptor = execution.descriptor(of: index)
    self.index = index
    byteCount = descriptor.byteCount
    if descriptor.constant != nil {
      place = .constant
    } else if let found = execution.place(of: index) {
      place = .arena(offset: found.byteOffset, alias: found.alias)
    } else {
      place = execution.knownShape(of: index) == nil ? .ownBlock : .nowhere
    }
  }
}
