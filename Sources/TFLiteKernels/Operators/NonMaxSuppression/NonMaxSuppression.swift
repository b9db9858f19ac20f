import TFLiteSchema

/// NON_MAX_SUPPRESSION_V4 or V5: the best boxes that do not overlap a better one too much.
///
/// - Complexity: O(*n* · (log *n* + *k*)) for *n* boxes above the threshold, *k* of which are selected; V5 may look at
///   a box once more for each time that it loses score.
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
  /// Source: `tflite/kernels/non_max_suppression.cc`.
  ///
  /// - Parameter sigmaPosition: which input is the sigma; nil for V4, which has none.
  static func prepare(_ context: OperatorContext, sigmaPosition: Int?) throws -> any PreparedOperator {
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
