import TFLiteFlatBuffers
import TFLiteKernels
import TFLiteSchema

/// What the subgraphs of one interpreter share: the model, what its operators mean, the subgraphs that operators call,
/// and the state that outlives an invocation.
///
/// The verified model has no recursion, so that no subgraph is called while it runs, and one execution of each is enough.
/// Only one thread at a time uses a library, as ``InterpreterActivity`` sees to.
final class SubgraphLibrary: @unchecked Sendable {
  let model: Model
  let registry: OperatorRegistry
  private let source: (any OperatorSource)?
  let options: Interpreter.Options
  /// What operators on tensors of type RESOURCE work on.
  let resources: ResourceStore
  /// The work of the invocation so far, against the limit in the options.
  let work: WorkBudget
  /// What prepared operators keep, against the limit in the options.
  let kept: KeptMemory
  /// What ends the invocation before it is done.
  let stop: StopSignal
  /// Tells operators that work while they are prepared when the invocation is stopped.
  let preparers: StoppableWorkers

  private var nodes: [Int: [Node]] = [:]
  private var callees: [Int: Callee] = [:]
  /// The subgraphs that CALL_ONCE has run.
  private var initializers: Set<Int32> = []
  private var callCount = 0
  /// Those of the subgraphs that users run.
  private var executions: [WeakExecution] = []

  private struct WeakExecution {
    weak var execution: Execution?
  }

  /// A subgraph that an operator calls, prepared for inputs of some shapes.
  private struct Callee {
    let inputShapes: [[Int]]
    let execution: Execution
  }

  init(
    model: Model, registry: OperatorRegistry, source: (any OperatorSource)? = nil, options: Interpreter.Options
  ) {
    self.model = model
    self.registry = registry
    self.source = source
    self.options = options
    work = WorkBudget(limit: options.workLimit)
    kept = KeptMemory(model, memoryLimit: options.effectiveMemoryLimit)
    stop = StopSignal(timeLimit: options.effectiveTimeLimit)
    preparers = StoppableWorkers(SerialWorkers(), stop: stop, stepsPerLook: options.stepsPerLook)
    resources = ResourceStore(byteLimit: options.effectiveMemoryLimit)
  }

  /// The operators of a subgraph in execution order.
  ///
  /// - Throws: ``InterpreterError/tensorFlowLiteError(_:)`` that lists every operator without an implementation, or when
  ///   the options ask for an instruction set that there is not.
  func nodes(ofSubgraph index: Int) throws -> [Node] {
    if let nodes = nodes[index] { return nodes }
    let made = try Node.all(ofSubgraph: index, in: self)
    nodes[index] = made
    return made
  }

  /// What checks an operator and computes its parameters; nil where nobody has implemented it.
  func prepare(for code: OperatorCode, at place: OperatorPlace) -> OperatorRegistry.Prepare? {
    if let source { source.prepare(for: code, at: place) } else { registry.prepare(for: code) }
  }

  /// What becomes of one subgraph with inputs of given shapes.
  private func execution(ofSubgraph index: Int, inputShapes: [[Int]]) throws -> Execution {
    if let callee = callees[index], callee.inputShapes == inputShapes { return callee.execution }
    try countCall()
    callees[index] = nil
    let execution = try Execution(
      model: model, subgraph: index, nodes: nodes(ofSubgraph: index), inputShapes: inputShapes, options: options,
      work: work, kept: kept, stop: stop, isObservable: false, strings: resources.strings)
    let limit = options.effectiveMemoryLimit
    let needed = callees.values.reduce(execution.byteCount) { $0 + $1.execution.byteCount }
    guard needed <= limit else {
      throw InterpreterError.tensorFlowLiteError(
        "the subgraphs that operators call need \(needed) bytes, more than the memory limit of \(limit)")
    }
    callees[index] = Callee(inputShapes: inputShapes, execution: execution)
    return execution
  }

  private func call(_ index: Int, _ arguments: [TensorValue]) throws -> [TensorValue] {
    try countCall()
    let execution = try execution(ofSubgraph: index, inputShapes: arguments.map(\.shape))
    let graph = model.subgraphs[index]
    for (tensor, argument) in zip(graph.inputs, arguments) {
      argument.bytes.withUnsafeBytes { bytes in execution.bytes(of: Int(tensor))?.copyMemory(from: bytes) }
    }
    try execution.countWork()
    try execution.run()
    return try results(of: execution, graph.outputs)
  }

