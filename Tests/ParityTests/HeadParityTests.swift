import Foundation
import LiteRTReference
import TFLite
import TFLiteImageCodecs
import TFLiteSchema
import Testing

@testable import TFLiteVision

/// Each head on a model of the zoo and a photograph: the objects are those of a straightforward decoding of what the
/// TFLite C library computes.
@Suite(.enabled(if: TestEnvironment.hasZoo && Oracle.isSupported, "there is no zoo, or no TFLite C library"))
struct HeadParityTests {
  /// How the picture becomes the input of a model.
  struct Feed: Sendable {
    var isLetterboxed = false
    /// The values of a float input are (byte - mean) / deviation.
    var mean: Float = 0
    var deviation: Float = 1
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let model: String
    let photograph: String
    let feed: Feed
    let threshold: Double
    /// What no file tells; nil lets the detector find it out.
    var head: DetectionHead?
    let decode: @Sendable (_ outputs: [ReferenceOutput], _ threshold: Double) -> [ReferenceBox]
    var testDescription: String { model }
  }

  private static let symmetric = Feed(mean: 127.5, deviation: 127.5)
  private static let unit = Feed(mean: 0, deviation: 255)
  private static let face = Feed(isLetterboxed: true, mean: 127.5, deviation: 127.5)
  private static let yolov5 = "det_yolov5_tiny/yolov5_tiny_"
  private static let hopper = "tflite_support/grace_hopper.jpg"

  static let rows = [
    Row(
      model: "det_ssd_mnv1_uint8/coco_ssd_mobilenet_v1_1.0_quant_2018_06_29.tflite",
      photograph: "tflite_support/cats_and_dogs.jpg", feed: symmetric, threshold: 0.3,
      decode: ReferenceDecoding.detectionLists),
    Row(
      model: "det_automl/salad1_automl.tflite", photograph: "odml_pathways/img_meal_one.jpg", feed: symmetric,
      threshold: 0.3, decode: ReferenceDecoding.detectionLists),
    Row(
      model: "det_ssdlite_mnv2/ssdlite_mobilenet_v2_voc_300_integer_quant_with_postprocess.tflite",
      photograph: "pinto/dog.jpg", feed: symmetric, threshold: 0.3, decode: ReferenceDecoding.detectionLists),
    Row(
      model: "det_ssd_mnv3/ssd_mobilenet_v3_int8.tflite", photograph: "tflite_support/cats_and_dogs.jpg",
      feed: symmetric,
      threshold: 0.3, decode: ReferenceDecoding.ssd),
    Row(
      model: yolov5 + "1xb16_300e_coco_int8_sha1_470cfb358b30c5aa97def1a5fdf178312f0d07c9.tflite",
      photograph: "mediapipe_modelmaker/000000000446.jpg", feed: unit, threshold: 0.3
    ) { ReferenceDecoding.yolov5($0, size: 192, threshold: $1) },
    Row(
      model: yolov5 + "96x96_float32_sha1_5a4b846ea88784bc275367ae8c371ba0e4916f9b.tflite", photograph: hopper,
      feed: unit, threshold: 0.3, head: .yolov5(boxes: .pixels, scores: .percent)
    ) { ReferenceDecoding.yolov5($0, size: 96, threshold: $1) },
    Row(
      model: "det_yolo_fastest/yolo-fastest-1.1-int8.tflite", photograph: "pinto/dog.jpg", feed: unit, threshold: 0.3,
      decode: ReferenceDecoding.yoloFastest),
    Row(
      model: "det_yolo_fastest/yolo-fastest-1.1-person-f32.tflite", photograph: hopper, feed: unit, threshold: 0.3,
      decode: ReferenceDecoding.yoloFastest),
    Row(
      model: "det_fomo/fomo_mobnetv2_0.35_x8_abl_coco_int8_sha1_f71baa4b43310a9d1fa9b128dca15d3bf9c2a696.tflite",
      photograph: hopper, feed: unit, threshold: 0.3, decode: ReferenceDecoding.fomo),
    Row(
      model: "det_blazeface/face_detection_front.tflite", photograph: hopper, feed: face, threshold: 0.5
    ) { ReferenceDecoding.blazeFace($0, size: 128, cells: [(16, 2), (8, 6)], threshold: $1) },
    Row(
      model: "det_blazeface/face_detection_short_range.tflite", photograph: hopper, feed: face, threshold: 0.5
    ) { ReferenceDecoding.blazeFace($0, size: 128, cells: [(16, 2), (8, 6)], threshold: $1) },
    Row(
      model: "det_blazeface/face_detection_back.tflite", photograph: hopper, feed: face, threshold: 0.5
    ) { ReferenceDecoding.blazeFace($0, size: 256, cells: [(16, 2), (8, 6)], threshold: $1) },
    Row(
      model: "det_blazeface/face_detection_full_range.tflite", photograph: hopper, feed: face, threshold: 0.5
    ) { ReferenceDecoding.blazeFace($0, size: 192, cells: [(48, 1)], threshold: $1) },
    Row(
      model: "det_blazeface/palm_detection_full_192.tflite", photograph: hopper, feed: face, threshold: 0.4
    ) { ReferenceDecoding.blazeFace($0, size: 192, cells: [(24, 2), (12, 6)], threshold: $1) },
    Row(
      model: "det_yolox/yolox_nano_with_post_float16.tflite", photograph: "tf_examples/fox.jpg", feed: Feed(),
      threshold: 0.3, decode: ReferenceDecoding.yolox),
  ]

