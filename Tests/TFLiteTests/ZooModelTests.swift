import Foundation
import TFLite
import Testing

/// The small models of the zoo, which lies beside the package, in `../shared/zoo`, or where `TFLITE_ZOO` says.
enum Zoo {
  private static let folder =
    ProcessInfo.processInfo.environment["TFLITE_ZOO"].map { URL(fileURLWithPath: $0) }
    ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("shared/zoo")

  static let isPresent = FileManager.default.fileExists(atPath: path("add_quantized.bin"))

  static let absence: Comment = "the model zoo is neither at ../shared/zoo nor where TFLITE_ZOO says"

  static func path(_ name: String) -> String { folder.appendingPathComponent("models/tiny_ops/\(name)").path }
}

/// Models of the zoo that programs written for TensorFlowLiteSwift are tested with.
@Suite(.enabled(if: Zoo.isPresent, Zoo.absence))
struct ZooModelTests {
  @Test func addQuantized() throws {
    let interpreter = try Interpreter(modelPath: Zoo.path("add_quantized.bin"))
    #expect(interpreter.inputTensorCount == 1)
    #expect(interpreter.outputTensorCount == 1)
    try interpreter.resizeInput(at: 0, to: [2])
    try interpreter.allocateTensors()
    let input = try interpreter.copy(Data([1, 3]), toInputAt: 0)
    #expect(input.dataType == .uInt8)
    #expect(input.shape == [2])
    let quantization = try #require(input.quantizationParameters)
    #expect(quantization.scale == 0.003922 && quantization.zeroPoint == 0)
    try interpreter.invoke()
    // The sum of the input, itself and itself.
    #expect(try interpreter.output(at: 0).data == Data([3, 9]))
  }
}
