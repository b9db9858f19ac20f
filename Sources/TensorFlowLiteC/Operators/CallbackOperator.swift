import CTensorFlowLite
import TFLite
import TFLiteCLibrary
import TFLiteFlatBuffers
import TFLiteKernels
import TFLiteSchema

/// One operator of a model that a program computes by callbacks, and its state.
///
/// The engine prepares and runs operators of one interpreter on one thread at a time, so that nothing is locked.
final class CallbackOperator: @unchecked Sendable {
  private let callbacks: OperatorCallbacks
  private unowned let table: SubgraphTable
  private let position: Int

  init(_ callbacks: OperatorCallbacks, _ position: Int, of table: SubgraphTable) {
    self.callbacks = callbacks
    self.table = table
    self.position = position
    let options = UnsafeRawBufferPointer(
      start: node.pointee.custom_initial_data, count: Int(node.pointee.custom_initial_data_size))
    node.pointee.user_data = callbacks.initialize(table.context, options)
  }

  /// Ends the state. The engine may keep this object longer than its table, and does not use it any more.
  func end() { callbacks.free(table.context, node.pointee.user_data) }

  private var node: UnsafeMutablePointer<TfLiteNode> { table.nodes.baseAddress! + position }

  /// Asks the program for the shapes of the outputs.
  ///
  /// An output that is dynamic has its shape only when the operator has been invoked, so that this is done at once where
  /// all inputs have values.
  func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let strings = context.resources?.strings
    for tensor in context.inputs.compactMap(\.self) { describe(tensor, values: tensor.constant, strings) }
    for tensor in context.outputs {
      describe(tensor, values: nil, strings)
      if tensor.type == .string { record(of: tensor).setStrings(nil) }
    }
    try allowResizing(of: context.outputs) {
      try require(callbacks.prepare(table.context, node), "prepare")
    }
    guard context.outputs.contains(where: { record(of: $0).pointee.allocation_type == kTfLiteDynamic }) else {
      let shapes = context.outputs.map { record(of: $0).shape }
      return PreparedCallbackOperator(
        outputShapes: shapes, callbackOperator: self,
        stringInputs: context.inputs.enumerated().compactMap { place, tensor in
          guard let tensor, tensor.type == .string else { return nil }
          return (place, tensor.elementCount)
        }, strings: strings)
    }
    guard context.phase == .run else {
      releaseMemory(of: context.outputs)
      throw KernelError.valuesUnknown(context.identity, context.outputs[0].identity)
    }
    return try computed(context)
  }

  /// Computes outputs whose shapes only the computation tells, in memory of their own.
  private func computed(_ context: OperatorContext) throws -> ComputedOutputs {
    defer { releaseMemory(of: context.outputs) }
    try allowResizing(of: context.outputs) {
      for record in context.outputs.map(record) where record.pointee.allocation_type != kTfLiteDynamic {
        record.pointee.allocation_type = kTfLiteDynamic
        try require(TfLiteTensorRealloc(record.pointee.bytes, record), "allocate its outputs")
      }
      try require(callbacks.invoke(table.context, node), "invoke")
    }
    let values = try context.outputs.map { tensor in
      let record = record(of: tensor)
      let bytes = UnsafeRawBufferPointer(
        start: record.pointee.data.data, count: record.pointee.data.data == nil ? 0 : record.pointee.bytes)
      guard tensor.type == .string, let strings = context.resources?.strings else { return ByteSlice(bytes) }
      return try numbers(of: ByteSlice(owner: self, buffer: bytes), tensor, shape: record.shape, strings)
    }
    return ComputedOutputs(outputShapes: context.outputs.map { record(of: $0).shape }, values: values)
  }

  /// The elements of an output that has got strings.
  private func numbers(
    of bytes: ByteSlice, _ tensor: TensorDescriptor, shape: [Int], _ strings: StringPool
  ) throws -> ByteSlice {
    let name = String(cString: table.operatorNames[position])
    let found: StringBuffer
    do { found = try StringBuffer(bytes, count: shape.reduce(1, *)) } catch {
      throw CallbackError(
        description: "Node number \(position) (\(name)) has written no strings into \(tensor.identity): \(error)")
    }
    guard let numbers = strings.elements(found) else {
      throw CallbackError(
        description: "Node number \(position) (\(name)): the strings of \(tensor.identity) exceed the memory limit")
    }
    return numbers.withUnsafeBytes { ByteSlice($0) }
  }

  /// Computes outputs in the engine's memory.
  ///
  /// - Parameter strings: what stands in place of inputs of strings, by the input.
  fileprivate func run(_ call: OperatorCall, strings: [Int: [UInt8]?]) throws {
    for (place, index) in node.pointee.inputs.values.enumerated() where index >= 0 {
      let tensor = table.context.pointee.tensors + Int(index)
      if let bytes = strings[place] {
        // A constant has its strings.
        if tensor.holdsStrings { tensor.setStrings(bytes) }
        continue
      }
      tensor.pointee.data.data = call.optionalInput(place, as: UInt8.self).map { UnsafeMutableRawPointer(mutating: $0) }
    }
    for (place, index) in node.pointee.outputs.values.enumerated() {
      (table.context.pointee.tensors + Int(index)).pointee.data.data = call.outputBytes(place)
    }
    try require(callbacks.invoke(table.context, node), "invoke")
  }

  // MARK: Records

  private func record(of tensor: TensorDescriptor) -> UnsafeMutablePointer<TfLiteTensor> {
    table.context.pointee.tensors + tensor.identity.index
  }

  /// Frees what dynamic outputs have got while the operator had them in its hands.
  private func releaseMemory(of outputs: [TensorDescriptor]) {
    for record in outputs.map(record) where record.pointee.allocation_type == kTfLiteDynamic {
      free(record.pointee.data.data)
      record.pointee.data.data = nil
    }
  }

  private func describe(_ tensor: TensorDescriptor, values: ByteSlice?, _ strings: StringPool?) {
    let record = record(of: tensor)
    guard record.pointee.allocation_type != kTfLiteMmapRo else { return }
    record.set(shape: tensor.shape)
    guard tensor.type != .string else {
      record.makeStrings()
      if let values { record.setStrings(values.withUnsafeBytes { strings?.buffer($0) }) }
      return
    }
    record.pointee.type = TfLiteType(tensor.type)
    record.pointee.bytes = tensor.type.byteCount(shape: tensor.shape) ?? values?.count ?? 0
    record.pointee.data.data = UnsafeMutableRawPointer(mutating: values?.baseAddress)
    record.pointee.allocation_type = tensor.isVariable ? kTfLiteArenaRwPersistent : kTfLiteArenaRw
  }

  private func allowResizing(of outputs: [TensorDescriptor], _ body: () throws -> Void) throws {
    table.resizable = Set(outputs.map(\.identity.index))
    for tensor in outputs { record(of: tensor).pointee.allocation = nil }
    defer {
      table.resizable = []
      for tensor in outputs { record(of: tensor).pointee.allocation = ownedByModel }
    }
    try body()
  }

  private func require(_ status: TfLiteStatus, _ verb: String) throws {
    guard status == kTfLiteOk else {
      throw CallbackError(
        description: "Node number \(position) (\(String(cString: table.operatorNames[position]))) failed to \(verb).")
    }
  }
}