  @Test(arguments: rows) func agrees(row: Row) throws {
    let model = try Model(contentsOfFile: TestEnvironment.zoo.appending(path: "models/\(row.model)").path)
    let photograph = try Photographs.image(row.photograph)
    let outputs = try Self.outputs(of: model, photograph, row.feed)
    let expected = row.decode(outputs.values, row.threshold).sorted { $0.score > $1.score }
    #expect(!expected.isEmpty, "no object to compare")

    let found = try Detector(model: model, head: row.head).detect(in: photograph, scoreThreshold: Float(row.threshold))
      .detections
    #expect(found.count == expected.count, "\(found) instead of \(expected)")
    for object in expected {
      let box = outputs.box(object, in: photograph)
      let match = found.contains {
        $0.classIndex == object.classIndex && abs(Double($0.score) - object.score) < 0.01
          && $0.box.intersectionOverUnion(with: box) >= 0.99
      }
      #expect(match, "\(box) of class \(object.classIndex), score \(object.score), in \(found)")
    }
    print("heads: \(expected.count) objects of \(row.model) on \(row.photograph)")
  }

  /// What the C library computes, and where the picture lies in the input.
  private struct Outputs {
    let values: [ReferenceOutput]
    let size: (width: Double, height: Double)
    let transform: LetterboxTransform?

    func box(_ object: ReferenceBox, in photograph: Image) -> BoundingBox {
      func point(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
        if let transform { return transform.toOriginal(x: x * size.width, y: y * size.height) }
        return (x * Double(photograph.width), y * Double(photograph.height))
      }
      return BoundingBox(
        from: point(object.left, object.top), to: point(object.right, object.bottom),
        within: (photograph.width, photograph.height))
    }
  }

  private static func outputs(
    of model: Model, _ photograph: Image, _ feed: Feed
  ) throws -> Outputs {
    let graph = model.subgraphs[0]
    let input = graph.tensors[Int(graph.inputs[0])]
    let (height, width) = (Int(input.shape[1]), Int(input.shape[2]))
    let letterbox = feed.isLetterboxed ? try photograph.letterboxed(toWidth: width, height: height) : nil
    let pixels = try (letterbox?.image ?? photograph.resized(toWidth: width, height: height)).pixels
    let bytes: [UInt8] =
      switch input.type {
      case .float32:
        pixels.flatMap { byte in
          withUnsafeBytes(of: ((Float(byte) - feed.mean) / feed.deviation).bitPattern.littleEndian) { Array($0) }
        }
      case .int8: pixels.map { $0 ^ 0x80 }
      default: pixels
      }
    // Shapes that are left open keep the C interface from running a model; the file says which they are by default.
    let compiled = try LiteRTModel(
      library: Oracle.shared(), bytes: model.removingShapeSignatures().serialized())
    let outputs = try compiled.run(inputs: [bytes])
    // In the order of the file, which need not be that of the library.
    let values = try graph.outputs.map { index in
      let output = try #require(outputs.first { $0.tensor.index == Int(index) })
      let tensor = graph.tensors[Int(index)]
      let scale = Double(tensor.quantization?.scale.first ?? 1)
      let zeroPoint = Double(tensor.quantization?.zeroPoint.first ?? 0)
      let values: [Double] =
        switch output.type {
        case .float32: output.elements(as: Float.self).map(Double.init)
        case .int8: output.elements(as: Int8.self).map { (Double($0) - zeroPoint) * scale }
        default: output.elements(as: UInt8.self).map { (Double($0) - zeroPoint) * scale }
        }
      return ReferenceOutput(name: output.name, shape: output.shape, values: values)
    }
    return Outputs(values: values, size: (Double(width), Double(height)), transform: letterbox?.transform)
  }
}
