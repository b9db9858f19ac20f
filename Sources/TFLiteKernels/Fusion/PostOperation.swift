/// What an operator behind another does to a part of the other's results while they are in the processor's nearest cache.
public protocol PostOperation: Sendable {
  /// Replaces results by what the operator computes from them.
  ///
  /// - Parameters:
  ///   - results: all of them; as large as the operator's output.
  ///   - bytes: which.
  func apply(_ call: OperatorCall, to results: UnsafeMutableRawPointer, bytes: Range<Int>)
}

/// An operator that computes each element of its output from the one in the same place of an input, and may do so behind
/// the operator that computes that input.
public protocol PostOperator: PreparedOperator {
  /// - Parameters:
  ///   - input: which input the other operator computes. The output has its shape and type.
  ///   - positions: where the operator's inputs stand among those of the other, which has them as well.
  ///   - channels: the results come in multiples of so many elements.
  /// - Returns: nil where the operator cannot.
  func postOperation(on input: Int, inputsAt positions: [Int], channels: Int) -> (any PostOperation)?
}

/// An operator that others can be fused into that come behind it.
public protocol PostOperationFusingOperator: PreparedOperator {
  /// The operator that does the operation, too, after those it does already; nil if there is none.
  func fusing(_ operation: any PostOperation) -> (any PreparedOperator)?
}

/// An operator that the depthwise convolution before it can be fused into, so that its results never leave the processor's
/// caches.
public protocol DepthwiseFusingOperator: PreparedOperator {
  /// The operator that computes both; nil if there is none, or where it would be no faster.
  func fusing(depthwise: any PreparedOperator) -> (any PreparedOperator)?
}

/// An operator that computes a factor from its input: a *gate*, such as the sigmoid in SiLU.
public protocol GateOperator: PreparedOperator {
  /// The operator that multiplies the input with what this one computes of it, bit for bit as a MUL behind it; nil if
  /// there is none.
  var gating: (any PreparedOperator)? { get }
}
