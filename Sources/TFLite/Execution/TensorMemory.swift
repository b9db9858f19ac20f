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
  /// The bytes of the arena.
  let plannedByteCount: Int
  /// The bytes of the arena and of all blocks of their own.
  private var allocatedByteCount: Int

  /// Allocates the memory of a subgraph whose operators have been prepared, as far as they could be.
  ///
  /// - Throws: ``InterpreterError/tensorFlowLiteError(_:)`` when the arena would exceed the limit.
  init(_ layout: ActivationLayout, table: TensorTable, memoryLimit: Int) throws(InterpreterError) {
    guard layout.byteCount <= memoryLimit else {
      throw InterpreterError.tensorFlowLiteError(
        "the activations need \(layout.byteCount) bytes, more than the memory limit of \(memoryLimit)")
    }
    let arena = try Arena(byteCount: layout.byteCount)
    self.arena = arena
    self.memoryLimit = memoryLimit
    plannedByteCount = layout.byteCount
    allocatedByteCount = layout.byteCount
    addresses = table.descriptors.indices.map { index in layout.tensors[index].map { arena.base + $0 } }
    scratches = layout.scratches.map { arena.base + $0 }
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
}
