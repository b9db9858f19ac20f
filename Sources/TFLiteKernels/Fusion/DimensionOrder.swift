/// The order in which a transposition puts dimensions: dimension `i` of its result is dimension `axes[i]` of its input.
public struct DimensionOrder: Equatable, Sendable {
  /// For each dimension of the result, which one of the input it is: each of them once.
  public let axes: [Int]

  /// An order of dimensions, each of which stands in `axes` once.
  public init(axes: [Int]) { self.axes = axes }

  /// Whether all dimensions stay where they are.
  public var isIdentity: Bool { axes.elementsEqual(axes.indices) }

  /// The order that this transposition behind another one gives.
  public func following(_ other: DimensionOrder) -> DimensionOrder {
    DimensionOrder(axes: axes.map { other.axes[$0] })
  }

  /// What belongs to the dimensions of the input, by what belongs to those of the result.
  public func input<Value>(of result: [Value]) -> [Value] {
    var input = result
    for (position, axis) in axes.enumerated() { input[axis] = result[position] }
    return input
  }
}
