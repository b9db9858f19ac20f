import TFLiteFlatBuffers
import TFLiteKernels
import TFLiteSchema

/// Where the values of every tensor lie: constants in the model file, those whose shapes a run tells in blocks of their
/// own, all others in one arena.
final class TensorMemory {
  private let arena: Arena
  private let scratches: [UnsafeMutableRawPointer]
  /// Keeps the mapped file alive, whose memory `addresses` points into.
  private var constants: [ByteSlice] = []
  private var dynamicBlocks: [Int: (block: Arena, byteCount: Int)] = [:]
  private var addresses: [UnsafeMutableRawPointer?]
  private let memoryLimit: Int
  /// The bytes of the arena and of all blocks of their own.
  private var allocatedByteCount: Int

  /// Plans and allocates the memory of a subgraph whose operators have been prepared, as far as they could be.
  ///
  /// - Throws: ``InterpreterError/tensorFlowLiteError(_:)`` when the arena would exceed the limit.
  init(_ graph: Subgraph, table: TensorTable, preparations: [Preparation], memoryLimit: Int) throws {
    let tensors = table.descriptors
    let lifetimes = Self.lifetimes(graph, table: table)
    let resident = lifetimes.keys.sorted()
    var requests = resident.map { index in
      ArenaRequest(byteCount: tensors[index].byteCount, lifetime: lifetimes[index] ?? 0...0)
    }
    requests += preparations.enumerated().map { step, preparation in
      ArenaRequest(byteCount: preparation.scratchByteCount, lifetime: step...step)
    }
    let plan = ArenaPlan(requests)
    guard plan.byteCount <= memoryLimit else {
      throw InterpreterError.tensorFlowLiteError(
        "the activations need \(plan.byteCount) bytes, more than the memory limit of \(memoryLimit)")
    }
    let arena = try Arena(byteCount: plan.byteCount)
    self.arena = arena
    self.memoryLimit = memoryLimit
    allocatedByteCount = plan.byteCount
    addresses = Array(repeating: nil, count: tensors.count)
    for (index, offset) in zip(resident, plan.offsets) { addresses[index] = arena.base + offset }
    scratches = plan.offsets.dropFirst(resident.count).map { arena.base + $0 }
    for (index, tensor) in tensors.enumerated() {
      guard let constant = tensor.constant else { continue }
      // One without bytes may have no address either.
      addresses[index] = UnsafeMutableRawPointer(mutating: constant.baseAddress) ?? arena.base
      constants.append(constant)
    }
  }

  /// The address of a tensor's values, which must not be written where they are constant; nil where a run must tell.
  func address(of tensor: Int) -> UnsafeMutableRawPointer? { addresses[tensor] }

  /// The working memory of a step.
  func scratch(ofStep index: Int) -> UnsafeMutableRawPointer { scratches[index] }

  /// Makes room for a tensor whose size has just become known.
  ///
  /// - Throws: ``InterpreterError/tensorFlowLiteError(_:)`` when all memory together would exceed the limit.
  func allocateDynamic(_ index: Int, byteCount: Int, by identity: OperatorIdentity) throws(InterpreterError) {
    if let existing = dynamicBlocks[index] {
      if existing.byteCount >= byteCount { return }
      dynamicBlocks[index] = nil
      addresses[index] = nil
      allocatedByteCount -= existing.byteCount + ArenaPlan.slack
    }
    let block = try allocateBlock(byteCount: byteCount, for: identity)
    dynamicBlocks[index] = (block, byteCount)
    addresses[index] = block.base
    allocatedByteCount += byteCount + ArenaPlan.slack
  }

  /// A block for one use, within the limit.
  func allocateBlock(byteCount: Int, for identity: OperatorIdentity) throws(InterpreterError) -> Arena {
    let needed = allocatedByteCount + byteCount + ArenaPlan.slack
    guard needed <= memoryLimit else {
      throw .tensorFlowLiteError(
        "\(identity): the activations need \(needed) bytes, more than the memory limit of \(memoryLimit)")
    }
    return try Arena(byteCount: byteCount + ArenaPlan.slack)
  }

  /// The steps during which each tensor in the arena holds values.
  ///
  /// Inputs keep their values through the whole run, so that the next run may reuse them; outputs keep theirs until the
  /// next run; variable tensors keep theirs always.
  private static func lifetimes(_ graph: Subgraph, table: TensorTable) -> [Int: ClosedRange<Int>] {
    let lastStep = max(0, graph.operators.count - 1)
    var lifetimes: [Int: ClosedRange<Int>] = [:]
    for (step, stored) in graph.operators.enumerated() {
      for index in stored.outputs.map(Int.init)
      where !table.dynamic.contains(index) && table.descriptors[index].constant == nil {
        lifetimes[index] = step...step
      }
      for index in stored.inputs.map(Int.init) {
        if let lifetime = lifetimes[index] { lifetimes[index] = lifetime.lowerBound...max(step, lifetime.upperBound) }
      }
    }
    for index in graph.outputs.map(Int.init) {
      if let lifetime = lifetimes[index] { lifetimes[index] = lifetime.lowerBound...lastStep }
    }
    for index in graph.inputs.map(Int.init) where table.descriptors[index].constant == nil {
      lifetimes[index] = 0...lastStep
    }
    for (index, tensor) in table.descriptors.enumerated() where tensor.isVariable { lifetimes[index] = 0...lastStep }
    return lifetimes
  }
}

extension Preparation {
  fileprivate var scratchByteCount: Int {
    switch self {
    case .ready(let prepared): prepared.scratchByteCount
    case .deferred, .folded: 0
    }
  }
}
