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
  private let workers: any Workers
  private var steps: [Step] = []

  private enum Step {
    case bound(BoundOperator)
    case deferred(Node)
  }

  /// Prepares every operator that can be, and allocates memory.
  ///
  /// - Throws: `KernelError` of the first operator that does not fit, or ``InterpreterError`` where the memory does not
  ///   suffice.
  init(model: Model, nodes: [Node], inputShapes: [[Int]], options: Interpreter.Options) throws {
    let graph = model.subgraphs[0]
    let limit = options.effectiveMemoryLimit
    workers =
      options.effectiveThreadCount > 1 ? ThreadPool(threadCount: options.effectiveThreadCount) : SerialWorkers()
    table = try TensorTable(graph, of: model, inputShapes: inputShapes, memoryLimit: limit)
    let preparations = try table.prepare(nodes, workers: workers)
    memory = try TensorMemory(graph, table: table, preparations: preparations, memoryLimit: limit)
    steps = zip(nodes, preparations).compactMap { node, preparation in
      switch preparation {
      case .ready(let prepared): .bound(bind(prepared, node, scratch: memory.scratch(ofStep: node.identity.index)))
      case .deferred: .deferred(node)
      case .folded: nil
      }
    }
    resetVariables()
  }

  private func bind(
    _ prepared: any PreparedOperator, _ node: Node, scratch: UnsafeMutableRawPointer
  ) -> BoundOperator {
    BoundOperator(prepared, node.stored, scratch: scratch, workers: workers) { memory.address(of: $0) }
  }

  /// Runs all operators in order.
  func run() throws {
    try SubnormalNumbers.flushed {
      for step in steps {
        switch step {
        case .bound(let bound): try bound.run()
        case .deferred(let node): try prepareAndRun(node)
        }
      }
    }
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

  /// A tensor's type, shape and quantization.
  func descriptor(of index: Int) -> TensorDescriptor { table.descriptors[index] }

  /// The bytes of a tensor; nil where only a run can tell how many there are, and none has yet.
  func bytes(of index: Int) -> UnsafeMutableRawBufferPointer? {
    memory.address(of: index).map {
      UnsafeMutableRawBufferPointer(start: $0, count: table.descriptors[index].byteCount)
    }
  }

  private func prepareAndRun(_ node: Node) throws {
    let inputs = node.stored.inputs.map { index in index < 0 ? nil : descriptorWithValues(of: Int(index)) }
    let outputs = node.stored.outputs.map { table.descriptors[Int($0)] }
    let prepared = try node.prepare(node.context(inputs: inputs, outputs: outputs))
    try table.setOutputs(prepared, of: node)
    for index in node.stored.outputs.map(Int.init) {
      try memory.allocateDynamic(index, byteCount: table.descriptors[index].byteCount, by: node.identity)
    }
    let scratch = try memory.allocateBlock(byteCount: prepared.scratchByteCount, for: node.identity)
    try withExtendedLifetime(scratch) {
      try bind(prepared, node, scratch: scratch.base).run()
    }
  }

  private func descriptorWithValues(of index: Int) -> TensorDescriptor {
    let descriptor = table.descriptors[index]
    guard let bytes = bytes(of: index) else { return descriptor }
    return descriptor.with(values: ByteSlice(owner: memory, buffer: UnsafeRawBufferPointer(bytes)))
  }
}
