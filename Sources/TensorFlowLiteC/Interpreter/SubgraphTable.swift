import CTensorFlowLite
import TFLite
import TFLiteCLibrary
import TFLiteFlatBuffers
import TFLiteSchema

/// One subgraph as C sees it: tensors, nodes and the context that kernels get.
///
/// Records of tensors stay where they are as long as the interpreter lives; what they say follows the engine.
final class SubgraphTable {
  /// How many tensors operators may add.
  private static let headroom = 4096

  let index: Int
  let context: UnsafeMutablePointer<TfLiteContext>
  let nodes: UnsafeMutableBufferPointer<TfLiteNode>
  /// One registration for each node, which only tells what the node is.
  let registrations: UnsafeMutableBufferPointer<TfLiteRegistration>
  let inputs: UnsafeMutableBufferPointer<Int32>
  let outputs: UnsafeMutableBufferPointer<Int32>
  let variables: UnsafeMutableBufferPointer<Int32>
  let executionPlan: UnsafeMutablePointer<TfLiteIntArray>
  let name: UnsafePointer<CChar>
  /// The names of the operators.
  let operatorNames: [UnsafePointer<CChar>]
  /// The tensors of the model, without those that operators have added.
  let tensorCount: Int
  private(set) unowned var interpreter: InterpreterHandle
  /// Outputs that an operator which is being prepared or run may resize.
  var resizable: Set<Int> = []
  /// Made when the subgraph is first asked to do something.
  private(set) var session: SubgraphSession?
  /// Keeps the memory in place that data pointers show.
  private var memory: AnyObject?
  /// Tensors whose memory each run may move.
  private var dynamicTensors: [Int] = []
  /// Tensors of strings that are no constants, whatever programs have made of their records.
  private let stringTensors: Set<Int>
  /// Those of them that are inputs, which programs write into their records.
  private let stringInputs: [Int]
  /// Handles for `TfLiteOpaqueContextGetNodeAndRegistration`.
  private var operatorHandles: [Int: OperatorHandle] = [:]

  init(_ model: Model, subgraph index: Int, of interpreter: InterpreterHandle) {
    self.index = index
    self.interpreter = interpreter
    let graph = model.subgraphs[index]
    tensorCount = graph.tensors.count
    stringTensors = Set(
      graph.tensors.indices.filter {
        graph.tensors[$0].type == .string && model.constantData(of: graph.tensors[$0]) == nil
      })
    stringInputs = stringTensors.intersection(graph.inputs.map(Int.init)).sorted()
    context = block(of: TfLiteContext.self)
    context.pointee.tensors = block(of: TfLiteTensor.self, count: tensorCount + Self.headroom)
    context.pointee.tensors_size = tensorCount
    context.pointee.recommended_num_threads = Int32(interpreter.options.engine.threadCount ?? 1)
    inputs = .make(graph.inputs)
    outputs = .make(graph.outputs)
    variables = .make(graph.tensors.indices.filter { graph.tensors[$0].isVariable }.map { Int32($0) })
    executionPlan = .make(graph.operators.indices.map { Int32($0) })
    name = UnsafePointer(strdup(graph.name))
    nodes = .allocate(capacity: graph.operators.count)
    registrations = .allocate(capacity: graph.operators.count)
    var names: [UnsafePointer<CChar>] = []
    for (position, stored) in graph.operators.enumerated() {
      let code = model.operatorCode(of: stored)
      let node = nodes.baseAddress! + position
      node.initialize(to: TfLiteNode())
      node.pointee.inputs = .make(stored.inputs)
      node.pointee.outputs = .make(stored.outputs)
      node.pointee.intermediates = .make(stored.intermediates)
      node.pointee.temporaries = .make([])
      if !stored.customOptions.isEmpty {
        node.pointee.custom_initial_data = stored.customOptions.baseAddress
        node.pointee.custom_initial_data_size = Int32(stored.customOptions.count)
      }
      names.append(UnsafePointer(strdup(code.name)))
      var registration = TfLiteRegistration()
      registration.builtin_code = code.builtinCode.rawValue
      registration.custom_name = code.builtinCode == .custom ? names[position] : nil
      registration.version = code.version
      (registrations.baseAddress! + position).initialize(to: registration)
    }
    operatorNames = names
    for (position, tensor) in graph.tensors.enumerated() {
      (context.pointee.tensors + position).initialize(
        tensor, constant: model.constantData(of: tensor))
    }
    connectContext()
  }

  deinit {
    for position in 0..<tensorCount {
      let tensor = context.pointee.tensors + position
      if tensor.holdsStrings { free(tensor.pointee.data.data) }
      tensor.release()
    }
    for position in tensorCount..<context.pointee.tensors_size { releaseAdded(position) }
    free(context.pointee.tensors)
    for node in nodes {
      free(node.inputs)
      free(node.outputs)
      free(node.intermediates)
      free(node.temporaries)
    }
    for name in operatorNames { free(UnsafeMutablePointer(mutating: name)) }
    nodes.deallocate()
    registrations.deallocate()
    inputs.deallocate()
    outputs.deallocate()
    variables.deallocate()
    free(executionPlan)
    free(UnsafeMutablePointer(mutating: name))
    free(context)
  }

  /// A tensor; nil outside of the tensors, added ones included.
  func tensor(_ index: Int) -> UnsafeMutablePointer<TfLiteTensor>? {
    (0..<context.pointee.tensors_size).contains(index) ? context.pointee.tensors + index : nil
  }

