import TFLiteSchema

/// A tensor seen from one of its dimensions.
struct AxisSizes: Equatable, Sendable {
  /// Elements of the dimensions before.
  let outer: Int
  /// Elements of the dimension itself.
  let along: Int
  /// Elements of the dimensions behind.
  let inner: Int

  /// The tensor's elements can be counted, because it has memory; a product of 0 may hide factors that cannot.
  init(_ shape: [Int], axis: Int) {
    outer = shape[..<axis].reduce(1, &*)
    along = shape[axis]
    inner = shape[(axis + 1)...].reduce(1, &*)
  }
}

extension OperatorContext {
  /// Resolves the one axis that a tensor holds; it may count from the end.
  func axis(in holder: TensorDescriptor, of tensor: TensorDescriptor) throws(KernelError) -> Int {
    guard holder.elementCount == 1 else {
      throw .shape(identity, holder.identity, found: holder.shape, expected: "one element, an axis")
    }
    return try axes(in: holder, of: tensor)[0]
  }

  /// Resolves the axes that a tensor holds; each may count from the end.
  func axes(in holder: TensorDescriptor, of tensor: TensorDescriptor) throws(KernelError) -> [Int] {
    let rank = tensor.rank
    var axes: [Int] = []
    for value in try integers(holder) {
      guard (-rank..<rank).contains(value) else {
        throw .value(
          identity, holder.identity, "holds the axis \(value), expected \(-rank) to \(rank - 1) for \(tensor.identity)")
      }
      axes.append(value < 0 ? value + rank : value)
    }
    return axes
  }
}
