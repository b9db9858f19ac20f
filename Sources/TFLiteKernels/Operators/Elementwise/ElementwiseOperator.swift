/// An operator that computes each element of its output from the one in the same place of its only input, wherever that is.
protocol ElementwiseOperator: TotalOperator {
  var outputShape: [Int] { get set }
  /// Whether elements are computed by themselves, whatever lies beside them.
  var isOfSingleElements: Bool { get }
}

extension ElementwiseOperator {
  /// Most operators look at nothing else.
  var isOfSingleElements: Bool { true }

  func preceding(_ order: DimensionOrder, constants: Set<Int>) -> (any PreparedOperator)? {
    guard isOfSingleElements else { return nil }
    var moved = self
    moved.outputShape = order.input(of: outputShape)
    return moved
  }
}
