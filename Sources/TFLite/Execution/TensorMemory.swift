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

  /// Plans and allocates the memory of a subgraph whose operators have been prepared, as far as they could be.
  ///
  /// - Throws: ``InterpreterError/tensorFlowLiteError(_:)`` when the arena would exceed the limit.
  init(_ graph: Subgraph, table: TensorTable, operators: [(any PreparedOperator)?], memoryLimit: Int) throws {
    let tensors = table.descriptors
    let lifetimes = Self.lifetimes(graph, table: table)
    let resident = lifetimes.keys.sorted()
    var requests = resident.map { index in
      ArenaRequest(byteCount: tensors[index].byteCount, lifetime: lifetimes[index] ?? 0...0)
    }
    requests += operators.enumerated().map { step, prepared in
      ArenaRequest(byteCount: prepared?.scratchByteCount ?? 0, lifetime: step...step)
    }
    let plan = ArenaPlan(requests)
    guard plan.byteCount <= memoryLimit else {
      throw InterpreterError.tensorFlowLiteError(
        "the activations need \(plan.byteCount) bytes, more than the memory limit of \(memoryLimit)")
    }
    let arena = Arena(byteCount: plan.byteCount)
    self.arena = arena
    addresses = Array(repeating: nil, count: tensors.count)
    for (index, offset) in zip(resident, plan.offsets) { addresses[index] = arena.base + offset }
    scratches = plan.offsets.dropFirst(resident.count).map { arena.base + $0 }
    for (index, tensor) in tensors.enumerated() {
      if let constant = tensor.constant { place(constant, of: tensor, at: index) }
    }
  }

  /// The address of a tensor's values, which must not be written where they are constant; nil where a run must tell.
  func address(of tensor: Int) -> UnsafeMutableRawPointer? { addresses[tensor] }

  /// The working memory of a step.
  func scratch(ofStep index: Int) -> UnsafeMutableRawPointer { scratches[index] }

  /// Makes room for a tensor whose size has just become known.
  func allocateDynamic(_ index: Int, byteCount: Int) {
    if let existing = dynamicBlocks[index], existing.byteCount >= byteCount { return }
    let block = Arena(byteCount: byteCount + ArenaPlan.slack)
    dynamicBlocks[index] = (block, byteCount)
    addresses[index] = block.base
  }

  /// A constant stays where the file has it, unless its elements would be misaligned there, or callers may write it.
  private func place(_ constant: ByteSlice, of tensor: TensorDescriptor, at index: Int) {
    if let address = addresses[index] {
      constant.withUnsafeBytes {
        UnsafeMutableRawBufferPointer(start: address, count: tensor.byteCount).copyPrefix(of: $0)
      }
    } else {
      let aligned = constant.aligned(to: tensor.type)
      addresses[index] = UnsafeMutableRawPointer(mutating: aligned.baseAddress)
      constants.append(aligned)
    }
  }

  /// The steps during which each tensor in the arena holds values.
  ///
  /// Inputs keep their values through the whole run, so that the next run may reuse them; outputs keep theirs until the
  /// next run; variable tensors keep theirs always.
  private static func lifetimes(_ graph: Subgraph, table: TensorTable) -> [Int: ClosedRange<Int>] {
    let lastStep = max(0, graph.operators.count - 1)
    var lifetimes: [Int: ClosedRange<Int>] = [:]
    for (step, stored) in graph.operators.enumerated() {
      for index in stored.outputs.map(Int.init) where !table.dynamic.contains(index) { lifetimes[index] = step...step }
      for index in stored.inputs.map(Int.init) {
        if let lifetime = lifetimes[index] { lifetimes[index] = lifetime.lowerBound...max(step, lifetime.upperBound) }
      }
    }
    for index in graph.outputs.map(Int.init) {
      if let lifetime = lifetimes[index] { lifetimes[index] = lifetime.lowerBound...lastStep }
    }
    for index in graph.inputs.map(Int.init) { lifetimes[index] = 0...lastStep }
    for (index, tensor) in table.descriptors.enumerated() where tensor.isVariable { lifetimes[index] = 0...lastStep }
    return lifetimes
  }
}

extension UnsafeMutableRawBufferPointer {
  /// Copies as many bytes as both sides have.
  fileprivate func copyPrefix(of source: UnsafeRawBufferPointer) {
    let count = Swift.min(count, source.count)
    guard count > 0 else { return }
    copyMemory(from: UnsafeRawBufferPointer(rebasing: source[..<count]))
  }
}

extension ByteSlice {
  /// The same bytes at an address that suits elements of the given type: files may place them anywhere.
  fileprivate func aligned(to type: TensorType) -> ByteSlice {
    let alignment = max(1, (type.bitWidth ?? 8) / 8)
    guard let base = baseAddress, UInt(bitPattern: base) % UInt(alignment) != 0 else { return self }
    return ByteSlice(withUnsafeBytes { Array($0) })
  }
}
