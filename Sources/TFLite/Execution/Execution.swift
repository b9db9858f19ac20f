import TFLiteFlatBuffers
import TFLiteKernels
import TFLiteSchema

/// A model ready to run: prepared operators, bound to the memory of their tensors.
///
/// An operator is prepared before the first run if all that it needs is known by then. One that needs values which only
/// a run can tell (a new shape that is computed, say), and whatever depends on it, is prepared in every run.
final class Execution {
  private var table: TensorTable
  private let memory: TensorMemory
  private let workers: StoppableWorkers
  /// What the invocation has done so far, in all subgraphs.
  private let work: WorkBudget
  private let stop: StopSignal
  private(set) var steps: [Step] = []
  private let inputs: Set<Int>
  /// Whether every operator of the model runs by itself, on memory of its own, so that it can be watched.
  let isObservable: Bool
  /// The kernels that the last run has prepared, by the operators' positions.
  private var pathsOfLastRun: [Int: KernelPath] = [:]
  /// What the elements of tensors of type STRING stand for.
  let strings: StringPool
  /// The tensors of type STRING whose values a run may change.
  private let stringTensors: [Int]
  /// Tensors that the last run has not computed, or not to the end, because it failed, was stopped by an observer, by a
  /// wish or by the clock.
  private(set) var uncomputed: Set<Int> = []

  /// What an invocation does about one operator. A class, since copying a node costs more than a small operator.
  final class Step {
    let node: Node
    let body: Body

    init(node: Node, body: Body) {
      self.node = node
      self.body = body
    }

    enum Body {
      case bound(BoundOperator)
      /// Prepared in every run.
      case deferred
      /// Nothing: computed when the execution was made.
      case folded(KernelPath)
      /// Nothing: the operator at another position, which runs, does its work.
      case fused(into: Int)
    }

    /// Whether an invocation computes anything.
    var isRun: Bool {
      switch body {
      case .bound, .deferred: true
      case .folded, .fused: false
      }
    }
  }

  /// Prepares every operator that can be, and allocates memory.
  ///
  /// - Throws: ``InterpreterError/tensorFlowLiteError(_:)`` of the first operator that does not fit, or where the memory
  ///   does not suffice.
  init(
    model: Model, subgraph: Int, nodes: [Node], inputShapes: [[Int]], options: Interpreter.Options, work: WorkBudget,
    kept: KeptMemory, stop: StopSignal, isObservable: Bool, strings: StringPool
  ) throws(InterpreterError) {
    self.isObservable = isObservable
    self.work = work
    self.stop = stop
    let graph = model.subgraphs[subgraph]
    let limit = options.effectiveMemoryLimit
    workers = StoppableWorkers(
      options.effectiveThreadCount > 1 ? SharedWorkers(threadCount: options.effectiveThreadCount) : SerialWorkers(),
      stop: stop, stepsPerLook: options.stepsPerLook)
    self.strings = strings
    table = try TensorTable(
      graph, of: model, inputShapes: inputShapes, memoryLimit: limit, kept: KeptMemory.Share(of: kept),
      workLimit: options.workLimit, strings: strings)
    var nodes = nodes
    var preparations = try table.prepare(nodes, workers: workers)
    if !isObservable {
      var layout = LayoutPropagation(graph, table: table, nodes: nodes, preparations: preparations)
      layout.apply(to: &nodes, &preparations)
      var fusion = OperatorFusion(
        graph, table: layout.table, nodes: nodes, preparations: preparations, threadCount: workers.threadCount)
      fusion.apply(to: &nodes, &preparations)
    }
    let plan = MemoryPlan(
      graph, table: table, nodes: nodes, preparations: preparations, isObservable: isObservable,
      preservesAll: options.preservesAllTensors)
    memory = try TensorMemory(plan, table: table, memoryLimit: limit)
    stringTensors = table.descriptors.indices.filter { [table] in
      table.descriptors[$0].type == .string && table.descriptors[$0].constant == nil
    }
    inputs = Set(graph.inputs.map(Int.init))
    steps = zip(nodes, preparations).map { node, preparation in
      switch preparation {
      case .ready(let prepared):
        let scratch = memory.scratch(ofStep: node.identity.index)
        let steps = node.steps(table.descriptors)
        return Step(node: node, body: .bound(bind(prepared, node, steps: steps, scratch: scratch)))
      case .deferred: return Step(node: node, body: .deferred)
      case .folded(let path): return Step(node: node, body: .folded(path))
      case .fused(let other): return Step(node: node, body: .fused(into: preparations.placeOfWork(on: other)))
      }
    }
    resetVariables()
  }

