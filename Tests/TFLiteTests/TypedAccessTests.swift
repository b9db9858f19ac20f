import Foundation
import TFLiteKernels
import TFLiteSchema
import TestModels
import Testing

@testable import TFLite

/// Tensors as numbers: without copying, and as real values.
@Suite struct TypedAccessTests {
  private func sum() throws -> Interpreter {
    try Interpreter(model: ModelSketch.binary(.add, AddOptions()).model)
  }

  @Test func spansReadAndWriteInPlace() throws {
    let interpreter = try sum()
    #expect(throws: InterpreterError.invalidTensorIndex(index: 9, maxIndex: 1)) {
      try interpreter.withInput(at: 9, as: UInt8.self) { _ in }
    }
    #expect(throws: InterpreterError.allocateTensorsRequired) {
      try interpreter.withInput(at: 0, as: UInt8.self) { _ in }
    }
    #expect(throws: InterpreterError.invokeInterpreterRequired) {
      try interpreter.withOutput(at: 0, as: UInt8.self) { _ in }
    }
    try interpreter.allocateTensors()
    #expect(throws: InterpreterError.invalidTensorDataType) {
      try interpreter.withInput(at: 0, as: Float.self) { _ in }
    }
    let count = try interpreter.withInput(at: 0, as: UInt8.self) { elements in
      for index in elements.indices { elements[index] = UInt8(2 * index) }
      return elements.count
    }
    #expect(count == 6)
    try interpreter.withInput(at: 1, as: UInt8.self) { for index in $0.indices { $0[index] = 7 } }
    try interpreter.invoke()
    let output = try interpreter.withOutput(at: 0, as: UInt8.self) { elements in
      elements.indices.map { elements[$0] }
    }
    #expect(output == [0, 1, 2, 3, 4, 5])
    #expect(try interpreter.output(at: 0).data == Data(output))
  }

  @Test func tensorsStayWhereTheyAreDuringAccess() throws {
    let interpreter = try sum()
    try interpreter.allocateTensors()
    try interpreter.withInput(at: 0, as: UInt8.self) { _ in
      #expect(throws: InterpreterError.self) { try interpreter.invoke() }
      #expect(throws: InterpreterError.self) { try interpreter.allocate() }
      #expect(throws: InterpreterError.self) { try interpreter.resizeInput(at: 0, to: [99]) }
      #expect(throws: InterpreterError.self) { try interpreter.copy(Data(count: 6), toInputAt: 0) }
      #expect(throws: InterpreterError.self) { try interpreter.withInput(at: 0, as: UInt8.self) { _ in } }
      try interpreter.withInput(at: 1, as: UInt8.self) { $0[0] = 1 }
      try interpreter.withOutput(at: 0, as: UInt8.self) { #expect($0.count == 6) }
    }
    try interpreter.invoke()
  }

  @Test func constantsCannotBeWritten() throws {
    var sketch = ModelSketch.conv2D()
    sketch.graph.inputs = [0, 1]
    let interpreter = try Interpreter(model: sketch.model)
    try interpreter.allocateTensors()
    #expect(throws: InterpreterError.failedToCopyDataToInputTensor) {
      try interpreter.withInput(at: 1, as: UInt8.self) { $0[0] = 1 }
    }
  }

  /// Quantizing gives what QUANTIZE gives, and back what DEQUANTIZE gives.
  @Test func realValuesAreThoseOfTheOperators() throws {
    let values: [Float] = [-1, 0, 0.25, 0.74, 1e9]
    let quantize = try Interpreter(model: ModelSketch.quantize.model)
    try quantize.allocateTensors()
    try quantize.copy(Data(bytes(values)), toInputAt: 0)
    try quantize.invoke()
    let output = try quantize.output(at: 0)
    #expect(try output.quantize(values) == output.data)

    let dequantize = try Interpreter(model: ModelSketch.dequantize.model)
    try dequantize.allocateTensors()
    let input = try dequantize.copy(Data([0, 1, 7, 200, 255]), toInputAt: 0)
    try dequantize.invoke()
    #expect(try dequantize.output(at: 0).floats() == input.floats())
    #expect(throws: InterpreterError.invalidTensorDataCount(provided: 2, required: 5)) {
      try input.quantize([1, 2])
    }
  }

  @Test func channelsHaveScalesOfTheirOwn() throws {
    let parameters = try #require(
      QuantizationParameters(
        Quantization {
          $0.scale = [0.5, 2]
          $0.zeroPoint = [0, 10]
          $0.quantizedDimension = 1
        }))
    #expect(parameters.isPerChannel && parameters.scale == 0 && parameters.scales == [0.5, 2])
    let tensor = Tensor(
      name: "", dataType: .int8, shape: [2, 2, 1], data: Data([2, 12, 4, 9]), quantizationParameters: parameters)
    #expect(try tensor.floats() == [1, 4, 2, -2])
    #expect(try tensor.quantize([1, 4, 2, -2]) == tensor.data)
  }

  @Test(arguments: Tensor.DataType.allCases)
  func everyType(type: Tensor.DataType) throws {
    let values: [Float] = type == .bool ? [0, 1, 1] : [0, 1, 100]
    func tensor(_ data: Data) -> Tensor { Tensor(name: "", dataType: type, shape: [3], data: data) }
    switch type {
    case .float8E4M3FN, .float8E5M2, .complex64, .complex128, .string:
      #expect(throws: InterpreterError.invalidTensorDataType) { try tensor(Data(count: 48)).floats() }
      #expect(throws: InterpreterError.invalidTensorDataType) { try tensor(Data()).quantize(values) }
    case .int4:
      #expect(try tensor(Data([0x7F, 0x08])).floats() == [-1, 7, -8])
    case .uInt4:
      #expect(try tensor(Data([0x7F, 0x08])).floats() == [15, 7, 8])
    case .int2:
      #expect(try tensor(Data([0b11_10_01_11])).floats() == [-1, 1, -2])
    default:
      #expect(try tensor(tensor(Data()).quantize(values)).floats() == values)
      #expect(try tensor(tensor(Data()).quantize([.nan, .nan, .nan])).floats().allSatisfy { $0.isNaN || $0 <= 1 })
      _ = try tensor(Data()).quantize([.infinity, -.infinity, -1])
    }
  }
}
