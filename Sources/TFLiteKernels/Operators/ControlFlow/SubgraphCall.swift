/// A prepared operator that calls subgraphs, whose outputs' shapes are known before it runs.
///
/// The host of the subgraphs belongs to the interpreter that runs the operator, on one thread at a time.
struct SubgraphCall: ThrowingOperator, @unchecked Sendable {
  let outputShapes: [[Int]]
  /// The operator's inputs from ``firstArgument`` on.
  let arguments: [TensorDescriptor]
  let firstArgument: Int
  /// Computes the results from the operator's call and the arguments' values.
  let body: (OperatorCall, [TensorValue]) throws -> [TensorValue]

  var path: KernelPath { .subgraph }
  /// Subgraphs may have a state.
  var isPure: Bool { false }

  func run(_ call: OperatorCall) throws {
    let values = arguments.enumerated().map { position, tensor in
      TensorValue(tensor, at: call.inputBytes(firstArgument + position))
    }
    CapturedResults(try body(call, values), path: path).run(call)
  }
}

/// What an operator has computed when it was prepared, in a run, because only that told the shapes of its outputs.
struct CapturedResults: TotalOperator {
  private let results: [[UInt8]]
  let outputShapes: [[Int]]
  let path: KernelPath

  init(_ results: [TensorValue], path: KernelPath) {
    self.results = results.map(\.bytes)
    outputShapes = results.map(\.shape)
    self.path = path
  }

  func run(_ call: OperatorCall) {
    for (index, result) in results.enumerated() {
      result.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        call.outputBytes(index).copyMemory(from: base, byteCount: bytes.count, call.workers)
      }
    }
  }
}
