import TFLiteFlatBuffers
import TFLiteSchema

extension ModelSketch {
  /// A detector without weights: each pixel of its picture of 2 x 2 pixels is a box, the quarter of the picture where
  /// the pixel is, and its red, green and blue are the scores of three classes.
  ///
  /// Tensors: 0 picture [1, 2, 2, 3], 1 shape, 2 scores [1, 4, 3], 3 boxes [1, 4, 4], 4 anchors [4, 4], 5 to 8 outputs
  /// (boxes, classes, scores, count). The operators: 0 RESHAPE, 1 TFLite_Detection_PostProcess.
  package static func detector(
    encodings: [Float] = Array(repeating: 0, count: 16), _ changes: [String: FlexBufferValue] = [:]
  ) -> ModelSketch {
    var sketch = ModelSketch()
    let picture = sketch.tensor("picture", [1, 2, 2, 3], scale: [1.0 / 256])
    let shape = sketch.plain("shape", [3], .int32, data: [UInt8]([1, 4, 3] as [Int32]))
    let scores = sketch.tensor("scores", [1, 4, 3], scale: [1.0 / 256])
    let boxes = sketch.plain("boxes", [1, 4, 4], .float32, data: [UInt8](encodings))
    let anchors = sketch.plain("anchors", [4, 4], .float32, data: [UInt8](quarters))
    let outputs = [
      sketch.plain("detection_boxes", [1, 4, 4], .float32), sketch.plain("detection_classes", [1, 4], .float32),
      sketch.plain("detection_scores", [1, 4], .float32), sketch.plain("num_detections", [1], .float32),
    ]
    sketch.step(OperatorCode(.reshape), inputs: [picture, shape], outputs: [scores])
    sketch.step(
      OperatorCode(custom: "TFLite_Detection_PostProcess"), inputs: [boxes, scores, anchors], outputs: outputs,
      customOptions: detectionOptions(changes))
    sketch.graph.inputs = [picture]
    sketch.graph.outputs = outputs
    return sketch
  }

  /// Center y, center x, height, width of each pixel of 2 x 2.
  private static let quarters: [Float] = [
    0.25, 0.25, 0.5, 0.5,
    0.25, 0.75, 0.5, 0.5,
    0.75, 0.25, 0.5, 0.5,
    0.75, 0.75, 0.5, 0.5,
  ]

  /// The options of the detector with some values replaced; `.null` takes one away.
  package static func detectionOptions(_ changes: [String: FlexBufferValue] = [:]) -> [UInt8] {
    let options: [String: FlexBufferValue] = [
      "max_detections": .int(4), "max_classes_per_detection": .int(1), "num_classes": .int(3),
      "use_regular_nms": .bool(false), "nms_score_threshold": .float(0.1), "nms_iou_threshold": .float(0.5),
      "y_scale": .float(10), "x_scale": .float(10), "h_scale": .float(5), "w_scale": .float(5),
    ]
    let changed = options.merging(changes) { $1 }.filter { $0.value != .null }
    do {
      return try FlexBufferValue.map(changed).encoded()
    } catch {
      preconditionFailure("options of a test cannot be encoded: \(error)")
    }
  }
}
