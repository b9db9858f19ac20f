import TFLiteFlatBuffers
import TFLiteKernels
import TFLiteSchema

/// Where the values of every tensor lie: constants in the model file, those whose shapes a run tells in blocks of their
/// own, all others in one arena.
final class TensorMemory {
  /// Who lies where in the arena.
  let plan: MemoryPlan
  private let arena: Arena
  /// Keeps the bytes of the model alive, whose memory `addresses` points into.
  private var constants: [ByteSlice] = []
  private var dynamicBlocks: [Int: (block: Arena, byteCount: Int)] = [:]
  private var addresses: [UnsafeMutableRawPointer?]
  private let memoryLimit: Int
  /// The bytes of the arena and of all blocks of their own.
  private var allocatedByteCount: Int

  /// Allocates the memory of a subgraph whose operators have been prepared, as far as they could be.
  ///
  /// - Throws: ``InterpreterError/tensorFlowLiteError(_:)`` when the arena would exceed the limit.
  init(_ plan: MemoryPlan, table: TensorTable, memoryLimit: Int) throws(InterpreterError) {
    guard plan.byteCount <= memoryLimit else {
      throw InterpreterError.tensorFlowLiteError(
        "the activations need \(plan.byteCount) bytes, more than the memory limit of \(memoryLimit)")
    }
    let arena = try Arena(byteCount: plan.byteCount)
    self.arena = arena
    self.memoryLimit = memoryLimit
    self.plan = plan
    allocatedByteCount = plan.byteCount
    addresses = table.descriptors.indices.map { index in plan.tensors[index].map { arena.base + $0.byteOffset } }
    for (index, tensor) in table.descriptors.enumerated() {
      guard let constant = tensor.constant else { continue }
      // One without bytes may have no address either.
      addresses[index] = UnsafeMutableRawPointer(mutating: constant.baseAddress) ?? arena.base
      constants.append(constant)
    }
  }

  /// The address of a tensor's values, which must not be written where they are constant; nil where a run must tell.
  func address(of tensor: Int) -> UnsafeMutableRawPointer? { addresses[tensor] }

  /// The working memory of a step.
  func scratch(ofStep index: Int) -> UnsafeMutableRawPointer { arena.base + plan.scratches[index] }

  /// Makes room for a tensor whose size has just become known.
  ///
  /// - Throws: ``InterpreterError/tensorFlowLiteError(_:)`` when all memory together would exceed the limit.
  func allocateDynamic(_ index: Int, byteCount: Int, by identity: OperatorIdentity) throws(InterpreterError) {
    if let existing = dynamicBlocks[index] {
      if existing.byteCount >= byteCount { return }
      dynamicBlocks[index] = nil
      addresses[index] = nil
      allocatedByteCount -= existing.byteCount + OverReadPadding.byteCount
    }
    let block = try allocateBlock(byteCount: byteCount, for: identity)
    dynamicBlocks[index] = (block, byteCount)
    addresses[index] = block.base
    allocatedByteCount += byteCount + OverReadPadding.byteCount
  }

  /// A block for one use, within the limit.
  func allocateBlock(byteCount: Int, for identity: OperatorIdentity) throws(InterpreterError) -> Arena {
    let needed = allocatedByteCount + byteCount + OverReadPadding.byteCount
    guard needed <= memoryLimit else {
      throw .tensorFlowLiteError(
        "\(identity): the activations need \(needed) bytes, more than the memory limit of \(memoryLimit)")
    }
    return try Arena(byteCount: byteCount + OverReadPadding.byteCount)
  }
}
