/// An operator that computes each element of its output from the one in the same place of its only input, wherever that is.
protocol ElementwiseOperator: TotalOperator {
  var outputShape: [Int] { get set }
}

extension ElementwiseOperator {
  func preceding(_ order: DimensionOrder, constants: Set<Int>) -> (any PreparedOperator)? {
    var moved = self
    moved.outputShape = order.input(of: outputShape)
    return moved
  }
}
