import Foundation
import TFLite
import TestModels
import Testing

/// Models of the zoo that programs written for TensorFlowLiteSwift are tested with.
@Suite(.enabled(if: Zoo.isPresent, "\(Zoo.absence)"))
struct ZooModelTests {
  @Test func addQuantized() throws {
    let interpreter = try Interpreter(modelPath: Zoo.model("tiny_ops/add_quantized.bin"))
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
