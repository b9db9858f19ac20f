/// What an interpreter is doing, so that calls which would pull memory from under it are refused.
///
/// An asynchronous invocation suspends its caller, who may then call again; a body that has a span of a tensor's memory
/// may call as well.
final class InterpreterActivity {
  private var isInvoking = false
  private var writtenTensors: [TensorPlace] = []
  private var readerCount = 0

  /// A tensor of one of the subgraphs.
  struct TensorPlace: Equatable {
    let subgraph: Int
    let tensor: Int
  }

  /// - Throws: ``InterpreterError/tensorFlowLiteError(_:)`` while tensors must stay as they are.
  func requireIdle() throws(InterpreterError) {
    try requireNoInvocation()
    guard writtenTensors.isEmpty, readerCount == 0 else {
      throw .tensorFlowLiteError("the memory of a tensor is being accessed: call this when the access has ended")
    }
  }

  /// - Throws: ``InterpreterError/tensorFlowLiteError(_:)`` while operators write tensors.
  func requireNoInvocation() throws(InterpreterError) {
    guard !isInvoking else {
      throw .tensorFlowLiteError("an asynchronous invocation is running: call this when it has ended")
    }
  }

  /// Begins an asynchronous invocation.
  func beginInvocation() throws(InterpreterError) {
    try requireIdle()
    isInvoking = true
  }

  func endInvocation() { isInvoking = false }

  /// Runs `body` while it may write a tensor.
  ///
  /// - Throws: ``InterpreterError/tensorFlowLiteError(_:)`` when the tensor is already written; what `body` throws.
  func writing<Result>(_ place: TensorPlace, _ body: () throws -> Result) throws -> Result {
    try requireNoWriter(of: place)
    writtenTensors.append(place)
    defer { writtenTensors.removeAll { $0 == place } }
    return try body()
  }

  /// Runs `body` while it may read a tensor.
  ///
  /// - Throws: ``InterpreterError/tensorFlowLiteError(_:)`` when the tensor is being written; what `body` throws.
  func reading<Result>(_ place: TensorPlace, _ body: () throws -> Result) throws -> Result {
    try requireNoWriter(of: place)
    readerCount += 1
    defer { readerCount -= 1 }
    return try body()
  }

  private func requireNoWriter(of place: TensorPlace) throws(InterpreterError) {
    try requireNoInvocation()
    guard !writtenTensors.contains(place) else {
      throw .tensorFlowLiteError("the memory of tensor \(place.tensor) is already being written")
    }
  }
}
