import TFLiteSchema

/// TFLite_Detection_PostProcess with either kind of suppression.
struct DetectionPostprocess: ThrowingOperator {
  let identity: OperatorIdentity
  let options: DetectionPostprocessOptions
  let boxEncodings: TensorDescriptor
  let scores: TensorDescriptor
  let anchors: TensorDescriptor
  /// nil where plain loops have to do.
  var vector: VectorDetectionPostprocess?

  var boxCount: Int { boxEncodings.shape[1] }
  /// Columns of the scores, background included.
  var scoreColumns: Int { scores.shape[2] }
  /// The column of the first class that is not the background.
  var firstClassColumn: Int { scoreColumns - options.classCount }
  var slotCount: Int { options.maxDetections * options.maxClassesPerDetection }

  var outputShapes: [[Int]] { [[1, slotCount, 4], [1, slotCount], [1, slotCount], [1]] }
  var path: KernelPath { vector == nil ? .plain : .vector }

  var scratchByteCount: Int { vector?.scratchByteCount ?? 0 }

  func run(_ call: OperatorCall) throws {
    if let vector, vector.canRun(call) { return vector.run(call) }
    try runReference(call)
  }
}

extension OperatorCall {
  /// Boxes, classes and scores of 0, which slots keep that no detection fills.
  func clearDetections(slotCount: Int) {
    outputBytes(0).fill(with: 0, byteCount: 16 * slotCount, workers)
    outputBytes(1).fill(with: 0, byteCount: 4 * slotCount, workers)
    outputBytes(2).fill(with: 0, byteCount: 4 * slotCount, workers)
  }
}

/// TFLite_Detection_PostProcess: box encodings, class scores and anchors become at most `max_detections` boxes.
///
/// Inputs: box encodings [1, boxes, 4 or more] (y, x, height, width), scores
/// [1, boxes, classes or classes + background], anchors [boxes, 4] (y center, x center, height, width); uint8 or
/// float32. Outputs, float32: boxes [1, slots, 4] (ymin, xmin, ymax, xmax), classes [1, slots] without background,
/// scores [1, slots], number of detections [1], where slots = `max_detections` · `max_classes_per_detection`.
///
/// TFLite leaves slots that no detection fills as they are in fast mode; here they are 0 in both modes. A score of
/// NaN never wins here.
///
/// Source: `tflite/kernels/detection_postprocess.cc`.
enum DetectionPostprocessOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.vector(.uint8, .float32)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 3...3, outputs: 4)
    let (boxEncodings, scores, anchors) = (try context.input(0), try context.input(1), try context.input(2))
    let options = try DetectionPostprocessOptions(context)
    try context.require(boxEncodings, type: .uint8, .float32)
    try context.require(scores, type: .uint8, .float32)
    try context.require(anchors, sameTypeAs: boxEncodings)
    for input in [boxEncodings, scores, anchors] where input.type == .uint8 {
      _ = try context.perTensorQuantization(input)
    }
    for output in context.outputs { try context.require(output, type: .float32) }

    try context.require(boxEncodings, rank: 3...3)
    guard boxEncodings.shape[0] == 1, boxEncodings.shape[2] >= 4 else {
      throw KernelError.shape(
        context.identity, boxEncodings.identity, found: boxEncodings.shape, expected: "[1, boxes, 4 or more]")
    }
    let boxCount = boxEncodings.shape[1]
    let columns = [options.classCount, options.classCount + 1]
    guard columns.contains(where: { scores.shape == [1, boxCount, $0] }) else {
      throw KernelError.shape(
        context.identity, scores.identity, found: scores.shape,
        expected: "[1, \(boxCount), \(columns[0])], or one more column for the background")
    }
    try context.require(anchors, shape: [boxCount, 4])
    // Of each box: coordinates and scores as floats, the box itself, and a list of its best classes.
    let bestClasses = min(options.maxClassesPerDetection, options.classCount)
    let bytesPerBox = 4 * (boxEncodings.shape[2] + scores.shape[2]) + 8 * bestClasses + 128
    try context.requireMemory(OperatorWork.product([boxCount, bytesPerBox]), for: "\(boxCount) boxes and their scores")
    var postprocess = DetectionPostprocess(
      identity: context.identity, options: options, boxEncodings: boxEncodings, scores: scores, anchors: anchors)
    postprocess.vector = VectorDetectionPostprocess(context, postprocess)
    return postprocess
  }
}
