import CTensorFlowLite
import TFLite
import TFLiteKernels

@c @implementation
package func TfLiteSwiftGetLastError() -> UnsafePointer<CChar>? { last_error() }

// MARK: Options

/// Changes an option.
private func set(_ options: OpaquePointer?, _ change: (inout Interpreter.Options) -> Void) -> TfLiteStatus {
  guard let handle = OptionsHandle.at(options) else { return refuseNull("options") }
  change(&handle.values.engine)
  return kTfLiteOk
}

@c @implementation
package func TfLiteSwiftInterpreterOptionsSetNumerics(
  _ options: OpaquePointer?, _ numerics: UnsafePointer<CChar>?
) -> TfLiteStatus {
  guard let numerics else { return refuseNull("numerics") }
  guard let known = Numerics(rawValue: String(cString: numerics)) else {
    remember(
      "there are no numerics \"\(String(cString: numerics))\", expected one of "
        + Numerics.allCases.map(\.rawValue).joined(separator: ", "))
    return kTfLiteError
  }
  return set(options) { $0.numerics = known }
}

@c @implementation
package func TfLiteSwiftInterpreterOptionsSetInstructionSet(
  _ options: OpaquePointer?, _ instruction_set: UnsafePointer<CChar>?
) -> TfLiteStatus {
  guard let instruction_set else { return set(options) { $0.cpu = nil } }
  guard let known = InstructionSet(rawValue: String(cString: instruction_set)), known.isAvailable else {
    let available = InstructionSet.allCases.filter(\.isAvailable).map(\.rawValue).joined(separator: ", ")
    remember("this machine has no instruction set \"\(String(cString: instruction_set))\"; it has \(available)")
    return kTfLiteError
  }
  return set(options) { $0.cpu = known }
}

@c @implementation
package func TfLiteSwiftInterpreterOptionsSetMemoryLimit(_ options: OpaquePointer?, _ byte_count: Int) -> TfLiteStatus {
  // More than a signed number can hold is no limit.
  set(options) { $0.memoryLimit = byte_count < 0 ? .max : byte_count }
}

@c @implementation
package func TfLiteSwiftInterpreterOptionsSetWorkLimit(_ options: OpaquePointer?, _ step_count: Int) -> TfLiteStatus {
  set(options) { $0.workLimit = step_count < 0 ? nil : step_count }
}

@c @implementation
package func TfLiteSwiftInterpreterOptionsSetSubgraphCallLimit(_ options: OpaquePointer?, _ count: Int) -> TfLiteStatus
{
  set(options) { $0.subgraphCallLimit = count < 0 ? .max : count }
}

@c @implementation
package func TfLiteSwiftInterpreterOptionsSetPreserveAllTensors(
  _ options: OpaquePointer?, _ enable: Bool
) -> TfLiteStatus {
  set(options) { $0.preservesAllTensors = enable }
}

// MARK: What is in a model

@c @implementation
package func TfLiteSwiftInterpreterGetSubgraphCount(_ interpreter: OpaquePointer?) -> Int32 {
  Int32(InterpreterHandle.at(interpreter)?.subgraphCount ?? 0)
}

private func table(_ interpreter: OpaquePointer?, _ subgraph: Int32) -> SubgraphTable? {
  InterpreterHandle.at(interpreter)?.table(Int(subgraph))
}

@c @implementation
package func TfLiteSwiftInterpreterGetTensorCount(_ interpreter: OpaquePointer?, _ subgraph: Int32) -> Int32 {
  Int32(table(interpreter, subgraph)?.tensorCount ?? 0)
}

@c @implementation
package func TfLiteSwiftInterpreterGetTensor(
  _ interpreter: OpaquePointer?, _ subgraph: Int32, _ index: Int32
) -> UnsafeMutablePointer<TfLiteTensor>? {
  table(interpreter, subgraph)?.tensor(Int(index))
}

@c @implementation
package func TfLiteSwiftInterpreterGetOperatorCount(_ interpreter: OpaquePointer?, _ subgraph: Int32) -> Int32 {
  Int32(table(interpreter, subgraph)?.nodes.count ?? 0)
}

@c @implementation
package func TfLiteSwiftInterpreterGetOperatorName(
  _ interpreter: OpaquePointer?, _ subgraph: Int32, _ index: Int32
) -> UnsafePointer<CChar>? {
  guard let names = table(interpreter, subgraph)?.operatorNames, names.indices.contains(Int(index)) else { return nil }
  return names[Int(index)]
}

@c @implementation
package func TfLiteSwiftInterpreterGetOperatorInputs(
  _ interpreter: OpaquePointer?, _ subgraph: Int32, _ index: Int32
) -> UnsafePointer<TfLiteIntArray>? {
  node(interpreter, subgraph, index).map { UnsafePointer($0.inputs) }
}

@c @implementation
package func TfLiteSwiftInterpreterGetOperatorOutputs(
  _ interpreter: OpaquePointer?, _ subgraph: Int32, _ index: Int32
) -> UnsafePointer<TfLiteIntArray>? {
  node(interpreter, subgraph, index).map { UnsafePointer($0.outputs) }
}

private func node(_ interpreter: OpaquePointer?, _ subgraph: Int32, _ index: Int32) -> TfLiteNode? {
  guard let nodes = table(interpreter, subgraph)?.nodes, nodes.indices.contains(Int(index)) else { return nil }
  return nodes[Int(index)]
}