  /// The index of a tensor of this subgraph; nil for a record from elsewhere.
  func index(of tensor: UnsafePointer<TfLiteTensor>) -> Int? {
    let offset = UnsafeRawPointer(tensor) - UnsafeRawPointer(context.pointee.tensors)
    let stride = MemoryLayout<TfLiteTensor>.stride
    guard offset >= 0, offset % stride == 0, offset / stride < context.pointee.tensors_size else { return nil }
    return offset / stride
  }

  /// What runs the subgraph.
  ///
  /// - Throws: `InterpreterError` that lists every operator without an implementation.
  func openSession() throws -> SubgraphSession {
    if let session { return session }
    let made = try interpreter.engine.session(ofSubgraph: index)
    session = made
    return made
  }

  /// The handle of a node's operator, for programs that ask what a node is.
  func operatorHandle(_ position: Int) -> OperatorHandle {
    if let handle = operatorHandles[position] { return handle }
    let registration = registrations[position]
    let handle = OperatorHandle(
      TfLiteBuiltinOperator(UInt32(bitPattern: registration.builtin_code)), registration.custom_name,
      version: registration.version, userData: nil)
    operatorHandles[position] = handle
    return handle
  }

  // MARK: Following the engine

  /// Says what the engine now knows of all tensors: after they were allocated, or an input was resized.
  func refresh(hasRun: Bool = false) {
    interpreter.generation.pointee &+= 1
    // Data pointers of before stay readable until tensors are allocated anew, as in the original.
    if let owner = session?.memoryOwner { memory = owner }
    dynamicTensors = []
    for index in 0..<tensorCount where refresh(index, hasRun: hasRun) { dynamicTensors.append(index) }
  }

  /// Gives the engine the strings that programs have written into the records of inputs. An input that nobody has written
  /// keeps its values.
  ///
  /// - Throws: `InterpreterError` for bytes that are not as many strings as the input has elements.
  func takeStrings(into session: SubgraphSession) throws {
    for index in stringInputs {
      let tensor = context.pointee.tensors + index
      guard tensor.holdsStrings, let data = tensor.pointee.data.data else { continue }
      // Nothing is copied here: programs may say that there are very many bytes.
      let bytes = UnsafeRawBufferPointer(start: data, count: tensor.pointee.bytes)
      try session.copy(stringBuffer: ByteSlice(owner: self, buffer: bytes), to: index)
    }
  }

  /// Says what a run has changed.
  func refreshAfterRun() {
    guard session?.memoryOwner === memory else { return refresh(hasRun: true) }
    guard !dynamicTensors.isEmpty else { return }
    interpreter.generation.pointee &+= 1
    for index in dynamicTensors { _ = refresh(index, hasRun: true) }
  }

  /// - Returns: whether each run may move the tensor's memory.
  private func refresh(_ index: Int, hasRun: Bool) -> Bool {
    let tensor = context.pointee.tensors + index
    guard tensor.pointee.allocation_type != kTfLiteMmapRo else { return false }
    guard !stringTensors.contains(index) else { return refreshStrings(index, hasRun: hasRun) }
    guard let session, let state = session.state(of: index) else {
      let shape = session?.shape(of: index) ?? tensor.shape
      tensor.set(shape: shape)
      tensor.pointee.data.data = nil
      tensor.pointee.bytes = tensor.pointee.type.schemaType?.byteCount(shape: shape) ?? 0
      return false
    }
    let descriptor = state.descriptor
    tensor.pointee.type = TfLiteType(descriptor.type)
    tensor.set(shape: descriptor.shape)
    let count = state.bytes?.count ?? 0
    if tensor.pointee.allocation_type != kTfLiteCustom {
      tensor.pointee.data.data = count == 0 ? nil : state.bytes?.baseAddress
      tensor.pointee.allocation_type =
        state.isDynamic || descriptor.type.bitWidth == nil
        ? kTfLiteDynamic : descriptor.isVariable ? kTfLiteArenaRwPersistent : kTfLiteArenaRw
    }
    tensor.pointee.bytes = state.bytes?.count ?? descriptor.type.byteCount(shape: descriptor.shape) ?? 0
    return state.isDynamic
  }

  /// As the original, gives strings memory of their own, which is there once they are written or computed.
  private func refreshStrings(_ index: Int, hasRun: Bool) -> Bool {
    let tensor = context.pointee.tensors + index
    tensor.makeStrings()
    guard let session, let state = session.state(of: index) else {
      tensor.set(shape: session?.shape(of: index) ?? tensor.shape)
      return false
    }
    tensor.set(shape: state.descriptor.shape)
    guard !stringInputs.contains(index) else { return false }
    let isKept = session.graph.outputs.contains(Int32(index)) || session.preservesAllTensors
    tensor.setStrings(hasRun && isKept ? session.stringBuffer(of: index) : nil)
    return true
  }

  // MARK: Tensors that operators add

  /// - Returns: the index of the first of them; nil where there is no room.
  func addTensors(_ count: Int) -> Int? {
    let first = context.pointee.tensors_size
    guard count >= 0, first + count <= tensorCount + Self.headroom else { return nil }
    for index in first..<first + count {
      let tensor = context.pointee.tensors + index
      tensor.initialize(to: TfLiteTensor())
      tensor.pointee.buffer_handle = TfLiteBufferHandle(kTfLiteNullBufferHandle)
    }
    context.pointee.tensors_size = first + count
    return first
  }

  private func releaseAdded(_ index: Int) {
    let tensor = context.pointee.tensors + index
    free(tensor.pointee.data.data)
    tensor.pointee.name = nil
    tensor.release()
  }
}

extension UnsafeMutableBufferPointer<Int32> {
  fileprivate static func make(_ values: [Int32]) -> Self {
    let buffer = Self.allocate(capacity: values.count)
    _ = buffer.initialize(from: values)
    return buffer
  }
}
