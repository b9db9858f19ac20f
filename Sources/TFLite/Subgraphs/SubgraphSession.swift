#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Dispatch
import TFLiteFlatBuffers
import TFLiteKernels
import TFLiteSchema

/// One subgraph of an interpreter: the shapes of its inputs and, once its tensors are allocated, what runs it.
///
/// Tensors are named by their index in the subgraph; callers have checked it.
package final class SubgraphSession {
  package let graph: Subgraph
  let activity: InterpreterActivity
  private let library: SubgraphLibrary
  private let index: Int
  private let nodes: [Node]
  /// The shapes of inputs that have been resized.
  private var inputShapes: [Int: [Int]] = [:]
  /// What ``allocate()`` has made; nil before, and after an input was resized.
  private var execution: Execution?
  /// What was known of the tensors when the invocation began that runs in the background: what it learns, it writes at any
  /// time. nil without one.
  private var descriptorsBeforeRun: [TensorDescriptor]?
  /// Whether every tensor keeps its values until the next run. A change holds once the tensors are allocated anew.
  package var preservesAllTensors: Bool {
    didSet { if preservesAllTensors != oldValue { execution = nil } }
  }
  /// Sees the operators of each run.
  package var observer: Interpreter.Observer?
  /// Is told how long they take, where nobody observes them.
  package var stopwatch: Interpreter.Stopwatch?

  /// - Throws: ``InterpreterError/tensorFlowLiteError(_:)`` that lists every operator without an implementation, or during
  ///   an asynchronous invocation, which uses the library.
  init(subgraph index: Int, of library: SubgraphLibrary, activity: InterpreterActivity) throws {
    try activity.requireNoInvocation()
    self.library = library
    self.index = index
    self.activity = activity
    preservesAllTensors = library.options.preservesAllTensors
    graph = library.model.subgraphs[index]
    nodes = try library.nodes(ofSubgraph: index)
  }

  package var isAllocated: Bool { execution != nil }

  // MARK: Shapes

  /// The shape of a tensor as far as it is known: before the tensors are allocated, that in the file.
  package func shape(of tensor: Int) -> [Int] {
    descriptor(of: tensor)?.shape ?? inputShapes[tensor] ?? graph.tensors[tensor].shape.map(Int.init)
  }

  /// The type of a tensor's elements; nil where Swift has no view of them.
  func dataType(of tensor: Int) -> Tensor.DataType? {
    Tensor.DataType(descriptor(of: tensor)?.type ?? graph.tensors[tensor].type)
  }

  private func descriptor(of tensor: Int) -> TensorDescriptor? {
    descriptorsBeforeRun?[tensor] ?? execution?.descriptor(of: tensor)
  }

  package func isConstant(_ tensor: Int) -> Bool { library.model.constantData(of: graph.tensors[tensor]) != nil }

  /// Gives an input another shape. Unless it is the one that it has, the tensors must be allocated anew.
  ///
  /// - Returns: false where the tensor is constant or cannot have this shape.
  package func resize(_ tensor: Int, to shape: [Int]) throws(InterpreterError) -> Bool {
    try activity.requireIdle()
    let type = graph.tensors[tensor].type
    guard !isConstant(tensor), shape.allSatisfy({ (0...Int(Int32.max)).contains($0) }),
      type.storedBitWidth == nil || type.storedByteCount(shape: shape) != nil
    else { return false }
    guard self.shape(of: tensor) != shape else { return true }
    inputShapes[tensor] = shape
    execution = nil
    return true
  }

  // MARK: Running

  /// Prepares every operator and lays out the memory of all tensors, unless that has been done. Variable tensors are
  /// reset.
  ///
  /// - Throws: ``InterpreterError/tensorFlowLiteError(_:)`` that names the operator, the tensor and what does not fit.
  package func allocate() throws(InterpreterError) {
    try activity.requireIdle()
    if let execution { return execution.resetVariables() }
    library.beginInvocation()
    execution = try makeExecution()
  }

  private func makeExecution() throws(InterpreterError) -> Execution {
    var options = library.options
    options.preservesAllTensors = preservesAllTensors
    let made = try Execution(
      model: library.model, subgraph: index, nodes: nodes, inputShapes: graph.inputs.map { shape(of: Int($0)) },
      options: options, work: library.work, kept: library.kept, stop: library.stop, isObservable: mustBeObservable,
      strings: library.resources.strings)
    library.register(made)
    return made
  }

  package func resetVariables() throws(InterpreterError) {
    try activity.requireIdle()
    try allocated().resetVariables()
    library.resetVariables()
  }

  /// Runs all operators on the calling thread, unless the end is asked for from another one.
  ///
  /// - Throws: ``InterpreterError/allocateTensorsRequired``, or ``InterpreterError/tensorFlowLiteError(_:)`` when an
  ///   operator meets values that it cannot compute with, or the time is over; `CancellationError` once `cancellation` has
  ///   been asked for; also what the observer throws.
  package func run(cancellation: Cancellation? = nil) throws {
    try activity.requireIdle()
    let outer = library.stop.begin(cancellation)
    defer { library.stop.end(goingOnWith: outer) }
    let execution = try beginInvocation()
    if let observer {
      try execution.run(observer: observer)
    } else if let stopwatch {
      try execution.run(stopwatch: stopwatch)
    } else {
      try execution.run()
    }
  }

  /// Begins an invocation.
  ///
  /// - Returns: the execution to run: one that can be watched if there is an observer, else the fastest.
  private func beginInvocation() throws -> Execution {
    library.beginInvocation()
    do {
      let execution = try suitableExecution()
      try execution.countWork()
      return execution
    } catch {
      // Operators that were prepared anew, and canceled.
      try library.stop.checkCancellation()
      throw error
    }
  }

  private func suitableExecution() throws(InterpreterError) -> Execution {
    let execution = try allocated()
    guard execution.isObservable != mustBeObservable else {
      library.collectStrings(beforeRunOf: execution)
      return execution
    }
    let other = try makeExecution()
    other.takeState(of: execution, inputs: graph.inputs)
    self.execution = other
    library.collectStrings(beforeRunOf: other)
    return other
  }

  /// Whether operators must be kept apart, on memory of their own.
  private var mustBeObservable: Bool { observer != nil || preservesAllTensors }

  private lazy var background = DispatchQueue.besideTasks("invocation")

  /// Runs all operators on a thread of its own kind; neither the caller's executor nor the threads of Swift's tasks wait.
  ///
  /// - Throws: as ``run(cancellation:)``, with the task's cancellation.
  nonisolated(nonsending) func runInBackground() async throws {
    try activity.requireIdle()
    guard observer == nil else {
      throw InterpreterError.tensorFlowLiteError("an asynchronous invocation cannot be watched by an observer")
    }
    let cancellation = Cancellation()
    let outer = library.stop.begin(cancellation)
    defer { library.stop.end(goingOnWith: outer) }
    let begun = try beginInvocation()
    try Task.checkCancellation()
    try activity.beginInvocation()
    descriptorsBeforeRun = begun.descriptors
    defer {
      descriptorsBeforeRun = nil
      activity.endInvocation()
    }
    let job = BackgroundRun(begun)
    defer { job.waitForThread() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        background.async { continuation.resume(with: job.result()) }
      }
    } onCancel: {
      cancellation.request()
    }
  }

  /// What ``run(cancellation:)`` does about each operator.
  ///
  /// - Throws: ``InterpreterError/tensorFlowLiteError(_:)`` during an asynchronous invocation, or
  ///   ``InterpreterError/allocateTensorsRequired``.
  func plan() throws(InterpreterError) -> ExecutionPlan {
    try activity.requireNoInvocation()
    return ExecutionPlan(try allocated())
  }

  private func allocated() throws(InterpreterError) -> Execution {
    guard let execution else { throw .allocateTensorsRequired }
    return execution
  }

  // MARK: Memory

  /// What is known of one tensor, and where its values lie.
  package struct TensorState {
    package let descriptor: TensorDescriptor
    /// nil where only a run can tell how many bytes there are, and none has yet; also for a tensor that is not computed.
    package let bytes: UnsafeMutableRawBufferPointer?
    /// Whether only a run tells the shape.
    package let isDynamic: Bool
  }

  /// What is known of a tensor; nil before the tensors are allocated.
  package func state(of tensor: Int) -> TensorState? {
    guard let execution else { return nil }
    return TensorState(
      descriptor: execution.descriptor(of: tensor), bytes: execution.bytes(of: tensor),
      isDynamic: execution.knownShape(of: tensor) == nil)
  }

  /// What the memory of all tensors belongs to: it stays where it is as long as somebody holds this. nil before the
  /// tensors are allocated.
  package var memoryOwner: AnyObject? { execution }

  /// Whether the last run has ended before a tensor was computed.
  package func isUncomputed(_ tensor: Int) -> Bool { execution?.uncomputed.contains(tensor) == true }

  // MARK: Values

  /// A copy of a tensor; nil before its memory is allocated, and where only a run can tell its values and none has yet.
  ///
  /// - Throws: ``InterpreterError/invalidTensorDataType``.
  func copy(of tensor: Int) throws(InterpreterError) -> Tensor? {
    try activity.requireNoInvocation()
    return try execution?.copy(of: tensor)
  }

  /// Copies data into an input.
  ///
  /// - Throws: ``InterpreterError/invalidTensorDataCount(provided:required:)``,
  ///   ``InterpreterError/allocateTensorsRequired``, or ``InterpreterError/failedToCopyDataToInputTensor`` for a
  ///   constant, checked in this order.
  func copy(_ data: Data, to tensor: Int) throws(InterpreterError) {
    try activity.requireIdle()
    guard graph.tensors[tensor].type != .string else { return try copy(stringBuffer: ByteSlice(data), to: tensor) }
    try checkByteCount(of: data, for: tensor)
    let bytes = try writableBytes(of: tensor)
    data.withUnsafeBytes { bytes.copyMemory(from: $0) }
  }

  /// Copies strings, as TFLite's interfaces hold them, into an input.
  ///
  /// - Throws: as the other one, and ``InterpreterError/tensorFlowLiteError(_:)`` where the bytes are no
  ///   strings.
  package func copy(stringBuffer: ByteSlice, to tensor: Int) throws(InterpreterError) {
    try copy(strings(in: stringBuffer, for: tensor), to: tensor)
  }

  /// Copies strings into an input.
  ///
  /// - Throws: ``InterpreterError/invalidTensorDataType`` for an input of another type,
  ///   ``InterpreterError/invalidTensorDataCount(provided:required:)``, counted in strings,
  ///   ``InterpreterError/allocateTensorsRequired``, ``InterpreterError/failedToCopyDataToInputTensor`` for a constant, or
  ///   ``InterpreterError/tensorFlowLiteError(_:)`` where they exceed the memory limit, checked in this order.
  package func copy(_ values: [ByteSlice], to tensor: Int) throws(InterpreterError) {
    try activity.requireIdle()
    guard graph.tensors[tensor].type == .string else { throw .invalidTensorDataType }
    let required = shape(of: tensor).reduce(1, *)
    guard values.count == required else { throw .invalidTensorDataCount(provided: values.count, required: required) }
    let bytes = try writableBytes(of: tensor)
    for (place, value) in values.enumerated() {
      guard let number = library.number(ofString: value) else {
        throw .tensorFlowLiteError(
          "tensor \(tensor) \"\(graph.tensors[tensor].name)\" would hold strings that, with all others, exceed the "
            + "memory limit of \(library.options.effectiveMemoryLimit) bytes")
      }
      bytes.storeBytes(of: number, toByteOffset: 8 * place, as: Int64.self)
    }
  }

  /// The strings in some bytes that shall become the values of a tensor.
  private func strings(in data: ByteSlice, for tensor: Int) throws(InterpreterError) -> [ByteSlice] {
    do {
      let found = try StringBuffer(data, count: shape(of: tensor).reduce(1, *))
      return (0..<found.count).map { found[$0] }
    } catch {
      throw .tensorFlowLiteError(
        "the data for tensor \(tensor) \"\(graph.tensors[tensor].name)\" are no strings: \(error)")
    }
  }

  /// The strings of a tensor; nil where ``state(of:)`` has no bytes, and for tensors of other types.
  package func strings(of tensor: Int) -> [ByteSlice]? {
    guard let execution, execution.descriptor(of: tensor).type == .string, let bytes = bytes(of: tensor) else {
      return nil
    }
    return execution.strings.strings(UnsafeRawBufferPointer(bytes))
  }

  /// The strings of a tensor as TFLite's interfaces hold them; nil as for ``strings(of:)``, and where they would take more
  /// than the memory limit.
  package func stringBuffer(of tensor: Int) -> [UInt8]? {
    guard let execution, execution.descriptor(of: tensor).type == .string, let bytes = bytes(of: tensor) else {
      return nil
    }
    return execution.strings.buffer(UnsafeRawBufferPointer(bytes))
  }

  /// - Throws: ``InterpreterError/invalidTensorDataCount(provided:required:)``, or
  ///   ``InterpreterError/tensorFlowLiteError(_:)`` where the data are not the strings that they must be.
  func checkByteCount(of data: Data, for tensor: Int) throws(InterpreterError) {
    guard graph.tensors[tensor].type != .string else {
      _ = try strings(in: ByteSlice(data), for: tensor)
      return
    }
    let required = graph.tensors[tensor].type.byteCount(shape: shape(of: tensor)) ?? 0
    guard data.count == required else { throw .invalidTensorDataCount(provided: data.count, required: required) }
  }

  /// The bytes of an input, whose values may be replaced.
  ///
  /// - Throws: ``InterpreterError/allocateTensorsRequired``, or ``InterpreterError/failedToCopyDataToInputTensor`` for a
  ///   constant, whose values have been used when the operators were prepared.
  func writableBytes(of tensor: Int) throws(InterpreterError) -> UnsafeMutableRawBufferPointer {
    guard let bytes = bytes(of: tensor) else { throw .allocateTensorsRequired }
    guard !isConstant(tensor) else { throw .failedToCopyDataToInputTensor }
    return bytes
  }

  /// The bytes of a tensor, to be read; nil where there are none yet.
  func bytes(of tensor: Int) -> UnsafeMutableRawBufferPointer? {
    guard let execution, !execution.uncomputed.contains(tensor) else { return nil }
    return execution.bytes(of: tensor)
  }

  /// Where a tensor is, for ``InterpreterActivity``.
  func place(of tensor: Int) -> InterpreterActivity.TensorPlace { .init(subgraph: index, tensor: tensor) }
}

/// What a background thread needs for a run: nothing else touches the execution meanwhile, as ``InterpreterActivity``
/// sees to.
private final class BackgroundRun: @unchecked Sendable {
  private let execution: Execution
  private let lock = PthreadLock()

  init(_ execution: Execution) { self.execution = execution }

  func result() -> Result<Void, any Error> {
    lock.withLock { Result { try execution.run() } }
  }

  /// Takes no time: the thread has resumed the task. But where it did so before the task began to wait, the thread sanitizer
  /// does not see that what the thread has done came before what the task does now.
  func waitForThread() { lock.withLock {} }
}
