import TFLiteFlatBuffers
import TFLiteKernels
import TFLiteSchema

/// What is known of every tensor of a subgraph: all of it once the operators before it have been prepared, or have run.
struct TensorTable {
  private(set) var descriptors: [TensorDescriptor]
  /// Tensors whose shapes only a run can tell.
  private(set) var dynamic: Set<Int> = []
  /// Constants that TFLite does not know before a run has computed them.
  var constantsOfRuns: Set<Int> = []
  /// The work of the operators that have been prepared.
  let work: WorkBudget
  private let memoryLimit: Int
  /// What the operators keep beside their tensors.
  let kept: KeptMemory.Share
  private let strings: StringPool
  /// Far more than any operator takes. A run may compute a shape of millions of ones.
  private static let mostDimensions = 1024
  /// The bytes of constants that are not in the file.
  private var reservedByteCount = 0
  /// The work of the operators that have run because they work on constants.
  private var foldedSteps = 0
  /// Ten seconds or so: the float16 weights of the largest models become floats in that time.
  private static let mostFoldedSteps = 1 << 34

  /// Starts with the shapes in the file and those that the inputs really have.
  ///
  /// - Throws: ``InterpreterError/tensorFlowLiteError(_:)`` for an input, a variable, a sparse constant, strings, or
  ///   constants at odd places in the file that exceed the memory limit.
  ///   Outputs of operators are checked when their shapes are known: what the file says of them may be outdated.
  init(
    _ graph: Subgraph, of model: Model, inputShapes: [[Int]], memoryLimit: Int, kept: KeptMemory.Share, workLimit: Int?,
    strings: StringPool
  ) throws(InterpreterError) {
    var shapes = graph.tensors.map { $0.shape.map(Int.init) }
    for (index, shape) in zip(graph.inputs, inputShapes) { shapes[Int(index)] = shape }
    descriptors = graph.tensors.enumerated().map { index, tensor in
      TensorDescriptor(
        identity: TensorIdentity(index: index, name: tensor.name), type: tensor.type, shape: shapes[index],
        quantization: tensor.quantization, blockScales: graph.blockScales(of: tensor, in: model),
        constant: model.constantData(of: tensor), isVariable: tensor.isVariable)
    }
    self.memoryLimit = memoryLimit
    self.kept = kept
    work = WorkBudget(limit: workLimit)
    self.strings = strings
    for index in descriptors.indices { try align(index) }
    for (index, tensor) in graph.tensors.enumerated() where tensor.type == .string && tensor.sparsity == nil {
      try numberStrings(of: index)
    }
    for (index, tensor) in graph.tensors.enumerated() {
      if let sparsity = tensor.sparsity { try densify(index, sparsity) }
    }
    let variables = graph.tensors.indices.filter { graph.tensors[$0].isVariable }
    for index in graph.inputs.map(Int.init) + variables { try checkSize(of: descriptors[index]) }
  }

  /// Shows operators a constant at an address that suits its elements: files may place them anywhere.
  private mutating func align(_ index: Int) throws(InterpreterError) {
    let tensor = descriptors[index]
    let alignment = max(1, (tensor.type.bitWidth ?? 8) / 8)
    guard let stored = tensor.constant, let base = stored.baseAddress,
      UInt(bitPattern: base) % UInt(alignment) != 0
    else { return }
    guard reserve(stored.count) else {
      throw .tensorFlowLiteError(
        "\(tensor.identity) is stored at an address that does not suit its type \(tensor.type); copies of such constants "
          + "need more bytes than the memory limit of \(memoryLimit)")
    }
    try move(index, byteCount: stored.count) { target in stored.withUnsafeBytes { target.copyMemory(from: $0) } }
  }

  /// Shows operators the numbers of a constant's strings.
  private mutating func numberStrings(of index: Int) throws(InterpreterError) {
    let tensor = descriptors[index]
    guard let stored = tensor.constant else { return }
    let found: StringBuffer
    do { found = try StringBuffer(stored, count: tensor.elementCount) } catch {
      throw .tensorFlowLiteError("\(tensor.identity) is no constant of strings: \(error)")
    }
    guard reserve(tensor.byteCount), let numbers = strings.elements(found, isPinned: true) else {
      throw .tensorFlowLiteError("\(tensor.identity) has strings that exceed the memory limit of \(memoryLimit) bytes")
    }
    setConstant(numbers.withUnsafeBytes { ByteSlice($0) }, of: index)
  }

  /// Shows operators all elements of a constant of which the file stores only some.
  private mutating func densify(_ index: Int, _ sparsity: Sparsity) throws(InterpreterError) {
    let tensor = descriptors[index]
    guard let stored = tensor.constant else { return }
    guard let bits = tensor.type.bitWidth, bits >= 8, reserve(tensor.byteCount) else {
      throw .tensorFlowLiteError(
        "\(tensor.identity) is sparse; its \(tensor.shape) elements of type \(tensor.type) need more bytes than the "
          + "memory limit of \(memoryLimit), or less than one byte each")
    }
    try move(index, byteCount: tensor.byteCount) { target in
      sparsity.expand(stored, shape: tensor.shape, elementSize: bits / 8, into: target)
    }
  }

