#if os(Linux)
import TestModels
import Testing

/// Invoking a model allocates nothing: all memory is laid out when its tensors are allocated.
@Suite(.enabled(if: TestModels.Zoo.isPresent, "\(TestModels.Zoo.absence)"))
struct AllocationTests {
  static let models = [
    "det_ssd_mnv1_uint8/coco_ssd_mobilenet_v1_1.0_quant_2018_06_29.tflite",
    "det_automl/salad1_automl.tflite",
    "det_ssd_mnv3/ssd_mobilenet_v3_int8.tflite",
    "det_yolo_fastest/yolo-fastest-1.1-int8.tflite",
    "cls_mobilenet_uint8/mobilenet_v2_1.0_224_quant__7aad0c.tflite",
    "cls_mobilenet_int8/tf2_mobilenet_v2_1.0_224_ptq.tflite",
    "lab_mlkit_custom/object_labeler.tflite",
  ]

  /// One thread: for each job that threads share, the pool makes one.
  @Test(arguments: models) func invokesWithoutAllocation(model: String) throws {
    let counts = try CountedAllocations(model: model, run: "1")
    #expect(counts.preparing > 100, "allocations are not counted")
    #expect(counts.running == 0, "ten invocations make \(counts.running) allocations")
  }
}
#endif
