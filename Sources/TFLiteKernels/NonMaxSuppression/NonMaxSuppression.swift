import TFLiteSchema

/// NON_MAX_SUPPRESSION_V4 and V5: the best boxes that do not overlap a better one too much.
///
/// Inputs: boxes [count, 4] as two opposite corners (y, x, y, x), scores [count], the most boxes wanted (int32), the
/// overlap from which a box is dropped, the score that a box must exceed; V5: the sigma by which overlapping boxes lose
/// score instead of being dropped at once (0 for never). Outputs: the indices of the boxes, best first; V5: their
/// scores; and their number. What is left of the outputs is 0.
struct NonMaxSuppression: ThrowingOperator {
  let identity: OperatorIdentity
  /// Names sigma in errors; nil for V4, which has none.
  let sigma: TensorIdentity?
  let boxCount: Int
  let limit: Int

  var outputShapes: [[Int]] { sigma == nil ? [[limit], []] : [[limit], [limit], []] }

  func run(_ call: OperatorCall) throws { try runReference(call) }
}

extension NonMaxSuppression {
  /// NON_MAX_SUPPRESSION_V4.
  static func prepareHard(_ context: OperatorContext) throws -> any PreparedOperator {
    try prepare(context, sigmaPosition: nil)
  }

  /// NON_MAX_SUPPRESSION_V5.
  static func prepareSoft(_ context: OperatorContext) throws -> any PreparedOperator {
    try prepare(context, sigmaPosition: 5)
  }

  /// Source: `tflite/kernels/non_max_suppression.cc`.
  private static func prepare(_ context: OperatorContext, sigmaPosition: Int?) throws -> any PreparedOperator {
    let inputCount = sigmaPosition == nil ? 5 : 6
    try context.requireOperands(inputs: inputCount...inputCount, outputs: sigmaPosition == nil ? 2 : 3)
    let (boxes, scores, limitTensor) = (try context.input(0), try context.input(1), try context.input(2))
    try context.require(boxes, type: .float32)
    try context.require(boxes, rank: 2...2)
    try context.require(boxes, shape: [boxes.shape[0], 4])
    try context.require(scores, type: .float32)
    try context.require(scores, shape: [boxes.shape[0]])
    try context.require(limitTensor, rank: 0...0)
    for position in 3..<inputCount {
      try context.require(try context.input(position), type: .float32)
      try context.require(try context.input(position), rank: 0...0)
    }
    try context.require(context.output(0), type: .int32)
    if sigmaPosition != nil { try context.require(context.output(1), type: .float32) }
    try context.require(context.outputs[context.outputs.count - 1], type: .int32)
    let limit = try context.integer(limitTensor)
    guard limit >= 0 else {
      throw KernelError.value(context.identity, limitTensor.identity, "holds \(limit), expected 0 or more boxes")
    }
    return NonMaxSuppression(
      identity: context.identity, sigma: try sigmaPosition.map { try context.input($0).identity },
      boxCount: boxes.shape[0], limit: limit)
  }
}
