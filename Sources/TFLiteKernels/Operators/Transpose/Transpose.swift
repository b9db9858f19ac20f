import TFLiteMicrokernels
import TFLiteSchema

/// TRANSPOSE: the dimensions of a tensor in another order.
///
/// Inputs: a tensor, of int4 and uint4 as well; for each dimension of the output which one of the tensor it is [rank], int32 or int64, which may
/// count from the end. Output: the tensor's sizes in that order.
///
/// TFLite takes an order that names a dimension twice; here that is an error.
///
/// Source: `tflite/kernels/transpose.cc`; `tflite/kernels/internal/reference/transpose.h`.
enum TransposeOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.copy()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 2...2)
    return try context.movingUnpacked([.int4, .uint4], prepareBytes)
  }

  private static func prepareBytes(_ context: OperatorContext) throws -> any PreparedOperator {
    let (input, order) = (try context.input(0), try context.input(1))
    try context.require(context.output(0), sameTypeAs: input)
    try context.require(order, shape: [input.rank])
    let elementSize = try context.elementSize(of: input)
    let axes = try context.integers(order).map { value throws(KernelError) in
      try context.axis(value, heldBy: order, rank: input.rank)
    }
    guard Set(axes).count == axes.count else {
      throw KernelError.value(context.identity, order.identity, "holds the order \(axes), which repeats a dimension")
    }
    return Transpose(
      kernels: context.microkernels?.transposition, inputShape: input.shape, order: DimensionOrder(axes: axes),
      elementSize: elementSize)
  }
}

/// TRANSPOSE of elements of whole bytes.
struct Transpose: TotalOperator {
  private let kernels: (any TranspositionMicrokernels.Type)?
  private let inputShape: [Int]
  private let order: DimensionOrder
  private let elementSize: Int
  private let movement: Movement

  fileprivate init(
    kernels: (any TranspositionMicrokernels.Type)?, inputShape: [Int], order: DimensionOrder, elementSize: Int
  ) {
    self.kernels = kernels
    self.inputShape = inputShape
    self.order = order
    self.elementSize = elementSize
    movement = Movement(
      outputShapes: [order.axes.map { inputShape[$0] }],
      paths: [Movement.Path(kernels, transposing: order, from: inputShape, elementSize: elementSize)])
  }

  var outputShapes: [[Int]] { movement.outputShapes }
  var path: KernelPath { movement.path }

  func run(_ call: OperatorCall) { movement.run(call) }
}

extension Transpose {
  var dimensionOrder: DimensionOrder? { order }

  func following(_ first: DimensionOrder) -> (any PreparedOperator)? {
    Transpose(
      kernels: kernels, inputShape: first.input(of: inputShape), order: order.following(first), elementSize: elementSize
    )
  }
}

extension Movement.Path {
  /// The elements of a tensor, with its dimensions in another order.
  init(
    _ kernels: (any TranspositionMicrokernels.Type)?, transposing order: DimensionOrder, from shape: [Int],
    elementSize: Int
  ) {
    let strides = shape.rowMajorStrides
    let copy = StridedCopy(
      gathering: order.axes.map { shape[$0] }, sourceStrides: order.axes.map { strides[$0] }, elementSize: elementSize)
    self.init(copy: copy, transposition: Transposition(kernels, copy))
  }
}