@c @implementation
package func TfLiteSwiftInterpreterGetSignatureSubgraph(_ interpreter: OpaquePointer?, _ signature_index: Int32)
  -> Int32
{
  signature(interpreter, signature_index).map { Int32($0.subgraph) } ?? -1
}

@c @implementation
package func TfLiteSwiftInterpreterGetSignatureTensor(
  _ interpreter: OpaquePointer?, _ signature_index: Int32, _ is_output: Bool, _ position: Int32,
  _ name: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> Int32 {
  guard let signature = signature(interpreter, signature_index) else { return -1 }
  let entries = is_output ? signature.outputs : signature.inputs
  guard entries.indices.contains(Int(position)) else { return -1 }
  name?.pointee = entries[Int(position)].name
  return entries[Int(position)].tensor
}

private func signature(_ interpreter: OpaquePointer?, _ index: Int32) -> SignatureNames? {
  guard let signatures = InterpreterHandle.at(interpreter)?.signatures, signatures.indices.contains(Int(index)) else {
    return nil
  }
  return signatures[Int(index)]
}

// MARK: Subgraphs

/// Runs `body` with a subgraph, or says that there is none.
private func withTable(
  _ interpreter: OpaquePointer?, _ subgraph: Int32, _ body: (InterpreterHandle, SubgraphTable) -> TfLiteStatus
) -> TfLiteStatus {
  guard let handle = InterpreterHandle.at(interpreter) else { return refuseNull("interpreter") }
  guard let table = handle.table(Int(subgraph)) else {
    handle.options.reporter.report("there is no subgraph \(subgraph): the model has \(handle.subgraphCount)")
    return kTfLiteError
  }
  return body(handle, table)
}

@c @implementation
package func TfLiteSwiftInterpreterResizeTensor(
  _ interpreter: OpaquePointer?, _ subgraph: Int32, _ tensor: Int32, _ dims: UnsafePointer<Int32>?, _ dims_size: Int32,
  _ strict: Bool
) -> TfLiteStatus {
  withTable(interpreter, subgraph) { handle, table in
    guard table.inputs.contains(tensor), let shape = shape(dims, dims_size) else {
      handle.options.reporter.report("tensor \(tensor) is no input of subgraph \(subgraph), or dims is no shape")
      return kTfLiteError
    }
    return strict
      ? handle.resizeStrictly(table, Int(tensor), to: shape) : handle.resize(table, Int(tensor), to: shape)
  }
}

@c @implementation
package func TfLiteSwiftInterpreterAllocateSubgraph(_ interpreter: OpaquePointer?, _ subgraph: Int32) -> TfLiteStatus {
  withTable(interpreter, subgraph) { $0.allocate($1) }
}

@c @implementation
package func TfLiteSwiftInterpreterInvokeSubgraph(_ interpreter: OpaquePointer?, _ subgraph: Int32) -> TfLiteStatus {
  withTable(interpreter, subgraph) { $0.invoke($1) }
}

@c @implementation
package func TfLiteSwiftInterpreterGetMemoryGeneration(_ interpreter: OpaquePointer?) -> UnsafePointer<UInt64>? {
  InterpreterHandle.at(interpreter).map { UnsafePointer($0.generation) }
}

// MARK: Observers

@c @implementation
package func TfLiteSwiftInterpreterSetObserver(
  _ interpreter: OpaquePointer?,
  _ observer: (@convention(c) (UnsafeMutableRawPointer?, UnsafePointer<TfLiteSwiftOperatorRun>?) -> Bool)?,
  _ user_data: UnsafeMutableRawPointer?
) -> TfLiteStatus {
  withTable(interpreter, 0) { handle, table in
    handle.reporting {
      let session = try table.openSession()
      guard let observer else { return session.observer = nil }
      session.observer = Interpreter.Observer { run in
        table.show(run, to: { observer(user_data, $0) }) ? .proceed : .stop
      }
    }
  }
}

extension SubgraphTable {
  /// Calls `body` with a run as C sees it.
  fileprivate func show(_ run: OperatorRun, to body: (UnsafePointer<TfLiteSwiftOperatorRun>) -> Bool) -> Bool {
    let records = run.outputs.map { output in
      var record = context.pointee.tensors[output.index]
      let shape = UnsafeMutablePointer<TfLiteIntArray>.make(output.shape.map { Int32(truncatingIfNeeded: $0) })
      record.dims = shape
      record.type = TfLiteType(output.type)
      output.withUnsafeBytes { bytes in
        record.data.data = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
        record.bytes = bytes.count
        guard output.type == .string else { return }
        // These bytes have been made for this moment.
        record.data.data = malloc(max(1, bytes.count))
        if let start = bytes.baseAddress { record.data.data?.copyMemory(from: start, byteCount: bytes.count) }
      }
      return record
    }
    defer {
      for record in records {
        TfLiteIntArrayFree(record.dims)
        if record.type == kTfLiteString { free(record.data.data) }
      }
    }
    let indices = run.outputs.map { Int32($0.index) }
    let nanoseconds =
      run.duration.components.seconds * 1_000_000_000 + run.duration.components.attoseconds / 1_000_000_000
    return run.kernel.withCString { kernel in
      records.withUnsafeBufferPointer { outputs in
        indices.withUnsafeBufferPointer { indices in
          var shown = TfLiteSwiftOperatorRun(
            index: Int32(run.index), name: operatorNames[run.index], kernel: kernel, output_count: Int32(outputs.count),
            output_indices: indices.baseAddress, outputs: outputs.baseAddress, nanoseconds: nanoseconds)
          return body(&shown)
        }
      }
    }
  }
}
