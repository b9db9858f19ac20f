import TFLiteKernels
import TFLiteSchema
import Testing

extension OperatorContext {
  /// Prepares and runs a builtin operator on bytes.
  ///
  /// - Returns: the first output, of as many elements as its shape says.
  func run<Element: BitwiseCopyable>(
    _ code: BuiltinOperator, _ feeds: [[UInt8]], as element: Element.Type, workers: any Workers = SerialWorkers()
  ) throws -> [Element] {
    let prepare = try #require(OperatorRegistry.standard.prepare(for: OperatorCode(code)))
    let prepared = try prepare(self)
    let count = prepared.outputShapes[0].reduce(1, *)
    func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer { .allocate(byteCount: byteCount + 64, alignment: 64) }
    let output = allocate(count * MemoryLayout<Element>.stride)
    let scratch = allocate(prepared.scratchByteCount)
    let inputs = feeds.map { bytes in
      let memory = allocate(bytes.count)
      memory.copyMemory(from: bytes, byteCount: bytes.count)
      return memory
    }
    let inputList = UnsafeMutablePointer<UnsafeRawPointer?>.allocate(capacity: max(1, inputs.count))
    for (index, memory) in inputs.enumerated() { (inputList + index).initialize(to: UnsafeRawPointer(memory)) }
    let outputList = UnsafeMutablePointer<UnsafeMutableRawPointer>.allocate(capacity: 1)
    outputList.initialize(to: output)
    defer {
      for memory in inputs + [output, scratch] { memory.deallocate() }
      inputList.deallocate()
      outputList.deallocate()
    }
    let call = OperatorCall(
      inputs: UnsafeBufferPointer(start: inputList, count: inputs.count),
      outputs: outputList, scratch: scratch, workers: workers)
    switch prepared {
    case let total as any TotalOperator: total.run(call)
    case let throwing as any ThrowingOperator: try throwing.run(call)
    default: Issue.record("\(type(of: prepared)) cannot run")
    }
    return (0..<count).map {
      output.loadUnaligned(fromByteOffset: $0 * MemoryLayout<Element>.stride, as: element)
    }
  }
}

/// The bytes of some elements as a file stores them.
func stored<Element: BitwiseCopyable>(_ elements: [Element]) -> [UInt8] {
  elements.flatMap { element in withUnsafeBytes(of: element) { Array($0) } }
}