/// What a program's operator says of its failure has gone to the error reporter already.
private struct CallbackError: Error, CustomStringConvertible {
  let description: String
}

/// An operator whose outputs have known shapes.
private struct PreparedCallbackOperator: ThrowingOperator {
  let outputShapes: [[Int]]
  let callbackOperator: CallbackOperator
  /// Which inputs have strings, and how many.
  let stringInputs: [(place: Int, count: Int)]
  let strings: StringPool?

  /// It may keep a state, or do something else.
  var isPure: Bool { false }

  func run(_ call: OperatorCall) throws {
    var buffers: [Int: [UInt8]?] = [:]
    for (place, count) in stringInputs {
      let elements = UnsafeRawBufferPointer(start: call.inputBytes(place), count: 8 * count)
      buffers.updateValue(strings?.buffer(elements), forKey: place)
    }
    try callbackOperator.run(call, strings: buffers)
  }
}

/// An operator that has been run when it was prepared.
private struct ComputedOutputs: ThrowingOperator {
  let outputShapes: [[Int]]
  let values: [ByteSlice]

  var isPure: Bool { false }

  func run(_ call: OperatorCall) {
    for (place, bytes) in values.enumerated() {
      bytes.withUnsafeBytes { bytes in
        if let start = bytes.baseAddress { call.outputBytes(place).copyMemory(from: start, byteCount: bytes.count) }
      }
    }
  }
}