  /// Copies what a called subgraph returns. It may return one tensor many times.
  private func results(of execution: Execution, _ outputs: [Int32]) throws -> [TensorValue] {
    let byteCount = outputs.reduce(0) { OperatorWork.sum($0, execution.bytes(of: Int($1))?.count ?? 0) }
    guard byteCount <= options.effectiveMemoryLimit else {
      throw InterpreterError.tensorFlowLiteError(
        "the results need \(byteCount) bytes, more than the memory limit of \(options.effectiveMemoryLimit)")
    }
    return outputs.map { execution.value(of: Int($0)) }
  }

  /// Gives the variable tensors of all called subgraphs the values that they have before the first run.
  func resetVariables() {
    for callee in callees.values { callee.execution.resetVariables() }
  }

  /// Forgets the calls and the work of the invocation before, or of an allocation.
  func beginInvocation() {
    callCount = 0
    work.reset()
  }

  /// Remembers an execution whose tensors users may read and write, lest their strings are forgotten.
  func register(_ execution: Execution) {
    executions.removeAll { $0.execution == nil }
    executions.append(WeakExecution(execution: execution))
  }

  /// The number of a string that a tensor is to hold; nil where all strings together would exceed the memory limit.
  func number(ofString string: ByteSlice) -> Int64? {
    if let number = resources.strings.number(of: string) { return number }
    collectStrings()
    return resources.strings.number(of: string)
  }

  /// Forgets strings that no tensor holds any more.
  ///
  /// - Parameter execution: one that is about to run, of which only inputs and variable tensors matter.
  func collectStrings(beforeRunOf execution: Execution? = nil) {
    guard resources.strings.isCollectable else { return }
    var kept: Set<Int64> = []
    for other in executions.compactMap(\.execution) {
      kept.formUnion(other.stringNumbers(beforeRun: other === execution))
    }
    for callee in callees.values { kept.formUnion(callee.execution.stringNumbers(beforeRun: true)) }
    resources.collectStrings(keeping: kept)
  }

  /// Counts a call against the limit.
  private func countCall() throws {
    callCount += 1
    guard callCount <= options.effectiveSubgraphCallLimit else {
      throw InterpreterError.tensorFlowLiteError(
        "operators have called subgraphs more than \(options.effectiveSubgraphCallLimit) times in one invocation, the "
          + "limit in the interpreter's options")
    }
  }
}

extension SubgraphLibrary: SubgraphHost {
  func interface(ofSubgraph index: Int32) -> SubgraphInterface {
    let graph = model.subgraphs[Int(index)]
    func types(_ tensors: [Int32]) -> [TensorType] { tensors.map { graph.tensors[Int($0)].type } }
    let occupied = graph.inputs.first {
      model.constantData(of: graph.tensors[Int($0)]) != nil || graph.tensors[Int($0)].isVariable
    }
    return SubgraphInterface(
      description: description(ofSubgraph: index), inputs: types(graph.inputs), outputs: types(graph.outputs),
      occupiedInput: occupied.map(Int.init))
  }

  func operators(ofSubgraph index: Int32) -> [BuiltinOperator] {
    model.subgraphs[Int(index)].operators.map { model.operatorCode(of: $0).builtinCode }
  }

  func resultShapes(
    ofSubgraph index: Int32, inputShapes: [[Int]], for caller: OperatorIdentity
  ) throws -> [[Int]]? {
    try inside(index, calledBy: caller) {
      let execution = try execution(ofSubgraph: Int(index), inputShapes: inputShapes)
      var results: [[Int]] = []
      for tensor in model.subgraphs[Int(index)].outputs {
        guard let shape = execution.knownShape(of: Int(tensor)) else { return nil }
        results.append(shape)
      }
      return results
    }
  }

  func call(_ index: Int32, _ arguments: [TensorValue], for caller: OperatorIdentity) throws -> [TensorValue] {
    // Subgraphs without operators do not look by themselves.
    try stop.check(caller, "stopped")
    return try inside(index, calledBy: caller) { try call(Int(index), arguments) }
  }

  func callOnce(_ index: Int32, for caller: OperatorIdentity) throws {
    try inside(index, calledBy: caller) {
      guard !initializers.contains(index) else { return }
      _ = try call(Int(index), [])
      initializers.insert(index)
    }
  }

  /// Says of errors in a subgraph where it is called.
  private func inside<Result>(
    _ index: Int32, calledBy caller: OperatorIdentity, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as InterpreterError {
      guard case .tensorFlowLiteError(let message) = error else { throw error }
      throw InterpreterError.tensorFlowLiteError("\(caller): in \(description(ofSubgraph: index)): \(message)")
    }
  }

  private func description(ofSubgraph index: Int32) -> String {
    let name = model.subgraphs[Int(index)].name
    return name.isEmpty ? "subgraph \(index)" : "subgraph \(index) \"\(name)\""
  }
}
