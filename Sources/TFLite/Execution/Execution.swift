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
    table = try TensorTable(graph, of: model, inputShapes: inputShapes, memoryLimit: limit)
    let operators = try table.prepare(nodes)
    memory = try TensorMemory(graph, table: table, operators: operators, memoryLimit: limit)
    workers =
      options.effectiveThreadCount > 1 ? ThreadPool(threadCount: options.effectiveThreadCount) : SerialWorkers()
    steps = zip(nodes, operators).map { node, prepared in
      guard let prepared else { return .deferred(node) }
      let scratch = memory.scratch(ofStep: node.identity.index)
      return .bound(BoundOperator(prepared, node.stored, memory: memory, scratch: scratch, workers: workers))
    }
  }

  /// Runs all operators in order.
  func run() throws {
    for step in steps {
      switch step {
      case .bound(let bound): try bound.run()
      case .deferred(let node): try prepareAndRun(node)
      }
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
    for (index, shape) in zip(node.stored.outputs.map(Int.init), prepared.outputShapes) {
      try table.setShape(shape, of: index, by: node.identity)
      try memory.allocateDynamic(index, byteCount: table.descriptors[index].byteCount, by: node.identity)
    }
    let scratch = try memory.allocateBlock(byteCount: prepared.scratchByteCount, for: node.identity)
    try withExtendedLifetime(scratch) {
      try BoundOperator(prepared, node.stored, memory: memory, scratch: scratch.base, workers: workers).run()
    }
  }

  private func descriptorWithValues(of index: Int) -> TensorDescriptor {
    let descriptor = table.descriptors[index]
    guard let bytes = bytes(of: index) else { return descriptor }
    return descriptor.with(values: ByteSlice(owner: memory, buffer: UnsafeRawBufferPointer(bytes)))
  }
}

extension TensorTable {
  /// Prepares operators in order, each with the output shapes of those before it; nil stands for one that must wait.
  fileprivate mutating func prepare(_ nodes: [Node]) throws -> [(any PreparedOperator)?] {
    try nodes.map { node in
      guard !node.stored.inputs.contains(where: { dynamic.contains(Int($0)) }) else {
        setDynamic(node.stored.outputs)
        return nil
      }
      let context = node.context(
        inputs: node.stored.inputs.map { $0 < 0 ? nil : descriptors[Int($0)] },
        outputs: node.stored.outputs.map { descriptors[Int($0)] })
      let prepared: any PreparedOperator
      do {
        prepared = try node.prepare(context)
      } catch KernelError.valuesUnknown {
        setDynamic(node.stored.outputs)
        return nil
      }
      for (index, shape) in zip(node.stored.outputs, prepared.outputShapes) {
        try setShape(shape, of: Int(index), by: node.identity)
      }
      return prepared
    }
  }
}
