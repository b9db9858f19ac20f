import TFLiteKernels
import TFLiteSchema

/// A prepared operator that calls subgraphs, whose outputs' shapes are known before it runs.
///
/// The library belongs to the interpreter that runs the operator, on one thread at a time.
struct SubgraphCall: ThrowingOperator, @unchecked Sendable {
  let outputShapes: [[Int]]
  /// The operator's inputs from ``firstArgument`` on.
  let arguments: [TensorDescriptor]
  let firstArgument: Int
  /// Computes the results from the operator's call and the arguments' values.
  let body: (OperatorCall, [TensorValue]) throws -> [TensorValue]

  /// Subgraphs may have a state.
  var isPure: Bool { false }

  func run(_ call: OperatorCall) throws {
    let values = arguments.enumerated().map { position, tensor in
      let bytes = UnsafeRawBufferPointer(
        start: call.inputBytes(firstArgument + position), count: tensor.byteCount)
      return TensorValue(type: tensor.type, shape: tensor.shape, bytes: Array(bytes))
    }
    CapturedResults(try body(call, values)).run(call)
  }
}

/// What an operator has computed when it was prepared, in a run, because only that told the shapes of its outputs.
struct CapturedResults: TotalOperator {
  private let results: [[UInt8]]
  let outputShapes: [[Int]]

  init(_ results: [TensorValue]) {
    self.results = results.map(\.bytes)
    outputShapes = results.map(\.shape)
  }

  func run(_ call: OperatorCall) {
    for (index, result) in results.enumerated() {
      result.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        call.outputBytes(index).copyMemory(from: base, byteCount: bytes.count)
      }
    }
  }
}

/// An operator that is to call subgraphs, while it is prepared.
struct SubgraphCaller {
  let context: OperatorContext
  let phase: PreparationPhase
  let library: SubgraphLibrary
  let arguments: [TensorDescriptor]
  private let firstArgument: Int

  /// - Parameter firstArgument: the first of the operator's inputs that subgraphs get.
  init(
    _ context: OperatorContext, _ phase: PreparationPhase, _ library: SubgraphLibrary, firstArgument: Int = 0
  ) throws(KernelError) {
    self.context = context
    self.phase = phase
    self.library = library
    self.firstArgument = firstArgument
    var arguments: [TensorDescriptor] = []
    for position in firstArgument..<max(firstArgument, context.inputs.count) {
      arguments.append(try context.input(position))
    }
    self.arguments = arguments
  }

  /// Checks that a subgraph takes the arguments, and returns results of the given types.
  func check(_ index: Int32, results: [TensorType]) throws(KernelError) {
    let graph = library.model.subgraphs[Int(index)]
    func types(_ tensors: [Int32]) -> [TensorType] { tensors.map { graph.tensors[Int($0)].type } }
    let wanted = arguments.map(\.type)
    guard types(graph.inputs) == wanted else {
      throw .operands(
        context.identity, "gives \(name(index)) inputs of the types \(wanted), expected \(types(graph.inputs))")
    }
    guard types(graph.outputs) == results else {
      throw .operands(
        context.identity, "takes results of the types \(results) from \(name(index)), found \(types(graph.outputs))")
    }
    if let constant = graph.inputs.first(where: {
      library.model.constantData(of: graph.tensors[Int($0)]) != nil || graph.tensors[Int($0)].isVariable
    }) {
      throw .operands(context.identity, "calls \(name(index)), whose input, tensor \(constant), has values of its own")
    }
    for type in wanted + results where type.storedByteCount(shape: []) == nil {
      throw .operands(context.identity, "calls \(name(index)) with tensors of type \(type), which is not supported")
    }
  }

  /// The shapes of a subgraph's results; nil where only a run can tell them.
  func resultShapes(_ index: Int32, _ shapes: [[Int]]) throws -> [[Int]]? {
    try inside(index) {
      let execution = try library.execution(ofSubgraph: Int(index), inputShapes: shapes)
      var results: [[Int]] = []
      for tensor in library.model.subgraphs[Int(index)].outputs {
        guard let shape = execution.knownShape(of: Int(tensor)) else { return nil }
        results.append(shape)
      }
      return results
    }
  }

  /// Runs a subgraph.
  func call(_ index: Int32, _ arguments: [TensorValue]) throws -> [TensorValue] {
    try inside(index) { try library.call(Int(index), arguments) }
  }

  /// Runs a subgraph without arguments and results, unless that has been done.
  func initialize(_ index: Int32) throws {
    try inside(index) { try library.initialize(Int(index)) }
  }

  /// The prepared operator: one that calls in every run where the shapes of the results are known, and else what the call
  /// gives in this run.
  ///
  /// - Parameters:
  ///   - shapes: those of the results, where they are known before the run.
  ///   - first: the first input, for operators that read it themselves; the values are given to `body`.
  func prepared(
    shapes: @autoclosure () throws -> [[Int]]?,
    _ body: @escaping (_ first: UInt8, _ arguments: [TensorValue]) throws -> [TensorValue]
  ) throws -> any PreparedOperator {
    let readsFirst = firstArgument > 0
    guard phase == .run else {
      if let shapes = try shapes() {
        return SubgraphCall(outputShapes: shapes, arguments: arguments, firstArgument: firstArgument) { call, values in
          try body(readsFirst ? call.input(0, as: UInt8.self)[0] : 0, values)
        }
      }
      throw KernelError.valuesUnknown(
        context.identity, context.inputs.first??.identity ?? TensorIdentity(index: 0, name: ""))
    }
    let first = readsFirst ? try bytes(context.input(0)).first ?? 0 : 0
    var values: [TensorValue] = []
    for tensor in arguments {
      values.append(TensorValue(type: tensor.type, shape: tensor.shape, bytes: try bytes(tensor)))
    }
    return CapturedResults(try body(first, values))
  }

  private func bytes(_ tensor: TensorDescriptor) throws(KernelError) -> [UInt8] {
    guard tensor.byteCount > 0 else { return [] }
    guard let bytes = tensor.constant else { throw .valuesUnknown(context.identity, tensor.identity) }
    return bytes.withUnsafeBytes { Array($0) }
  }

  /// Says of errors in a subgraph where it is called.
  private func inside<Result>(_ index: Int32, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as InterpreterError {
      guard case .tensorFlowLiteError(let message) = error else { throw error }
      throw InterpreterError.tensorFlowLiteError("\(context.identity): in \(name(index)): \(message)")
    }
  }

  private func name(_ index: Int32) -> String {
    let name = library.model.subgraphs[Int(index)].name
    return name.isEmpty ? "subgraph \(index)" : "subgraph \(index) \"\(name)\""
  }
}
