import TFLiteFlatBuffers

/// The options of TFLite_Detection_PostProcess, a FlexBuffers map.
struct DetectionPostprocessOptions: Equatable, Sendable {
  /// How suppression treats classes.
  enum Suppression: Sendable {
    /// Once, over the best score of each box.
    case fast
    /// For each class on its own.
    case regular
  }

  let maxDetections: Int
  let maxClassesPerDetection: Int
  let detectionsPerClass: Int
  let suppression: Suppression
  let scoreThreshold: Float
  let overlapThreshold: Float
  let classCount: Int
  let yScale: Float
  let xScale: Float
  let heightScale: Float
  let widthScale: Float
}

extension DetectionPostprocessOptions {
  init(_ context: OperatorContext) throws(KernelError) {
    let map = try context.customOptionsMap()

    func number(_ key: String) throws(KernelError) -> Double {
      guard let value = map[key]?.doubleValue else {
        throw .option(context.identity, name: key, found: "absent", expected: "a number")
      }
      return value
    }
    func count(_ key: String, default absent: Double? = nil) throws(KernelError) -> Int {
      let value = if let absent, map[key] == nil { absent } else { try number(key) }
      guard value >= 1, value <= Double(Int32.max) else {
        throw .option(context.identity, name: key, found: "\(value)", expected: "1 to \(Int32.max)")
      }
      return Int(value)
    }
    func scale(_ key: String) throws(KernelError) -> Float {
      let value = Float(try number(key))
      guard value.isFinite, value != 0 else {
        throw .option(context.identity, name: key, found: "\(value)", expected: "a finite number that is not 0")
      }
      return value
    }

    maxDetections = try count("max_detections")
    maxClassesPerDetection = try count("max_classes_per_detection")
    detectionsPerClass = try count("detections_per_class", default: 100)
    suppression = map["use_regular_nms"]?.boolValue == true ? .regular : .fast
    scoreThreshold = Float(try number("nms_score_threshold"))
    overlapThreshold = Float(try number("nms_iou_threshold"))
    guard overlapThreshold > 0, overlapThreshold <= 1 else {
      throw .option(
        context.identity, name: "nms_iou_threshold", found: "\(overlapThreshold)", expected: "above 0 and at most 1")
    }
    classCount = try count("num_classes")
    yScale = try scale("y_scale")
    xScale = try scale("x_scale")
    heightScale = try scale("h_scale")
    widthScale = try scale("w_scale")
  }
}
