import TFLiteFlatBuffers
import TFLiteKernels
import TFLiteSchema

extension TensorTable {
  /// Runs an operator on constants and keeps what it computes, unless all constants together would need too much memory.
  mutating func fold(
    _ prepared: any PreparedOperator, _ node: Node, of steps: Int, workers: StoppableWorkers
  ) throws -> Bool {
    let outputs = node.stored.outputs.map(Int.init)
    guard isAllowed(prepared.scratchByteCount), reserve(outputs.reduce(0) { $0 + descriptors[$1].byteCount }) else {
      return false
    }
    let isComputedBeforeRuns = isComputedBeforeRuns(node)
    if !isComputedBeforeRuns { constantsOfRuns.formUnion(outputs) }
    let blocks = try outputs.map { try Arena(byteCount: descriptors[$0].byteCount + OverReadPadding.byteCount) }
    let results = Dictionary(zip(outputs, blocks)) { first, _ in first }
    let scratch = try Arena(byteCount: prepared.scratchByteCount + OverReadPadding.byteCount)
    // Other threads flush subnormal numbers at all times.
    let workers = isComputedBeforeRuns ? workers.serial : workers
    try withExtendedLifetime((scratch, blocks)) {
      let bound = BoundOperator(
        prepared, node.stored, scratch: scratch.base, workers: workers.forOperator(of: steps, prepared.path)
      ) { index in
        results[index]?.base ?? UnsafeMutableRawPointer(mutating: descriptors[index].constant?.baseAddress)
          ?? scratch.base
      }
      if isComputedBeforeRuns { try bound.run() } else { try SubnormalNumbers.flushed { try bound.run() } }
    }
    for (index, block) in results {
      let bytes = UnsafeRawBufferPointer(start: block.base, count: descriptors[index].byteCount)
      setConstant(ByteSlice(owner: block, buffer: bytes), of: index)
    }
    return true
  }

  /// Whether TFLite computes an operator on constants while it prepares it, with subnormal numbers, and not in each run,
  /// where they are flushed.
  ///
  /// Source: who calls `SetTensorToPersistentRo` in `tflite/kernels`.
  private func isComputedBeforeRuns(_ node: Node) -> Bool {
    guard node.stored.inputs.allSatisfy({ !constantsOfRuns.contains(Int($0)) }) else { return false }
    return switch node.code.builtinCode {
    case .broadcastArgs, .concatenation, .gather, .mul, .range, .rank, .reshape, .shape, .stridedSlice, .tile: true
    // `reduce.cc`, kMaxConstantOutputTensorSize.
    case .reduceProd: node.stored.outputs.allSatisfy { descriptors[Int($0)].elementCount <= 8 }
    default: false
    }
  }
}
