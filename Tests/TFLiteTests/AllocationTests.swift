#if os(Linux)
import Foundation
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
    let process = Process()
    process.executableURL = executable
    process.arguments = [TestModels.Zoo.model(model), "1"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "AllocationCounter failed")
    let counts = String(decoding: output, as: UTF8.self).split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    try #require(counts.count == 2)
    #expect(counts[0] > 100, "allocations are not counted")
    #expect(counts[1] == 0, "ten invocations make \(counts[1]) allocations")
  }

  /// Built beside the tests.
  private var executable: URL {
    (Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0]))
      .resolvingSymlinksInPath().deletingLastPathComponent().appendingPathComponent("AllocationCounter")
  }
}
#endif
