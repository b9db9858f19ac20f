import CTensorFlowLite
import TFLite
import TFLiteCLibrary
import TFLiteSchema

/// What a `TfLiteInterpreter` is.
final class InterpreterHandle: Handle {
  let options: OptionValues
  let engine: Interpreter
  let cancellation: Cancellation?
  /// Counts how often data pointers may have changed.
  let generation: UnsafeMutablePointer<UInt64>
  /// Copies of the signatures' texts.
  let signatures: [SignatureNames]
  private let operators: InterpreterOperators
  private var tables: [SubgraphTable] = []
  /// Memory of the caller, by the tensor of the main subgraph.
  private var allocations: [Int: UnsafeMutableRawBufferPointer] = [:]

  /// - Throws: ``Failure`` for delegates and for operators of the schema that nobody has implemented, `InterpreterError`.
  init(_ model: Model, _ options: OptionValues, includesStandard: Bool) throws {
    guard !options.hasDelegates else {
      throw Failure(
        "delegates cannot be used: there are none in this library, and all operators run on the processor",
        status: kTfLiteApplicationError)
    }
    self.options = options
    operators = InterpreterOperators(
      model, options, includesStandard: includesStandard && options.resolver == nil)
    for code in operators.missing {
      options.reporter.report("Didn't find op for builtin opcode '\(code.name)' version '\(code.version)'.")
    }
    guard operators.missing.isEmpty else { throw Failure("Registration failed.") }
    generation = block(of: UInt64.self)
    cancellation = options.isCancellable ? Cancellation() : nil
    signatures = model.signatureDefs.map { SignatureNames($0) }
    engine = try Interpreter(model: model, options: options.engine, source: operators)
    tables = model.subgraphs.indices.map { SubgraphTable(model, subgraph: $0, of: self) }
    operators.makeStates(in: tables)
  }

  deinit {
    // States end before the contexts that their callbacks get.
    operators.removeStates()
    tables = []
    free(generation)
  }

  /// The main subgraph.
  var main: SubgraphTable { tables[0] }

  var subgraphCount: Int { tables.count }

  /// A subgraph; nil for an index that there is not.
  func table(_ index: Int) -> SubgraphTable? { tables.indices.contains(index) ? tables[index] : nil }

  // MARK: Errors

  /// Runs `body`, and reports what it throws.
  func reporting(_ body: () throws -> Void) -> TfLiteStatus {
    do {
      try body()
      return kTfLiteOk
    } catch let failure as Failure {
      options.reporter.report(failure.message)
      return failure.status
    } catch {
      options.reporter.report(Self.message(of: error))
      return kTfLiteError
    }
  }

  /// The words of an engine's error, without what it says in front of all of them.
  static func message(of error: any Error) -> String {
    if case InterpreterError.tensorFlowLiteError(let message) = error { return message }
    return "\(error)"
  }

  // MARK: Running

  func resize(_ table: SubgraphTable, _ tensor: Int, to shape: [Int]) -> TfLiteStatus {
    reporting {
      guard try table.openSession().resize(tensor, to: shape) else {
        throw Failure("tensor \(tensor) cannot have the shape \(shape), or is a constant")
      }
      if table.session?.isAllocated == false { table.refresh() }
    }
  }

  /// As ``resize(_:_:to:)``, where only dimensions that the model leaves open may change.
  func resizeStrictly(_ table: SubgraphTable, _ tensor: Int, to shape: [Int]) -> TfLiteStatus {
    let stored = engine.model.subgraphs[table.index].tensors[tensor]
    let signature =
      stored.shapeSignature.isEmpty ? table.tensor(tensor)?.shape ?? [] : stored.shapeSignature.map(Int.init)
    guard signature.count == shape.count, zip(signature, shape).allSatisfy({ $0 == -1 || $0 == $1 }) else {
      options.reporter.report(
        "Attempting to resize dimension of tensor \(tensor) to \(shape), but only dimensions that are -1 in "
          + "\(signature) can be resized. ResizeInputTensorStrict only allows mutating unknown dimensions "
          + "identified by -1.")
      return kTfLiteError
    }
    return resize(table, tensor, to: shape)
  }

  func allocate(_ table: SubgraphTable) -> TfLiteStatus {
    reporting {
      let session = try table.openSession()
      if !session.isAllocated {
        do { try session.allocate() } catch {
          guard operators.hasUnresolvedCustomOperators else { throw error }
          throw Failure(Self.message(of: error), status: kTfLiteUnresolvedOps)
        }
        table.refresh()
      }
      if table === main { try showAllocations() }
    }
  }

