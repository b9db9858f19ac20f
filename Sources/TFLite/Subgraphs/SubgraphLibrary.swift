import TFLiteKernels
import TFLiteSchema

/// What the subgraphs of one interpreter share: the model, what its operators mean, the subgraphs that operators call,
/// and the variables of the model.
///
/// The verified model has no recursion, so that no subgraph is called while it runs, and one execution of each is enough.
/// Only one thread at a time uses a library, as ``InterpreterActivity`` sees to.
final class SubgraphLibrary: @unchecked Sendable {
  let model: Model
  let registry: OperatorRegistry
  let options: Interpreter.Options
  /// What VAR_HANDLE, ASSIGN_VARIABLE and READ_VARIABLE work on.
  let variables: ResourceVariables
  /// Asked before each call of a subgraph.
  var cancellation: Cancellation?

  private var nodes: [Int: [Node]] = [:]
  private var callees: [Int: Callee] = [:]
  private var initializers: Set<Int> = []
  private var callCount = 0

  /// A subgraph that an operator calls, prepared for inputs of some shapes.
  private struct Callee {
    let inputShapes: [[Int]]
    let execution: Execution
  }

  init(model: Model, registry: OperatorRegistry, options: Interpreter.Options) {
    self.model = model
    self.registry = registry
    self.options = options
    variables = ResourceVariables(byteLimit: options.effectiveMemoryLimit)
  }

  /// The operators of a subgraph in execution order.
  ///
  /// - Throws: ``InterpreterError/tensorFlowLiteError(_:)`` that lists every operator without an implementation, or when
  ///   the options ask for an instruction set that there is not.
  func nodes(ofSubgraph index: Int) throws -> [Node] {
    if let nodes = nodes[index] { return nodes }
    let made = try Node.all(of: model.subgraphs[index], in: self)
    nodes[index] = made
    return made
  }

  /// What becomes of one subgraph with inputs of given shapes.
  func execution(ofSubgraph index: Int, inputShapes: [[Int]]) throws -> Execution {
    if let callee = callees[index], callee.inputShapes == inputShapes { return callee.execution }
    try countCall()
    callees[index] = nil
    let execution = try Execution(
      model: model, subgraph: index, nodes: nodes(ofSubgraph: index), inputShapes: inputShapes, options: options,
      isObservable: false)
    let limit = options.effectiveMemoryLimit
    let needed = callees.values.reduce(execution.byteCount) { $0 + $1.execution.byteCount }
    guard needed <= limit else {
      throw InterpreterError.tensorFlowLiteError(
        "the subgraphs that operators call need \(needed) bytes, more than the memory limit of \(limit)")
    }
    callees[index] = Callee(inputShapes: inputShapes, execution: execution)
    return execution
  }

  /// Runs a subgraph.
  ///
  /// - Throws: what its operators throw, `CancellationError`, and ``InterpreterError/tensorFlowLiteError(_:)`` when there
  ///   have been too many calls in this invocation.
  func call(_ index: Int, _ arguments: [TensorValue]) throws -> [TensorValue] {
    try countCall()
    let execution = try execution(ofSubgraph: index, inputShapes: arguments.map(\.shape))
    let graph = model.subgraphs[index]
    for (tensor, argument) in zip(graph.inputs, arguments) {
      argument.bytes.withUnsafeBytes { bytes in execution.bytes(of: Int(tensor))?.copyMemory(from: bytes) }
    }
    try execution.run()
    return graph.outputs.map { execution.value(of: Int($0)) }
  }

  /// Runs a subgraph that prepares variables, unless it has been run.
  func initialize(_ index: Int) throws {
    guard !initializers.contains(index) else { return }
    _ = try call(index, [])
    initializers.insert(index)
  }

  /// Gives the variable tensors of all called subgraphs the values that they have before the first run.
  func resetVariables() {
    for callee in callees.values { callee.execution.resetVariables() }
  }

  /// Forgets the calls of the invocation before.
  func beginInvocation() { callCount = 0 }

  /// Counts a call against the limit.
  private func countCall() throws {
    try cancellation?.check()
    callCount += 1
    guard callCount <= options.effectiveSubgraphCallLimit else {
      throw InterpreterError.tensorFlowLiteError(
        "operators have called subgraphs more than \(options.effectiveSubgraphCallLimit) times in one invocation, the "
          + "limit in the interpreter's options")
    }
  }
}

/// The values of a tensor, apart from any memory of an interpreter.
struct TensorValue {
  let type: TensorType
  let shape: [Int]
  let bytes: [UInt8]
}