  /// Counts the work of a run before it begins, but for that of operators which only the run can prepare.
  ///
  /// - Throws: ``InterpreterError/tensorFlowLiteError(_:)`` when it is more than this invocation may still do.
  func countWork() throws(InterpreterError) { try work.spend(table.work) }

  private func bind(
    _ prepared: any PreparedOperator, _ node: Node, steps: Int, scratch: UnsafeMutableRawPointer
  ) -> BoundOperator {
    BoundOperator(
      prepared, node.stored, scratch: scratch, workers: workers.forOperator(of: steps, prepared.path)
    ) { memory.address(of: $0) }
  }

  /// Runs all operators in order, unless the invocation is stopped.
  ///
  /// - Throws: ``InterpreterError/tensorFlowLiteError(_:)`` that names the operator which met values it cannot compute
  ///   with, or during which the time was over; `CancellationError` once the end has been asked for.
  func run() throws {
    try SubnormalNumbers.flushed {
      try forEachStep { step in
        try run(step)
        return true
      }
    }
  }

  /// Gives the steps in order to `body`, until it returns false or throws. What the steps that have not ended would have
  /// computed counts as uncomputed then.
  func forEachStep(_ body: (Step) throws -> Bool) throws {
    uncomputed = []
    for position in steps.indices {
      do {
        if position == 0 { try stop.check(steps[0].node.identity, "not begun") }
        guard try body(steps[position]) else { return setUncomputed(from: position + 1) }
      } catch {
        setUncomputed(from: position)
        throw error
      }
    }
  }

  private func setUncomputed(from position: Int) {
    uncomputed = Set(steps[position...].filter(\.isRun).flatMap { $0.node.stored.outputs.map(Int.init) })
  }

  /// Runs one operator. If the invocation is stopped meanwhile, nobody can tell whether it did its work to the end.
  ///
  /// - Throws: as ``run()``.
  func run(_ step: Step) throws {
    do {
      switch step.body {
      case .bound(let bound): try bound.run()
      case .deferred: try prepareAndRun(step.node)
      case .folded, .fused: return
      }
    } catch let error as InterpreterError {
      // An operator of a subgraph that this one calls.
      try stop.checkCancellation()
      throw error
    } catch {
      // One that has been stopped may complain of what it has not computed itself.
      try stop.check(step.node.identity, "stopped")
      throw InterpreterError(error, of: step.node)
    }
    try stop.check(step.node.identity, "stopped")
  }

  /// Gives every variable tensor the value that it has before the first run: 0, or for int8 its zero point.
  ///
  /// Source: `tflite/core/api/tensor_utils.cc`, ResetVariableTensor.
  func resetVariables() {
    for (index, tensor) in table.descriptors.enumerated() where tensor.isVariable {
      let zeroPoint = tensor.type == .int8 ? tensor.quantization?.zeroPoint.first ?? 0 : 0
      bytes(of: index)?.initializeMemory(as: UInt8.self, repeating: UInt8(truncatingIfNeeded: zeroPoint))
    }
  }

  /// Takes over what outlives an invocation: the values of inputs and of variable tensors.
  func takeState(of other: Execution, inputs: [Int32]) {
    let variables = table.descriptors.indices.filter { table.descriptors[$0].isVariable }
    for index in Set(inputs.map(Int.init) + variables) where table.descriptors[index].constant == nil {
      guard let target = bytes(of: index), let source = other.bytes(of: index) else { continue }
      target.copyMemory(from: UnsafeRawBufferPointer(source))
    }
  }

