import TFLiteFlatBuffers
import TFLiteSchema

extension ParityRow {
  static let detectionPostprocess = [
    ParityRow("TFLite_Detection_PostProcess", "float32 fast") { $0.detectionPostprocess(nil, isRegular: false) },
    ParityRow("TFLite_Detection_PostProcess", "float32 regular") { $0.detectionPostprocess(nil, isRegular: true) },
    ParityRow("TFLite_Detection_PostProcess", "uint8 fast") { $0.detectionPostprocess(.uint8, isRegular: false) },
    ParityRow("TFLite_Detection_PostProcess", "uint8 regular") { $0.detectionPostprocess(.uint8, isRegular: true) },
  ]
}

extension SplitMix64 {
  /// - Parameter scoreZeroPoint: other than 0, the x86 library adds two rounded products for most scores where the
  ///   rule rounds one.
  mutating func detectionPostprocess(
    _ kind: Quantized8?, isRegular: Bool, scoreZeroPoint: Int = 0
  ) -> OperatorCase {
    let boxes = int(1...60)
    let classes = int(1...12)
    let background = int(0...1)
    let maxDetections = int(1...20)
    let maxClassesPerDetection = chance(0.5) ? 1 : int(2...5)
    var map: [String: FlexBufferValue] = [
      "max_detections": .int(Int64(maxDetections)), "max_classes_per_detection": .int(Int64(maxClassesPerDetection)),
      "num_classes": .int(Int64(classes)), "nms_score_threshold": .float(pick([1e-8, 0.05, 0.3, 0.5, -1])),
      "nms_iou_threshold": .float(Double(uniform(0.1...0.9))), "y_scale": .float(pick([10, 1])),
      "x_scale": .float(pick([10, 1])), "h_scale": .float(5), "w_scale": .float(pick([5, 2.5])),
    ]
    if isRegular || chance(0.3) { map["use_regular_nms"] = .bool(isRegular) }
    if chance(0.6) { map["detections_per_class"] = .int(Int64(chance(0.5) ? 100 : int(1...6))) }

    var encodings = tensor([1, boxes, chance(0.9) ? 4 : 6], kind, around: 0, width: 2, zeroPoint: nil)
    let scores = self.scores([1, boxes, classes + background], kind, zeroPoint: scoreZeroPoint)
    var anchors = anchors(boxes, kind)
    if kind == nil, chance(0.3) {
      // Squares on a grid, a quarter wide: many overlap by just 1/3 or 1/7, which may be the threshold.
      anchors = .float(
        [boxes, 4], (0..<boxes).flatMap { _ in [Float(int(1...6)) / 8, Float(int(1...6)) / 8, 0.25, 0.25] })
      encodings = .float(encodings.shape, Array(repeating: 0, count: encodings.elementCount))
      map["nms_iou_threshold"] = .float(Double(pick([Float(1) / 3, 1 / 7, 0.5])))
    }
    anchors.isConstant = chance(0.8)

    if chance(0.06) {  // Neither engine may run these.
      switch int(0...2) {
      case 0: map["nms_iou_threshold"] = .float(pick([0, 1.5, -0.5]))
      case 1: map["num_classes"] = .int(Int64(classes + background + int(1...2)))
      default: encodings.shape = [boxes, encodings.shape[2]]
      }
    }
    var made = OperatorCase(
      code: .custom, customCode: "TFLite_Detection_PostProcess", customOptions: .map(map),
      inputs: [encodings, scores, anchors], outputs: (0..<4).map { _ in .float([]) })
    guard !isRegular else { return made }
    made.writtenElements = { reference in
      // Detection j keeps its k-th best class in slot j * maxClassesPerDetection + k; other slots stay as they were.
      let count = Int(reference[3].floats[0])
      let ranks = 0..<min(maxClassesPerDetection, classes)
      let slots = (0..<count).flatMap { detection in ranks.map { detection * maxClassesPerDetection + $0 } }
      let coordinates = slots.flatMap { slot in (0..<4).map { slot * 4 + $0 } }
      return [coordinates, slots, slots, [0]]
    }
    return made
  }

  private mutating func tensor(
    _ shape: [Int], _ kind: Quantized8?, around center: Float, width: Float, zeroPoint: Int?
  ) -> TensorSketch {
    let count = shape.reduce(1, *)
    guard let kind else { return .float(shape, (0..<count).map { _ in center + width * normal() }) }
    let affine = Affine(scale: width / uniform(20...40), zeroPoint: zeroPoint ?? int(90...160))
    return .quantized(
      kind, shape, affine,
      bytes: (0..<count).map { _ in kind.byte(affine.zeroPoint + Int((center + width * normal()) / affine.scale)) })
  }

  /// Scores between 0 and 1, many of which are equal.
  private mutating func scores(_ shape: [Int], _ kind: Quantized8?, zeroPoint: Int) -> TensorSketch {
    let count = shape.reduce(1, *)
    let levels = pick([3, 10, 100, 1000])
    var values = (0..<count).map { _ in Float(int(0...levels)) / Float(levels) }
    guard let kind else {
      // No NaN: sorting them ends the C library's process.
      if chance(0.1) {
        for index in values.indices where chance(0.2) { values[index] = pick([.infinity, -.infinity, -0.0]) }
      }
      return .float(shape, values)
    }
    let affine = Affine(scale: pick([1 / 256, 0.00371]), zeroPoint: zeroPoint)
    return .quantized(
      kind, shape, affine, bytes: values.map { kind.byte(zeroPoint + Int($0 * Float(255 - zeroPoint))) })
  }

  /// Centres and sizes of anchors that overlap one another.
  private mutating func anchors(_ boxes: Int, _ kind: Quantized8?) -> TensorSketch {
    let values = (0..<boxes).flatMap { _ in
      [uniform(0.2...0.8), uniform(0.2...0.8), uniform(0.05...0.5), uniform(0.05...0.5)]
    }
    guard let kind else { return .float([boxes, 4], values) }
    let affine = Affine(scale: 0.005, zeroPoint: int(0...40))
    return .quantized(
      kind, [boxes, 4], affine, bytes: values.map { kind.byte(affine.zeroPoint + Int($0 / affine.scale)) })
  }
}
