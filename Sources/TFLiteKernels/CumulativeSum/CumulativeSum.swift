import TFLiteSchema

/// CUMSUM: every element becomes the sum of all elements up to it along one dimension.
///
/// Inputs: float32, int32 or int64, and the dimension as one int32, which may count from the end. `exclusive` leaves an
/// element's own value out, `reverse` sums from the end.
struct CumulativeSum: TotalOperator {
  /// The elements before, along and behind the dimension.
  let sizes: AxisSizes
  let outputShape: [Int]
  let type: TensorType
  let isExclusive: Bool
  let isReversed: Bool

  var outputShapes: [[Int]] { [outputShape] }

  func run(_ call: OperatorCall) {
    switch type {
    case .float32: runReference(call, Float.self)
    case .int32: runReference(call, Int32.self)
    default: runReference(call, Int64.self)
    }
  }
}

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

extension CumulativeSum {
  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 2...2)
    let (input, output) = (try context.input(0), context.output(0))
    try context.require(input, type: .float32, .int32, .int64)
    try context.require(output, sameTypeAs: input)
    let options = try context.optionsOrDefaults(CumsumOptions.self)
    let axis = try context.axis(in: try context.input(1), of: input)
    return CumulativeSum(
      sizes: AxisSizes(input.shape, axis: axis), outputShape: input.shape, type: input.type,
      isExclusive: options.exclusive, isReversed: options.reverse)
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
