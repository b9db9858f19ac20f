import Foundation
import TFLiteKernels
import TFLiteSchema
import TestModels
import Testing

@testable import TFLite

/// The behaviour that the unit tests of TensorFlowLiteSwift state, on models like theirs: sums of an input with itself and
/// itself again.
@Suite struct TensorFlowLiteSwiftTests {
  /// One of the models named add, add_quantized and add_quantized_int8; input and output have the shape [1, 8, 8, 3].
  private func sum(_ type: TensorType, scale: Float? = nil) throws -> Model {
    var builder = ModelBuilder()
    let input = builder.tensor(type, [1, 8, 8, 3], scale: scale)
    let twice = builder.tensor(type, [1, 8, 8, 3], scale: scale)
    let output = builder.tensor(type, [1, 8, 8, 3], scale: scale)
    builder.add(OperatorCode(.add), AddOptions(), inputs: [input, input], outputs: [twice])
    builder.add(OperatorCode(.add), AddOptions(), inputs: [input, twice], outputs: [output])
    return try builder.build(inputs: [input], outputs: [output])
  }

  @Test func defaults() throws {
    let options = Interpreter.Options()
    #expect(options.threadCount == nil && !options.isXNNPackEnabled)
    let data = Data(try sum(.float32).serialized())
    let interpreter = try Interpreter(modelData: data)
    #expect(interpreter.options == nil && interpreter.delegates == nil)
    #expect(interpreter.inputTensorCount == 1 && interpreter.outputTensorCount == 1)
    #expect(interpreter.signatureKeys.isEmpty)
  }

  @Test func optionsAreComparedByAllTheirParts() {
    var (first, second) = (Interpreter.Options(), Interpreter.Options())
    #expect(first == second && first.hashValue == second.hashValue)
    second.threadCount = 3
    #expect(first != second)
    first.threadCount = 3
    second.isXNNPackEnabled = true
    #expect(first != second && second.numerics == .xnnpack)
    first.numerics = .xnnpack
    #expect(first == second && first.isXNNPackEnabled)
    first.isXNNPackEnabled = false
    #expect(first.numerics == .reference)
  }

  @Test func numericsOfEachProcessor() {
    var options = Interpreter.Options()
    for architecture in Interpreter.Numerics.Architecture.allCases {
      options.numerics = .xnnpack(on: architecture)
      #expect(options.isXNNPackEnabled && options.numerics.architecture == architecture)
      #expect(options.numerics.rawValue == "xnnpack-\(architecture.rawValue)")
    }
    #expect(Interpreter.Numerics.xnnpack.architecture == .current)
    #expect(Interpreter.Numerics.reference.architecture == nil)
  }

  @Test func floatModel() throws {
    let interpreter = try Interpreter(model: sum(.float32))
    try interpreter.resizeInput(at: 0, to: [2])
    try interpreter.allocateTensors()
    let data = Data(bytes([1, 3] as [Float]))
    let input = try interpreter.copy(data, toInputAt: 0)
    #expect(input == Tensor(name: "t0", dataType: .float32, shape: [2], data: data))
    #expect(try interpreter.input(at: 0) == input)
    try interpreter.invoke()
    let output = try interpreter.output(at: 0)
    #expect(output == Tensor(name: "t2", dataType: .float32, shape: [2], data: Data(bytes([3, 9] as [Float]))))
    #expect(try output.floats() == [3, 9])
  }

  @Test(arguments: [TensorType.uint8, .int8])
  func quantizedModels(type: TensorType) throws {
    let interpreter = try Interpreter(model: sum(type, scale: 0.003922))
    try interpreter.resizeInput(at: 0, to: [2])
    try interpreter.allocateTensors()
    let input = try interpreter.copy(Data([1, 3]), toInputAt: 0)
    #expect(input.quantizationParameters == QuantizationParameters(scale: 0.003922, zeroPoint: 0))
    #expect(input.dataType == (type == .int8 ? .int8 : .uInt8))
    try interpreter.invoke()
    #expect(try interpreter.output(at: 0).data == Data([3, 9]))
  }

  @Test func allocatingAgainKeepsInputs() throws {
    let interpreter = try Interpreter(model: sum(.uint8, scale: 1))
    try interpreter.resizeInput(at: 0, to: [2])
    try interpreter.allocateTensors()
    try interpreter.copy(Data([5, 7]), toInputAt: 0)
    try interpreter.allocateTensors()
    try interpreter.invoke()
    #expect(try interpreter.output(at: 0).data == Data([15, 21]))
  }

