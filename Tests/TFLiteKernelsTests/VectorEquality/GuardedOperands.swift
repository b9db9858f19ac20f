import Dispatch
import TFLiteFlatBuffers
import TFLiteKernels
import TFLiteSchema
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The inputs of an operator in memory that ends where it may not be read any more.
struct GuardedOperands {
  private let inputs: [GuardedMemory?]

  init(_ made: RandomOperator) throws {
    inputs = try made.inputs.map { tensor in
      try tensor.map { try GuardedMemory($0.bytes, slack: $0.isConstant ? 0 : 64) }
    }
  }

  /// Prepares the operator anew and runs it.
  ///
  /// - Returns: the bytes of each output.
  func run(
    _ made: RandomOperator, numerics: Numerics, instructionSet: InstructionSet, workers: any Workers
  ) throws -> [[UInt8]] {
    let descriptors = zip(made.inputs, inputs).enumerated().map { index, input -> TensorDescriptor? in
      guard let tensor = input.0, let memory = input.1 else { return nil }
      return tensor.descriptor(
        index, constant: tensor.isConstant ? ByteSlice(owner: memory, buffer: memory.bytes) : nil)
    }
    var context = OperatorContext(
      made.code, made.options, inputs: descriptors,
      outputs: made.outputs.enumerated().map { $1.descriptor(inputs.count + $0, constant: nil) },
      customOptions: made.customOptions)
    context.numerics = numerics
    context.instructionSet = instructionSet
    let prepare = try #require(OperatorRegistry.standard.prepare(for: made.operatorCode))
    let prepared = try prepare(context)
    let types = prepared.outputTypes ?? made.outputs.map(\.type)
    let outputs = zip(prepared.outputShapes, types).map { shape, type in
      CanaryMemory(byteCount: type.byteCount(shape: shape) ?? 0)
    }
    let scratch = CanaryMemory(byteCount: prepared.scratchByteCount)
    let addresses = outputs.map(\.address)
    try inputs.map { $0.map { UnsafeRawPointer($0.address) } }.withUnsafeBufferPointer { inputs in
      try addresses.withUnsafeBufferPointer { outputs in
        let call = OperatorCall(
          inputs: inputs, outputs: try #require(outputs.baseAddress), scratch: scratch.address, workers: workers)
        switch prepared {
        case let total as any TotalOperator: total.run(call)
        case let throwing as any ThrowingOperator: try throwing.run(call)
        default: Issue.record("\(type(of: prepared)) cannot run")
        }
      }
    }
    let isIntact = (outputs + [scratch]).allSatisfy(\.isIntact)
    #expect(isIntact, "wrote out of bounds: \(instructionSet), \(made)")
    return outputs.map(\.contents)
  }
}

/// Memory that ends at a page nobody may touch: a read further than `slack` bytes past the contents ends the test run.
final class GuardedMemory {
  let address: UnsafeMutableRawPointer
  private let count: Int
  private let mapping: UnsafeMutableRawPointer
  private let mappingCount: Int

  init(_ contents: [UInt8], slack: Int) throws {
    let page = Int(getpagesize())
    let size = (contents.count + slack + page - 1) / page * page
    count = contents.count
    mappingCount = size + page
    let mapped = mmap(nil, mappingCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    mapping = try #require(mapped != MAP_FAILED ? mapped : nil)
    try #require(mprotect(mapping + size, page, PROT_NONE) == 0)
    address = mapping + (size - slack - contents.count)
    address.copyMemory(from: contents, byteCount: contents.count)
    // Whatever lies in the slack must not matter.
    memset(address + contents.count, 0xA5, slack)
  }

  deinit { munmap(mapping, mappingCount) }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: address, count: count) }
}

/// Aligned memory without meaningful contents, with canaries around it.
final class CanaryMemory {
  private static let canary: UInt8 = 0xC3
  private static let margin = 128

  let address: UnsafeMutableRawPointer
  private let count: Int

  init(byteCount: Int) {
    count = byteCount
    let allocation = UnsafeMutableRawPointer.allocate(byteCount: byteCount + 2 * Self.margin, alignment: 64)
    memset(allocation, Int32(Self.canary), byteCount + 2 * Self.margin)
    address = allocation + Self.margin
  }

  deinit { (address - Self.margin).deallocate() }

  var contents: [UInt8] { Array(UnsafeRawBufferPointer(start: address, count: count)) }

  var isIntact: Bool {
    let before = UnsafeRawBufferPointer(start: address - Self.margin, count: Self.margin)
    let after = UnsafeRawBufferPointer(start: address + count, count: Self.margin)
    return before.allSatisfy { $0 == Self.canary } && after.allSatisfy { $0 == Self.canary }
  }
}

/// Chunks that run at the same time, on as many threads as the system likes.
final class ConcurrentWorkers: Workers {
  let threadCount: Int

  init(threadCount: Int) { self.threadCount = threadCount }

  func run(chunkCount: Int, _ body: (Int) -> Void) {
    if threadCount == 1 {
      for chunk in 0..<chunkCount { body(chunk) }
    } else {
      // Nobody calls it once this function has returned.
      nonisolated(unsafe) let body = body
      DispatchQueue.concurrentPerform(iterations: chunkCount) { body($0) }
    }
  }
}
