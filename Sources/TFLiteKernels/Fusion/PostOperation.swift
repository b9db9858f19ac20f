/// What an operator behind another does to a part of the other's results while they are in the processor's nearest cache.
public protocol PostOperation: Sendable {
  /// Replaces results by what the operator computes from them.
  ///
  /// - Parameters:
  ///   - call: the operator that has computed them.
  ///   - results: all of them; as large as the operator's output.
  ///   - bytes: which.
  func apply(_ call: OperatorCall, to results: UnsafeMutableRawPointer, bytes: Range<Int>)
}