  @Test func delegatesAreTypesThatAreRefused() throws {
    var options = MetalDelegate.Options()
    #expect(!options.isPrecisionLossAllowed && options.waitType == .passive && options.isQuantizationEnabled)
    options.waitType = .active
    #expect(options != MetalDelegate.Options())
    let delegate = MetalDelegate(options: options)
    #expect(delegate.options == options)
    let error = try #require(
      #expect(throws: InterpreterError.self) {
        try Interpreter(model: sum(.float32), delegates: [delegate])
      })
    #expect(error.description.contains("MetalDelegate") && error.description.contains("no Metal runtime"), "\(error)")
    #expect(throws: InterpreterError.failedToLoadModel(reason: "/invalid/path: No such file or directory")) {
      try Interpreter(modelPath: "/invalid/path", delegates: [delegate])
    }
    #expect(CoreMLDelegate() == nil)
    var everywhere = CoreMLDelegate.Options()
    #expect(everywhere.minNodesPerPartition == 2 && everywhere.coreMLVersion == 0)
    everywhere.enabledDevices = .all
    let coreML = try #require(CoreMLDelegate(options: everywhere))
    #expect(throws: InterpreterError.self) { try Interpreter(model: sum(.float32), delegates: [coreML]) }
    #expect(try Interpreter(model: sum(.float32), delegates: []).delegates?.count == 0)
  }

  @Test func versionIsSemantic() {
    #expect(Runtime.version.wholeMatch(of: /\d+\.\d+\.\d+([+-][-.0-9A-Za-z]+)?/) != nil)
  }

  @Test func whyAModelDoesNotLoad() throws {
    let error = #expect(throws: ModelError.self) { try Model(modelData: Data([1, 2, 3])) }
    #expect(error?.description.isEmpty == false)
    #expect(InterpreterError.allocateTensorsRequired.recoverySuggestion == nil)
  }

  @Test func whyTensorsAreNotAllocated() throws {
    var options = Interpreter.Options()
    options.memoryLimit = 1000
    let interpreter = try Interpreter(model: sum(.float32), options: options)
    #expect(interpreter.failureReason == nil)
    try interpreter.resizeInput(at: 0, to: [10000])
    #expect(throws: InterpreterError.failedToAllocateTensors) { try interpreter.allocateTensors() }
    let reason = try #require(interpreter.failureReason)
    #expect(reason.description.contains("memory limit"), "\(reason)")
    #expect(InterpreterError.failedToAllocateTensors.recoverySuggestion?.contains("failureReason") == true)
    #expect(throws: InterpreterError.allocateTensorsRequired) { try interpreter.invoke() }
    try interpreter.resizeInput(at: 0, to: [2])
    try interpreter.allocateTensors()
    #expect(interpreter.failureReason == nil)
    try interpreter.invoke()
  }

  @Test func tensorsAndShapesAreComparedAndHashed() {
    func tensor(_ name: String) -> Tensor {
      Tensor(
        name: name, dataType: .uInt8, shape: [2, 2, 3], data: Data(count: 12),
        quantizationParameters: QuantizationParameters(scale: 0.5, zeroPoint: 1))
    }
    #expect(tensor("a") == tensor("a") && tensor("a").hashValue == tensor("a").hashValue)
    #expect(tensor("a") != tensor("b"))
    #expect(Tensor.Shape(2, 2, 3) == [2, 2, 3] && Tensor.Shape([2, 2, 3]).rank == 3)
    #expect(Tensor.Shape(2, 2, 3) != [2, 2, 4])
    #expect(QuantizationParameters(scale: 0.5, zeroPoint: 1) != QuantizationParameters(scale: 0.4, zeroPoint: 1))
  }

  @Test func registeredOperatorsTravelWithTheOptions() throws {
    struct Same: TotalOperator {
      let outputShapes = [[2]]
      func run(_ call: OperatorCall) {
        for index in 0..<2 { call.output(0, as: UInt8.self)[index] = call.input(0, as: UInt8.self)[index] }
      }
    }
    var builder = ModelBuilder()
    let (input, output) = (builder.tensor(.uint8, [2]), builder.tensor(.uint8, [2]))
    builder.add(OperatorCode(custom: "Same"), inputs: [input], outputs: [output])
    let data = Data(try builder.build(inputs: [input], outputs: [output]).serialized())
    var options = Interpreter.Options()
    #expect(throws: InterpreterError.self) { try Interpreter(modelData: data, options: options) }
    options.registerOperator("Same") { _ in Same() }
    let interpreter = try Interpreter(modelData: data, options: options)
    try interpreter.allocateTensors()
    #expect(try interpreter.run([[8, 9] as [UInt8]], as: UInt8.self) == [8, 9])
    #expect(interpreter.operators.map(\.name) == ["Same"] && interpreter.operators[0].inputs == [0])
    #expect(interpreter.tensors.map(\.shape) == [[2], [2]])
    #expect(interpreter.options == options && options != Interpreter.Options())
  }
}
