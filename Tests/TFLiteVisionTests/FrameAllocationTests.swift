#if os(Linux)
import TestModels
import Testing

/// After the first picture of a size, a detector that finds nothing allocates nothing: not to scale the picture, not to run
/// the model, not to read its outputs.
@Suite(.enabled(if: Zoo.isPresent, "\(Zoo.absence)"))
struct FrameAllocationTests {
  static let models = [
    "det_ssd_mnv1_uint8/coco_ssd_mobilenet_v1_1.0_quant_2018_06_29.tflite",
    "det_ssd_mnv3/ssd_mobilenet_v3_int8.tflite",
    "det_yolo_fastest/yolo-fastest-1.1-int8.tflite",
    "det_blazeface/face_detection_short_range.tflite",
    "det_fomo/fomo_mobnetv2_0.35_x8_abl_coco_int8_sha1_f71baa4b43310a9d1fa9b128dca15d3bf9c2a696.tflite",
  ]

  @Test(arguments: models) func detectsWithoutAllocation(model: String) throws {
    let counts = try CountedAllocations(model: model, run: "frames")
    #expect(counts.preparing > 100, "allocations are not counted")
    #expect(counts.running == 0, "ten pictures make \(counts.running) allocations")
  }
}
#endif