  func invoke(_ table: SubgraphTable) -> TfLiteStatus {
    guard let session = table.session, session.isAllocated else {
      options.reporter.report("Invoke called on model that is not ready.")
      return kTfLiteError
    }
    if !allocations.isEmpty, table === main { copyAllocations(into: session) }
    let status = reporting { try table.takeStrings(into: session) }
    guard status == kTfLiteOk else { return status }
    defer {
      table.refreshAfterRun()
      if !allocations.isEmpty, table === main { copyAllocations(outOf: session) }
    }
    do {
      cancellation?.withdraw()
      try session.run(cancellation: cancellation)
      return kTfLiteOk
    } catch is CancellationError {
      options.reporter.report("Client requested cancel during Invoke()")
      return kTfLiteCancelled
    } catch {
      options.reporter.report(Self.message(of: error))
      return kTfLiteError
    }
  }

  func resetVariables() -> TfLiteStatus {
    reporting {
      for table in tables { if let session = table.session, session.isAllocated { try session.resetVariables() } }
    }
  }

  func cancel() -> TfLiteStatus {
    guard let cancellation else {
      options.reporter.report("Cannot invoke cancel: TfLiteInterpreterOptionsEnableCancellation has not enabled it.")
      return kTfLiteError
    }
    cancellation.request()
    return kTfLiteOk
  }

  // MARK: Memory of the caller

  func setAllocation(_ memory: UnsafeMutableRawBufferPointer, forTensor index: Int, isAligned: Bool) -> TfLiteStatus {
    reporting {
      let graph = engine.model.subgraphs[0]
      guard graph.tensors.indices.contains(index) else { throw Failure("there is no tensor \(index)") }
      guard main.tensor(index)?.pointee.allocation_type != kTfLiteMmapRo else {
        throw Failure("tensor \(index) is a constant, and cannot lie in memory of the caller")
      }
      guard graph.tensors[index].type.bitWidth != nil else {
        throw Failure("tensor \(index) has elements without a fixed size, and cannot lie in memory of the caller")
      }
      guard memory.baseAddress != nil else { throw Failure("the memory for tensor \(index) is NULL") }
      guard !isAligned || Int(bitPattern: memory.baseAddress) % 64 == 0 else {
        throw Failure("the memory for tensor \(index) is not aligned to 64 bytes")
      }
      allocations[index] = memory
      main.tensor(index)?.pointee.allocation_type = kTfLiteCustom
      main.tensor(index)?.pointee.data.data = memory.baseAddress
      // What operators compute on the way is there to be copied only if nothing takes its place.
      if !(graph.inputs + graph.outputs).contains(Int32(index)), !graph.tensors[index].isVariable {
        try main.openSession().preservesAllTensors = true
      }
      if main.session?.isAllocated == true { try checkAllocations() }
    }
  }

  private func checkAllocations() throws {
    for (index, memory) in allocations {
      let needed = main.tensor(index)?.pointee.bytes ?? 0
      guard memory.count >= needed else {
        throw Failure("the memory for tensor \(index) has \(memory.count) bytes, and \(needed) are needed")
      }
    }
  }

  private func showAllocations() throws {
    guard !allocations.isEmpty else { return }
    try checkAllocations()
    for (index, memory) in allocations { main.tensor(index)?.pointee.data.data = memory.baseAddress }
  }

  private func copyAllocations(into session: SubgraphSession) {
    let graph = engine.model.subgraphs[0]
    for (index, memory) in allocations where graph.inputs.contains(Int32(index)) || graph.tensors[index].isVariable {
      guard let bytes = session.state(of: index)?.bytes, bytes.count <= memory.count else { continue }
      bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[..<bytes.count]))
    }
  }

  private func copyAllocations(outOf session: SubgraphSession) {
    for (index, memory) in allocations {
      guard let bytes = session.state(of: index)?.bytes, bytes.count <= memory.count else { continue }
      memory.copyMemory(from: UnsafeRawBufferPointer(bytes))
    }
  }

  // MARK: Metadata

  func metadata(
    named name: String, _ pointer: UnsafeMutablePointer<UnsafePointer<CChar>?>?, _ count: UnsafeMutablePointer<Int>?
  ) -> TfLiteStatus {
    guard let pointer, let count else { return refuseNull("ptr or bytes") }
    let model = engine.model
    guard let entry = model.metadata.first(where: { $0.name == name }),
      model.buffers.indices.contains(Int(entry.buffer)), let data = model.buffers[Int(entry.buffer)].data
    else {
      remember("the model has no metadata with the name \(name)")
      return kTfLiteError
    }
    pointer.pointee = data.baseAddress?.assumingMemoryBound(to: CChar.self)
    count.pointee = data.count
    return kTfLiteOk
  }
}
