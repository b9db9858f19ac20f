/// Two shapes and that of their elementwise combination.
struct BroadcastShapes {
  var left: [Int]
  var right: [Int]
  var output: [Int]
}

extension SplitMix64 {
  /// Shapes of two operands: equal, or such that one or both are repeated along some dimensions.
  ///
  /// So many have six dimensions that a row compares at least about a hundred of them.
  mutating func broadcastShapes() -> BroadcastShapes {
    let output = shape(rank: chance(0.4) ? 6 : int(0...5), limit: 800)
    guard chance(0.5) else { return BroadcastShapes(left: output, right: output, output: output) }
    var left = output
    var right = output
    var result = output
    for dimension in output.indices {
      switch int(0...5) {
      case 0: left[dimension] = 1
      case 1: right[dimension] = 1
      case 2 where chance(0.3):
        left[dimension] = 1
        right[dimension] = 1
        result[dimension] = 1
      default: break
      }
    }
    // One of them may leave out leading dimensions of size 1.
    if chance(0.5) {
      left.removeFirst(int(0...left.prefix { $0 == 1 }.count))
    } else {
      right.removeFirst(int(0...right.prefix { $0 == 1 }.count))
    }
    return BroadcastShapes(left: left, right: right, output: result)
  }

  /// Sometimes makes a model that cannot run: both engines must refuse it.
  mutating func spoilBinary(_ made: inout OperatorCase) {
    guard chance(0.06), var left = made.inputs[0], let last = made.inputs[1]?.shape.last, last > 1 else { return }
    left.shape = [last + 2]
    left.bytes = [UInt8](repeating: 3, count: last + 2)
    made.inputs[0] = left
  }
}
