/// How two shapes stretch to one: dimensions are aligned at the end, and a dimension of 1 repeats.
struct Broadcast: Equatable, Sendable {
  let outputShape: [Int]
  /// Elements to step in each operand for one step along each output dimension; 0 repeats.
  let strides: (left: [Int], right: [Int])

  static func == (left: Broadcast, right: Broadcast) -> Bool {
    left.outputShape == right.outputShape && left.strides.left == right.strides.left
      && left.strides.right == right.strides.right
  }
}

extension OperatorContext {
  /// Stretches the shapes of two operands to one.
  func broadcast(_ left: TensorDescriptor, _ right: TensorDescriptor) throws(KernelError) -> Broadcast {
    let rank = max(left.rank, right.rank)
    let leftShape = Array(repeating: 1, count: rank - left.rank) + left.shape
    let rightShape = Array(repeating: 1, count: rank - right.rank) + right.shape
    var shape: [Int] = []
    for (leftSize, rightSize) in zip(leftShape, rightShape) {
      guard leftSize == rightSize || leftSize == 1 || rightSize == 1 else {
        throw .shape(
          identity, right.identity, found: right.shape,
          expected: "a shape that stretches to \(left.shape), the shape of \(left.identity)")
      }
      shape.append(leftSize == 1 ? rightSize : leftSize)
    }
    return Broadcast(
      outputShape: shape, strides: (Broadcast.strides(of: leftShape), Broadcast.strides(of: rightShape)))
  }
}

extension Broadcast {
  fileprivate static func strides(of shape: [Int]) -> [Int] {
    var strides = Array(repeating: 0, count: shape.count)
    var step = 1
    for axis in shape.indices.reversed() {
      strides[axis] = shape[axis] == 1 ? 0 : step
      step *= shape[axis]
    }
    return strides
  }

  /// Calls `body` with the positions of the operands' elements, in the order of the output's elements.
  @inline(__always)
  func forEachElement(_ body: (_ output: Int, _ left: Int, _ right: Int) -> Void) {
    guard !outputShape.contains(0) else { return }
    var position = Array(repeating: 0, count: outputShape.count)
    var (output, left, right) = (0, 0, 0)
    while true {
      body(output, left, right)
      output += 1
      var axis = outputShape.count - 1
      while axis >= 0 {
        position[axis] += 1
        left += strides.left[axis]
        right += strides.right[axis]
        if position[axis] < outputShape[axis] { break }
        position[axis] = 0
        left -= strides.left[axis] * outputShape[axis]
        right -= strides.right[axis] * outputShape[axis]
        axis -= 1
      }
      if axis < 0 { return }
    }
  }
}
