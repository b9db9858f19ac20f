import TFLiteSchema

/// An operator that is to call subgraphs, while it is prepared.
struct SubgraphCaller {
  private let context: OperatorContext
  /// It owns the operators of the subgraphs that it has prepared, this one perhaps among them.
  private unowned let host: any SubgraphHost
  let arguments: [TensorDescriptor]
  private let firstArgument: Int

  /// - Parameter firstArgument: the first of the operator's inputs that subgraphs get.
  init(_ context: OperatorContext, firstArgument: Int = 0) throws(KernelError) {
    self.context = context
    host = try context.requireSubgraphs()
    self.firstArgument = firstArgument
    var arguments: [TensorDescriptor] = []
    for position in firstArgument..<max(firstArgument, context.inputs.count) {
      arguments.append(try context.input(position))
    }
    self.arguments = arguments
    // It may give one tensor many times, each a copy.
    try context.requireMemory(
      arguments.reduce(0) { OperatorWork.sum($0, $1.byteCount) }, for: "copies of its \(arguments.count) arguments")
  }

  /// Checks that a subgraph takes the arguments, and returns results of the given types.
  func check(_ index: Int32, results: [TensorType]) throws(KernelError) {
    let called = host.interface(ofSubgraph: index)
    let wanted = arguments.map(\.type)
    guard called.inputs == wanted else {
      throw .operands(
        context.identity, "gives \(called.description) inputs of the types \(wanted), expected \(called.inputs)")
    }
    guard called.outputs == results else {
      throw .operands(
        context.identity,
        "takes results of the types \(results) from \(called.description), found \(called.outputs)")
    }
    if let occupied = called.occupiedInput {
      throw .operands(
        context.identity, "calls \(called.description), whose input, tensor \(occupied), has values of its own")
    }
    for type in wanted + results where type.storedByteCount(shape: []) == nil {
      throw .operands(
        context.identity, "calls \(called.description) with tensors of type \(type), which is not supported")
    }
  }

  /// The shapes of a subgraph's results for these arguments; nil where only a run can tell them.
  func resultShapes(_ index: Int32) throws -> [[Int]]? {
    try host.resultShapes(ofSubgraph: index, inputShapes: arguments.map(\.shape), for: context.identity)
  }

  /// Runs a subgraph.
  func call(_ index: Int32, _ arguments: [TensorValue]) throws -> [TensorValue] {
    try host.call(index, arguments, for: context.identity)
  }

  /// Runs a subgraph without arguments and results, unless that has been done.
  func callOnce(_ index: Int32) throws { try host.callOnce(index, for: context.identity) }

  /// The prepared operator: one that calls in every run where the shapes of the results are known, and else what the call
  /// gives in this run.
  ///
  /// - Parameters:
  ///   - shapes: those of the results, where they are known before the run.
  ///   - body: gets the bytes of the first input, for operators that read it themselves, and the arguments' values.
  func prepared(
    shapes: @autoclosure () throws -> [[Int]]?,
    _ body: @escaping (_ first: [UInt8], _ arguments: [TensorValue]) throws -> [TensorValue]
  ) throws -> any PreparedOperator {
    let own = firstArgument > 0 ? try context.input(0) : nil
    guard context.phase == .run else {
      if let shapes = try shapes() {
        return SubgraphCall(outputShapes: shapes, arguments: arguments, firstArgument: firstArgument) { call, values in
          try body(own.map { TensorValue($0, at: call.inputBytes(0)).bytes } ?? [], values)
        }
      }
      throw KernelError.valuesUnknown(
        context.identity, context.inputs.first??.identity ?? TensorIdentity(index: 0, name: ""))
    }
    let first = try own.map { tensor throws(KernelError) in try bytes(tensor) } ?? []
    var values: [TensorValue] = []
    for tensor in arguments {
      values.append(TensorValue(type: tensor.type, shape: tensor.shape, bytes: try bytes(tensor)))
    }
    return CapturedResults(try body(first, values), path: .subgraph)
  }

  private func bytes(_ tensor: TensorDescriptor) throws(KernelError) -> [UInt8] {
    guard tensor.byteCount > 0 else { return [] }
    guard let bytes = tensor.constant else { throw .valuesUnknown(context.identity, tensor.identity) }
    return bytes.withUnsafeBytes { Array($0) }
  }
}
