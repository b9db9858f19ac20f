import Foundation
import TFLite
import TFLiteFlatBuffers
import TFLiteSchema
import TestModels
import Testing

/// What programs written for TensorFlowLiteSwift rely on: which errors come in which order, and what they say.
@Suite struct InterpreterTests {
  private func interpreter(_ sketch: ModelSketch, threads: Int? = nil) throws -> Interpreter {
    var options = Interpreter.Options()
    options.threadCount = threads
    return try Interpreter(model: Model(ByteSlice(try sketch.model.serialized())), options: options)
  }

  private var sum: ModelSketch { .binary(.add, AddOptions()) }

  @Test func optionsAreKeptAsGiven() throws {
    let data = Data(try sum.model.serialized())
    #expect(try Interpreter(modelData: data).options == nil)
    var options = Interpreter.Options()
    #expect(options.threadCount == nil && options.memoryLimit == nil)
    options.threadCount = 3
    #expect(try Interpreter(modelData: data, options: options).options == options)
  }

  @Test func modelsThatCannotBeLoaded() throws {
    let folder = FileManager.default.temporaryDirectory
    let picture = folder.appendingPathComponent("\(UUID().uuidString).tflite")
    defer { try? FileManager.default.removeItem(at: picture) }
    try Data([0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]).write(to: picture)
    for (path, reason) in [
      ("/invalid/path", "No such file or directory"), (folder.path, "not a regular file"),
      (picture.path, "this is a PNG picture; a .tflite model is expected"),
    ] {
      let error = try #require(throws: InterpreterError.self) { try Interpreter(modelPath: path) }
      #expect(error.localizedDescription == "Failed to load the given model: \(path): \(reason)")
      // As code for TensorFlowLiteSwift has it.
      do { throw error } catch InterpreterError.failedToLoadModel {}
    }
    let error = try #require(throws: InterpreterError.self) { try Interpreter(modelData: Data([1, 2, 3])) }
    #expect(error.description.contains("needs 8 bytes"), "\(error)")
    var foreign = sum
    foreign.model.operatorCodes[0] = OperatorCode(custom: "Zaubertrick")
    foreign.graph.operators[0].builtinOptions = nil
    #expect(
      throws: InterpreterError.tensorFlowLiteError(
        "no implementation of custom operator \"Zaubertrick\" version 1 (used 1× on UINT8)")
    ) { try interpreter(foreign) }
  }

  /// One error names all that is missing, in other subgraphs too.
  @Test func missingOperatorsAreListedTogether() throws {
    var sketch = ModelSketch()
    let bytes = sketch.tensor("bytes", [1])
    let reals = sketch.plain("reals", [1], .float32)
    var outputs: [Int32] = []
    func step(_ code: OperatorCode, _ input: Int32) {
      let output = sketch.plain("output \(outputs.count)", [1], .float32)
      outputs.append(output)
      sketch.step(code, inputs: [input], outputs: [output])
    }
    step(OperatorCode(custom: "Zaubertrick", version: 3), reals)
    step(OperatorCode(.delegate, version: 2), bytes)
    step(OperatorCode(.delegate, version: 2), reals)
    step(OperatorCode(.floor), reals)
    step(OperatorCode(.delegate, version: 4), reals)
    sketch.graph.inputs = [bytes, reals]
    sketch.graph.outputs = outputs
    var second = sketch.graph
    second.operators = Array(second.operators.prefix(1))
    second.outputs = Array(outputs.prefix(1))
    sketch.model.subgraphs.append(second)
    #expect(
      throws: InterpreterError.tensorFlowLiteError(
        "no implementation of DELEGATE version 2 (used 2× on UINT8 and FLOAT32), DELEGATE version 4 (used 1× on FLOAT32), "
          + "custom operator \"Zaubertrick\" version 3 (used 2× on FLOAT32)")
    ) { try interpreter(sketch) }
  }

  @Test func errorsComeInTheirOrder() throws {
    let interpreter = try interpreter(sum)
    #expect(interpreter.inputTensorCount == 2)
    #expect(interpreter.outputTensorCount == 1)
    for index in [-1, 2, .max, .min] {
      let error = InterpreterError.invalidTensorIndex(index: index, maxIndex: 1)
      #expect(throws: error) { try interpreter.input(at: index) }
      #expect(throws: error) { try interpreter.resizeInput(at: index, to: [-1]) }
      #expect(throws: error) { try interpreter.copy(Data(count: 99), toInputAt: index) }
    }
    #expect(throws: InterpreterError.invalidTensorIndex(index: 1, maxIndex: 0)) { try interpreter.output(at: 1) }

    #expect(throws: InterpreterError.allocateTensorsRequired) { try interpreter.input(at: 0) }
    #expect(throws: InterpreterError.invokeInterpreterRequired) { try interpreter.output(at: 0) }
    #expect(throws: InterpreterError.allocateTensorsRequired) { try interpreter.invoke() }
    #expect(throws: InterpreterError.invalidTensorDataCount(provided: 5, required: 6)) {
      try interpreter.copy(Data(count: 5), toInputAt: 0)
    }
    #expect(throws: InterpreterError.allocateTensorsRequired) { try interpreter.copy(Data(count: 6), toInputAt: 0) }
    try interpreter.allocateTensors()
    #expect(throws: InterpreterError.invalidTensorDataCount(provided: 7, required: 6)) {
      try interpreter.copy(Data(count: 7), toInputAt: 0)
    }
    try interpreter.copy(Data(count: 6), toInputAt: 0)
    try interpreter.invoke()
  }

  @Test func messages() {
    let expected: [(InterpreterError, String)] = [
      (.invalidTensorIndex(index: 2, maxIndex: 1), "Invalid tensor index 2, max index is 1."),
      (.invalidTensorDataCount(provided: 3, required: 4), "Provided data count 3 must match the required count 4."),
      (.invalidTensorDataType, "Tensor data type is unsupported or could not be determined due to a model error."),
      (.failedToLoadModel(reason: "why"), "Failed to load the given model: why"),
      (.failedToCreateInterpreter, "Failed to create the interpreter."),
      (.failedToResizeInputTensor(index: 1), "Failed to resize input tensor at index 1."),
      (.failedToCopyDataToInputTensor, "Failed to copy data to input tensor."),
      (.failedToAllocateTensors, "Failed to allocate memory for input tensors."),
      (.allocateTensorsRequired, "Must call allocateTensors()."),
      (.invokeInterpreterRequired, "Must call invoke()."),
      (.tensorFlowLiteError("why"), "TensorFlow Lite Error: why"),
    ]
    for (error, message) in expected {
      #expect(error.description == message)
      #expect(error.localizedDescription == message)
      #expect(error.errorDescription == message)
    }
  }

  @Test func tensorsTellWhatTheyAre() throws {
    let interpreter = try interpreter(sum)
    try interpreter.allocateTensors()
    let right = try interpreter.input(at: 1)
    #expect(right.name == "right")
    #expect(right.dataType == .uInt8)
    #expect(right.shape == [2, 3])
    #expect(right.shape.rank == 2)
    #expect(right.quantizationParameters == QuantizationParameters(right))
    #expect(right.quantizationParameters?.scale == 0.25 && right.quantizationParameters?.zeroPoint == 7)
    #expect(right.data == Data(count: 6))
    let copied = try interpreter.copy(Data([1, 2, 3, 4, 5, 6]), toInputAt: 1)
    #expect(copied.data == Data([1, 2, 3, 4, 5, 6]))
    #expect(try interpreter.input(at: 1) == copied)
    #expect(try interpreter.input(at: 0).data == Data(count: 6))
  }

  @Test func computes() throws {
    let interpreter = try interpreter(sum)
    try interpreter.allocateTensors()
    // 0.5 a + 0.25 (b - 7), in steps of 1.
    try interpreter.copy(Data([2, 4, 8, 16, 32, 200]), toInputAt: 0)
    try interpreter.copy(Data([7, 11, 15, 23, 39, 255]), toInputAt: 1)
    try interpreter.invoke()
    #expect(try interpreter.output(at: 0).data == Data([1, 3, 6, 12, 24, 162]))
  }

  @Test func resizing() throws {
    let interpreter = try interpreter(sum)
    try interpreter.allocateTensors()
    try interpreter.resizeInput(at: 0, to: [2, 3])
    // The same shape: nothing has happened.
    try interpreter.invoke()
    try interpreter.resizeInput(at: 0, to: [4, 5])
    #expect(throws: InterpreterError.allocateTensorsRequired) { try interpreter.invoke() }
    #expect(throws: InterpreterError.allocateTensorsRequired) { try interpreter.input(at: 0) }
    #expect(throws: InterpreterError.invokeInterpreterRequired) { try interpreter.output(at: 0) }
    // The other input does not fit: an error that says so, and again nothing to run.
    #expect(throws: InterpreterError.failedToAllocateTensors) { try interpreter.allocateTensors() }
    let reason = try #require(interpreter.failureReason).description
    #expect(reason.contains("operator 0 ADD") && reason.contains("[2, 3]"), "\(reason)")
    #expect(throws: InterpreterError.allocateTensorsRequired) { try interpreter.invoke() }
    try interpreter.resizeInput(at: 1, to: [5])
    #expect(throws: InterpreterError.invalidTensorDataCount(provided: 6, required: 5)) {
      try interpreter.copy(Data(count: 6), toInputAt: 1)
    }
    try interpreter.allocateTensors()
    try interpreter.copy(Data(repeating: 2, count: 20), toInputAt: 0)
    try interpreter.copy(Data([7, 11, 15, 19, 23]), toInputAt: 1)
    try interpreter.invoke()
    let output = try interpreter.output(at: 0)
    #expect(output.shape == [4, 5])
    #expect(output.data == Data(Array(repeating: [1, 2, 3, 4, 5], count: 4).joined()))
  }

  @Test func shapesThatNoTensorCanHave() throws {
    let interpreter = try interpreter(sum)
    let largest = Int(Int32.max)
    for shape in [[-1], [2, -3], [largest + 1], [largest, largest, largest], [0, largest, largest, largest], [.min]] {
      #expect(throws: InterpreterError.failedToResizeInputTensor(index: 0)) {
        try interpreter.resizeInput(at: 0, to: Tensor.Shape(shape))
      }
    }
    // One that can be counted, but is too large to allocate.
    try interpreter.resizeInput(at: 0, to: [largest, largest])
    #expect { try interpreter.allocate() } throws: { "\($0)".contains("memory limit") }
    try interpreter.resizeInput(at: 0, to: [2, 3])
    try interpreter.allocateTensors()
    try interpreter.invoke()
  }

  @Test func inputsThatAreConstantsStayWhatTheyAre() throws {
    var sketch = ModelSketch.conv2D()
    sketch.graph.inputs = [0, 1]
    let interpreter = try interpreter(sketch)
    #expect(throws: InterpreterError.failedToResizeInputTensor(index: 1)) {
      try interpreter.resizeInput(at: 1, to: [3, 2, 2, 4])
    }
    try interpreter.allocateTensors()
    let filter = try interpreter.input(at: 1).data
    #expect(filter == Data((0..<24).map { UInt8($0 * 7) }))
    #expect(throws: InterpreterError.failedToCopyDataToInputTensor) {
      try interpreter.copy(Data(count: 24), toInputAt: 1)
    }
    #expect(try interpreter.input(at: 1).data == filter)
  }

  @Test func oneTensorAsSeveralInputs() throws {
    var sketch = ModelSketch.logistic
    sketch.graph.inputs = [0, 0]
    let interpreter = try interpreter(sketch)
    try interpreter.resizeInput(at: 0, to: [100])
    try interpreter.allocateTensors()
    #expect(throws: InterpreterError.invalidTensorDataCount(provided: 7, required: 100)) {
      try interpreter.copy(Data(count: 7), toInputAt: 1)
    }
    try interpreter.copy(Data(repeating: 3, count: 100), toInputAt: 1)
    #expect(try interpreter.input(at: 0).data == Data(repeating: 3, count: 100))
    try interpreter.invoke()
  }

  @Test func errorsAreNotWrappedTwice() throws {
    var options = Interpreter.Options()
    options.memoryLimit = 100
    let interpreter = try Interpreter(model: sum.model, options: options)
    #expect { try interpreter.allocate() } throws: { error in
      guard case InterpreterError.tensorFlowLiteError(let message) = error else { return false }
      return !message.contains("TensorFlow Lite Error")
    }
  }
}

extension QuantizationParameters {
  /// What a tensor says twice must be equal.
  fileprivate init?(_ tensor: Tensor) {
    guard let parameters = tensor.quantizationParameters else { return nil }
    self = parameters
  }
}