  /// The name of the kernel that runs a step; nil where another operator does its work, or only a run can tell and none
  /// has yet.
  func kernelName(of step: Step) -> String? { path(of: step).map { step.node.kernelName($0, table.descriptors) } }

  /// The kind of code that runs a step; nil as for ``kernelName(of:)``.
  func path(of step: Step) -> KernelPath? {
    switch step.body {
    case .bound(let bound): bound.path
    case .deferred: pathsOfLastRun[step.node.identity.index]
    case .folded(let path): path
    case .fused: nil
    }
  }

  /// Where a tensor lies in the arena; nil for one that does not.
  func place(of index: Int) -> MemoryPlan.Place? { memory.plan.tensors[index] }

  /// The memory of the activations, but for those whose shapes a run tells.
  var byteCount: Int { memory.plan.byteCount }

  /// The shape of a tensor; nil where only a run can tell it.
  func knownShape(of index: Int) -> [Int]? {
    table.dynamic.contains(index) ? nil : table.descriptors[index].shape
  }

  /// A copy of a tensor that has been computed.
  func value(of index: Int) -> TensorValue {
    let tensor = table.descriptors[index]
    return TensorValue(type: tensor.type, shape: tensor.shape, bytes: bytes(of: index).map { Array($0) } ?? [])
  }

  /// The types, shapes and quantization of all tensors.
  var descriptors: [TensorDescriptor] { table.descriptors }

  /// A tensor's type, shape and quantization.
  func descriptor(of index: Int) -> TensorDescriptor { table.descriptors[index] }

  /// The bytes of a tensor; nil where only a run can tell how many there are, and none has yet.
  func bytes(of index: Int) -> UnsafeMutableRawBufferPointer? {
    memory.address(of: index).map { address in
      let descriptor = table.descriptors[index]
      // What has memory can be counted: no need to look at its dimensions one by one, which takes a list.
      let count = descriptor.type.storedByteCount(elementCount: descriptor.shape.reduce(1, *))
      return UnsafeMutableRawBufferPointer(start: address, count: count ?? 0)
    }
  }

  /// The numbers of the strings that tensors hold.
  ///
  /// - Parameter beforeRun: whether a run begins, to which only inputs and variable tensors matter.
  func stringNumbers(beforeRun: Bool) -> Set<Int64> {
    var numbers: Set<Int64> = []
    for index in stringTensors where !beforeRun || inputs.contains(index) || table.descriptors[index].isVariable {
      if let bytes = bytes(of: index) { numbers.formUnion(UnsafeRawBufferPointer(bytes).stringNumbers) }
    }
    return numbers
  }

  private func prepareAndRun(_ node: Node) throws {
    let prepared = try node.prepare(node.context(.run, table.descriptors, input: descriptorWithValues))
    pathsOfLastRun[node.identity.index] = prepared.path
    try table.setOutputs(prepared, of: node)
    let steps = node.steps(table.descriptors)
    try work.spend(steps, on: node)
    for index in node.stored.outputs.map(Int.init) {
      try memory.allocateDynamic(index, byteCount: table.descriptors[index].byteCount, by: node.identity)
    }
    let scratch = try memory.allocateBlock(byteCount: prepared.scratchByteCount, for: node.identity)
    try withExtendedLifetime(scratch) {
      try bind(prepared, node, steps: steps, scratch: scratch.base).run()
    }
  }

  /// What is known of a tensor in a run: its values, too, where they have been computed.
  private func descriptorWithValues(_ index: Int) -> TensorDescriptor {
    let descriptor = table.descriptors[index]
    guard descriptor.constant == nil, let bytes = bytes(of: index) else { return descriptor }
    return descriptor.with(values: ByteSlice(owner: memory, buffer: UnsafeRawBufferPointer(bytes)))
  }
}