  /// Gives a constant memory of its own, which `fill` writes.
  private mutating func move(
    _ index: Int, byteCount: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Void
  ) throws(InterpreterError) {
    let block = try Arena(byteCount: byteCount + OverReadPadding.byteCount)
    let bytes = UnsafeMutableRawBufferPointer(start: block.base, count: byteCount)
    fill(bytes)
    setConstant(ByteSlice(owner: block, buffer: UnsafeRawBufferPointer(bytes)), of: index)
  }

  /// Counts the work of an operator on constants.
  ///
  /// - Returns: whether it may be done now, where no time limit ends it. What takes hours belongs in a run.
  mutating func allowsFolding(of steps: Int) -> Bool {
    guard steps <= Self.mostFoldedSteps - foldedSteps else { return false }
    foldedSteps += steps
    return true
  }

  /// Sets bytes aside for constants that are not in the file.
  ///
  /// - Returns: whether the memory limit allows them.
  mutating func reserve(_ byteCount: Int) -> Bool {
    let (sum, overflow) = reservedByteCount.addingReportingOverflow(byteCount)
    guard !overflow, sum <= memoryLimit else { return false }
    reservedByteCount = sum
    return true
  }

  /// Makes a computed tensor a constant.
  mutating func setConstant(_ values: ByteSlice, of index: Int) {
    if descriptors[index].type == .string { values.withUnsafeBytes { strings.pin($0.stringNumbers) } }
    descriptors[index] = descriptors[index].with(values: values)
  }

  /// Sets the shape of a tensor whose dimensions stand in another order.
  mutating func setShape(_ shape: [Int], of index: Int) { descriptors[index] = descriptors[index].with(shape: shape) }

  private func checkSize(of tensor: TensorDescriptor) throws(InterpreterError) {
    guard tensor.type.storedBitWidth == nil || isAllowed(tensor.shape, of: tensor.type) else {
      throw .tensorFlowLiteError(
        "\(tensor.identity) has the shape \(tensor.shape), which exceeds the memory limit of \(memoryLimit) bytes")
    }
  }

  private func isAllowed(_ shape: [Int], of type: TensorType) -> Bool {
    type.storedByteCount(shape: shape).map(isAllowed) ?? false
  }

  func isAllowed(_ byteCount: Int) -> Bool { byteCount <= memoryLimit }

  /// Marks outputs whose shapes only a run can tell.
  mutating func setDynamic(_ indices: [Int32]) {
    dynamic.formUnion(indices.map(Int.init))
  }

  /// Sets the types and shapes of an operator's outputs.
  mutating func setOutputs(_ prepared: any PreparedOperator, of node: Node) throws(KernelError) {
    let outputs = node.stored.outputs.map(Int.init)
    for (index, type) in zip(outputs, prepared.outputTypes ?? []) {
      descriptors[index] = descriptors[index].with(type: type)
    }
    for (index, shape) in zip(outputs, prepared.outputShapes) { try setShape(shape, of: index, by: node.identity) }
  }

  /// Sets the shape of an output, once it is known that its bytes can be counted and are allowed.
  private mutating func setShape(_ shape: [Int], of index: Int, by identity: OperatorIdentity) throws(KernelError) {
    let tensor = descriptors[index]
    guard shape.count <= Self.mostDimensions else {
      throw .size(
        identity, tensor.identity, "would have \(shape.count) dimensions, more than \(Self.mostDimensions)")
    }
    guard shape.allSatisfy({ (0...Int(Int32.max)).contains($0) }) else {
      throw .size(
        identity, tensor.identity, "would have the shape \(shape), with a dimension outside 0 to \(Int32.max)")
    }
    guard isAllowed(shape, of: tensor.type) else {
      throw .size(
        identity, tensor.identity,
        "would have the shape \(shape), which exceeds the memory limit of \(memoryLimit) bytes")
    }
    descriptors[index] = tensor.with(shape: shape)
  }
}

extension Subgraph {
  /// The scales of a tensor's blocks; nil where it has none.
  fileprivate func blockScales(of tensor: TensorInfo, in model: Model) -> BlockScales? {
    guard case .blockwise(let blocks) = tensor.quantization?.details else { return nil }
    let index = Int(blocks.scales)
    let scales = tensors[index]
    return BlockScales(
      tensor: TensorIdentity(index: index, name: scales.name), type: scales.type,
      constant: model.constantData(of: scales), blockSize: Int(blocks.blockSize))
  }
}

extension TensorDescriptor {
  /// The same tensor with another type.
  fileprivate func with(type: TensorType) -> TensorDescriptor {
    TensorDescriptor(
      identity: identity, type: type, shape: shape, quantization: quantization,
      blockScales: blockScales, constant: constant, isVariable: isVariable,
      isPaddedForOverReads: isPaddedForOverReads)
  }

  /// The same tensor with another shape.
  func with(shape: [Int]) -> TensorDescriptor {
    TensorDescriptor(
      identity: identity, type: type, shape: shape, quantization: quantization,
      blockScales: blockScales, constant: constant, isVariable: isVariable,
      isPaddedForOverReads: isPaddedForOverReads)
  }

  /// The same tensor with values that have become known. They stand in memory of our own, which is padded.
  func with(values: ByteSlice) -> TensorDescriptor {
    TensorDescriptor(
      identity: identity, type: type, shape: shape, quantization: quantization,
      blockScales: blockScales, constant: values, isVariable: isVariable, isPaddedForOverReads: true)
  }
}
