import Foundation
import TFLiteSchema
import TestModels
import Testing

@testable import TFLite

/// Signatures of several subgraphs.
@Suite struct SignatureRunnerTests {
  @Test func messages() {
    let expected: [(SignatureRunnerError, String)] = [
      (.invalidTensorDataCount(provided: 3, required: 4), "Provided data count 3 must match the required count 4."),
      (.invalidTensorDataType, "Tensor data type is unsupported or could not be determined due to a model error."),
      (
        .failedToCreateSignatureRunner(signatureKey: "k"),
        "Failed to create a signature runner. Signature with key (k) not found."
      ),
      (
        .failedToGetTensor(tensorType: "input", nameInSignature: "n"),
        "Failed to get input tensor with input name (n)."
      ),
      (.failedToResizeInputTensor(inputName: "n"), "Failed to resize input tensor with input name (n)."),
      (.failedToCopyDataToInputTensor, "Failed to copy data to input tensor."),
      (.failedToAllocateTensors, "Failed to allocate memory for input tensors."),
      (.failedToInvokeSignature(signatureKey: "k"), "Failed to invoke the signature runner with key (k)."),
      (.allocateTensorsRequired, "Must call allocateTensors()."),
    ]
    for (error, message) in expected {
      #expect(error.description == message && error.localizedDescription == message)
    }
  }

  private func interpreter() throws -> Interpreter {
    try Interpreter(modelPath: Zoo.model("tiny_ops/multi_signatures.bin"))
  }

  @Test(.enabled(if: Zoo.isPresent, "no zoo")) func keys() throws {
    let interpreter = try interpreter()
    #expect(interpreter.signatureKeys == ["add", "sub"])
    #expect(throws: SignatureRunnerError.failedToCreateSignatureRunner(signatureKey: "dummy")) {
      try interpreter.signatureRunner(with: "dummy")
    }
    let runner = try interpreter.signatureRunner(with: "add")
    #expect(runner.signatureKey == "add" && runner.inputs == ["x"] && runner.outputs == ["output_0"])
  }

  @Test(.enabled(if: Zoo.isPresent, "no zoo")) func resizing() throws {
    let runner = try interpreter().signatureRunner(with: "add")
    let data = Data(bytes([2, 4] as [Float]))
    #expect(try runner.input(named: "x").shape == [1])
    #expect(try runner.output(named: "output_0").shape == [1])
    #expect(throws: SignatureRunnerError.invalidTensorDataCount(provided: 8, required: 4)) {
      try runner.copy(data, toInputNamed: "x")
    }
    #expect(throws: SignatureRunnerError.failedToGetTensor(tensorType: "input", nameInSignature: "dummy")) {
      try runner.input(named: "dummy")
    }
    #expect(throws: SignatureRunnerError.failedToGetTensor(tensorType: "output", nameInSignature: "x ")) {
      try runner.output(named: "x ")
    }
    #expect(throws: SignatureRunnerError.failedToResizeInputTensor(inputName: "dummy")) {
      try runner.resizeInput(named: "dummy", toShape: [2])
    }
    #expect(throws: SignatureRunnerError.failedToResizeInputTensor(inputName: "x")) {
      try runner.resizeInput(named: "x", toShape: [-2])
    }
    try runner.resizeInput(named: "x", toShape: [2])
    #expect(throws: SignatureRunnerError.allocateTensorsRequired) { try runner.copy(data, toInputNamed: "x") }
    #expect(throws: SignatureRunnerError.allocateTensorsRequired) { try runner.output(named: "output_0") }
    try runner.allocateTensors()
    try runner.copy(data, toInputNamed: "x")
    let input = Tensor(name: "add_x:0", dataType: .float32, shape: [2], data: data)
    #expect(try runner.input(named: "x") == input)
  }

  @Test(.enabled(if: Zoo.isPresent, "no zoo")) func invoking() throws {
    let interpreter = try interpreter()
    let (add, sub) = (try interpreter.signatureRunner(with: "add"), try interpreter.signatureRunner(with: "sub"))
    try add.resizeInput(named: "x", toShape: [2])
    try add.invoke(with: ["x": Data(bytes([2, 4] as [Float]))])
    try sub.invoke(with: [sub.inputs[0]: Data(bytes([7] as [Float]))])
    let sum = try add.output(named: "output_0")
    #expect(sum.name == "StatefulPartitionedCall:0" && sum.shape == [2])
    #expect(try sum.floats() == [4, 6])
    #expect(try sub.output(named: sub.outputs[0]).floats() == [4])
    #expect(throws: SignatureRunnerError.failedToGetTensor(tensorType: "input", nameInSignature: "y")) {
      try add.invoke(with: ["x": Data(bytes([0, 0] as [Float])), "y": Data()])
    }
    // Nothing has been copied.
    #expect(try add.input(named: "x").floats() == [2, 4])
    // The signature "add" is of the main subgraph, whose tensors are the interpreter's own.
    #expect(try interpreter.output(at: 0) == sum)
  }

  @Test func failuresHaveReasons() throws {
    var sketch = ModelSketch.binary(.add, AddOptions())
    sketch.model.signatureDefs = [
      SignatureDef {
        $0.signatureKey = "sum"
        $0.inputs = [
          TensorMap { ($0.name, $0.tensorIndex) = ("right", 1) }, TensorMap { ($0.name, $0.tensorIndex) = ("left", 0) },
        ]
        $0.outputs = [TensorMap { ($0.name, $0.tensorIndex) = ("sum", 2) }]
      }
    ]
    let runner = try Interpreter(model: sketch.model).signatureRunner(with: "sum")
    #expect(runner.inputs == ["left", "right"] && runner.failureReason == nil)
    try runner.resizeInput(named: "left", toShape: [4, 5])
    #expect(throws: SignatureRunnerError.failedToAllocateTensors) { try runner.invoke(with: [:]) }
    #expect(runner.failureReason?.description.contains("operator 0 ADD") == true)
    try runner.resizeInput(named: "left", toShape: [2, 3])
    try runner.invoke(with: ["left": Data(repeating: 2, count: 6), "right": Data(repeating: 7, count: 6)])
    #expect(try runner.output(named: "sum").data == Data(repeating: 1, count: 6))
  }
}
