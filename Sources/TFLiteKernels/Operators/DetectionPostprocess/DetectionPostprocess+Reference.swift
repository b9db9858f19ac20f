import TFLiteElementaryFunctions

/// The specification of TFLite_Detection_PostProcess.
///
/// Source: `tflite/kernels/detection_postprocess.cc`. Two things differ on purpose: output slots that no detection
/// fills are 0 in both modes, and a score of NaN never wins.
extension DetectionPostprocess {
  func runReference(_ call: OperatorCall) throws {
    var watch = call.stopWatch
    let boxes = try decodeBoxes(call, &watch)
    let scores = try dequantizeScores(call, &watch)
    let detections =
      switch options.suppression {
      case .fast: try fastSuppression(boxes, scores, &watch)
      case .regular: try regularSuppression(boxes, scores, &watch)
      }

    let boxOutput = call.output(0, as: Float.self)
    let classOutput = call.output(1, as: Float.self)
    let scoreOutput = call.output(2, as: Float.self)
    call.clearDetections(slotCount: slotCount)
    for detection in detections.found {
      let box = boxes[detection.box]
      boxOutput[4 * detection.slot] = box.ymin
      boxOutput[4 * detection.slot + 1] = box.xmin
      boxOutput[4 * detection.slot + 2] = box.ymax
      boxOutput[4 * detection.slot + 3] = box.xmax
      classOutput[detection.slot] = Float(detection.classIndex)
      scoreOutput[detection.slot] = detection.score
    }
    call.output(3, as: Float.self).pointee = Float(detections.count)
  }

  /// What suppression has left, and what the last output says of it.
  private struct Detections {
    var found: [(slot: Int, box: Int, classIndex: Int, score: Float)] = []
    /// Boxes in fast mode, detections in regular mode.
    var count = 0
  }

  /// One suppression over each box's best score; every selected box reports its best classes.
  private func fastSuppression(
    _ boxes: [Box], _ scores: [Float], _ watch: inout StopWatch
  ) throws(RunStopped) -> Detections {
    let classesPerBox = min(options.maxClassesPerDetection, options.classCount)
    var bestClasses: [[Int]] = []
    bestClasses.reserveCapacity(boxCount)
    for box in 0..<boxCount {
      try watch.check(after: 4 * scoreColumns + 64)
      bestClasses.append(indicesOfLargest(classesPerBox, in: scores[classColumns(of: box)]))
    }
    let bestScores = try watch.map(0..<boxCount) { scores[classColumns(of: $0).lowerBound + bestClasses[$0][0]] }
    let selected = try suppress(boxes, scores: bestScores, limit: options.maxDetections, &watch)

    var detections = Detections(count: selected.count)
    for (rank, box) in selected.enumerated() {
      for (position, classIndex) in bestClasses[box].enumerated() {
        let slot = rank * options.maxClassesPerDetection + position
        let score = scores[classColumns(of: box).lowerBound + classIndex]
        detections.found.append((slot, box, classIndex, score))
      }
    }
    return detections
  }

  /// A suppression for each class; the best of all classes remain, earlier classes first among equals.
  private func regularSuppression(
    _ boxes: [Box], _ scores: [Float], _ watch: inout StopWatch
  ) throws(RunStopped) -> Detections {
    let limit = min(options.detectionsPerClass, options.maxDetections)
    var best: [(box: Int, classIndex: Int, score: Float)] = []
    // Without boxes there may be any number of classes.
    for classIndex in 0..<(boxCount > 0 ? options.classCount : 0) {
      try watch.check(after: 16 * boxCount)
      let classScores = try watch.map(0..<boxCount) { scores[classColumns(of: $0).lowerBound + classIndex] }
      for box in try suppress(boxes, scores: classScores, limit: limit, &watch) {
        best.append((box, classIndex, classScores[box]))
      }
      best.sort { $0.score > $1.score }
      best.removeLast(max(0, best.count - options.maxDetections))
    }
    return Detections(
      found: best.enumerated().map { ($0.offset, $0.element.box, $0.element.classIndex, $0.element.score) },
      count: best.count)
  }

  private func classColumns(of box: Int) -> Range<Int> {
    let row = box * scoreColumns
    return row + firstClassColumn..<row + scoreColumns
  }

  /// Boxes from their encodings and anchors: computed in double; centers and half sizes are rounded to float32.
  private func decodeBoxes(_ call: OperatorCall, _ watch: inout StopWatch) throws -> [Box] {
    let encodings = try dequantizeCoordinates(boxEncodings, call, input: 0, &watch)
    let anchorValues = try dequantizeCoordinates(anchors, call, input: 2, &watch)
    let stride = boxEncodings.shape[2]
    var boxes: [Box] = []
    boxes.reserveCapacity(boxCount)
    for index in 0..<boxCount {
      try watch.check(after: 64)
      func encoding(_ position: Int) -> Double { Double(encodings[index * stride + position]) }
      func anchor(_ position: Int) -> Double { Double(anchorValues[index * 4 + position]) }
      let yCenter = Float(encoding(0) / Double(options.yScale) * anchor(2) + anchor(0))
      let xCenter = Float(encoding(1) / Double(options.xScale) * anchor(3) + anchor(1))
      let halfHeight = Float(0.5 * ElementaryFunctions.exp(encoding(2) / Double(options.heightScale)) * anchor(2))
      let halfWidth = Float(0.5 * ElementaryFunctions.exp(encoding(3) / Double(options.widthScale)) * anchor(3))
      let box = Box(
        ymin: yCenter - halfHeight, xmin: xCenter - halfWidth, ymax: yCenter + halfHeight, xmax: xCenter + halfWidth)
      guard !(box.ymin > box.ymax), !(box.xmin > box.xmax) else {
        throw KernelError.value(identity, anchors.identity, "gives box \(index) a negative size")
      }
      boxes.append(box)
    }
    return boxes
  }

  /// Box encodings and anchors as real values: the difference to the zero point is scaled in float32.
  private func dequantizeCoordinates(
    _ tensor: TensorDescriptor, _ call: OperatorCall, input: Int, _ watch: inout StopWatch
  ) throws(RunStopped) -> [Float] {
    try realValues(tensor, call, input: input, &watch) { stored, scale, zeroPoint in (Float(stored) - zeroPoint) * scale
    }
  }

  /// Scores as real values: the difference to the zero point is scaled in double and rounded once, as by DEQUANTIZE.
  private func dequantizeScores(_ call: OperatorCall, _ watch: inout StopWatch) throws(RunStopped) -> [Float] {
    try realValues(scores, call, input: 1, &watch) { stored, scale, zeroPoint in
      Float(Double(scale) * (Double(stored) - Double(zeroPoint)))
    }
  }

  private func realValues(
    _ tensor: TensorDescriptor, _ call: OperatorCall, input: Int, _ watch: inout StopWatch,
    _ dequantize: (UInt8, Float, Float) -> Float
  ) throws(RunStopped) -> [Float] {
    let count = tensor.elementCount
    guard tensor.type == .uint8, let quantization = tensor.quantization else {
      let floats = call.input(input, as: Float.self)
      return try watch.map(0..<count) { floats[$0] }
    }
    let (scale, zeroPoint) = (quantization.scale[0], Float(quantization.zeroPoint.first ?? 0))
    let stored = call.input(input, as: UInt8.self)
    return try watch.map(0..<count) { dequantize(stored[$0], scale, zeroPoint) }
  }
}
