/// An operator on pairs of elements of two tensors, whose shapes are broadcast to one, that says all about them there.
protocol BroadcastOperator: TotalOperator {
  var broadcast: Broadcast { get set }
}

extension BroadcastOperator {
  func preceding(_ order: DimensionOrder, constants: Set<Int>) -> (any PreparedOperator)? {
    guard let broadcast = broadcast.preceding(order, constants: constants) else { return nil }
    var moved = self
    moved.broadcast = broadcast
    return moved
  }
}
