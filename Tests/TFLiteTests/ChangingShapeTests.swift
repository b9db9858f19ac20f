import Foundation
import TFLite
import TFLiteKernels
import TFLiteSchema
import Testing

/// Shapes that differ from those in the file: inputs that are resized, and shapes that only a run can tell.
@Suite struct ChangingShapeTests {
  /// SHAPE, then STRIDED_SLICE and PACK make a shape, to which RESHAPE flattens all but the first dimension.
  private func flatten() throws -> Model {
    var builder = ModelBuilder()
    let input = builder.tensor(.int32, [1, 2, 3])
    let shape = builder.tensor(.int32, [3])
    let (begin, end, stride) = (builder.constant([0]), builder.constant([1]), builder.constant([1]))
    let first = builder.tensor(.int32, [])
    let open = builder.tensor(.int32, [], constant: bytes([Int32(-1)]))
    let target = builder.tensor(.int32, [2])
    let output = builder.tensor(.int32, [1, 6])
    builder.add(OperatorCode(.shape), ShapeOptions { $0.outType = .int32 }, inputs: [input], outputs: [shape])
    builder.add(
      OperatorCode(.stridedSlice), StridedSliceOptions { $0.shrinkAxisMask = 1 }, inputs: [shape, begin, end, stride],
      outputs: [first])
    builder.add(OperatorCode(.pack), PackOptions { $0.valuesCount = 2 }, inputs: [first, open], outputs: [target])
    builder.add(OperatorCode(.reshape), ReshapeOptions(), inputs: [input, target], outputs: [output])
    return try builder.build(inputs: [input], outputs: [output])
  }

  @Test func inputsCanBeResizedBeforeAndBetweenRuns() throws {
    let interpreter = try Interpreter(model: flatten())
    for shape in [[2, 2, 2], [1, 2, 3], [3, 1, 4], [3, 1, 4], [1, 1, 1]] {
      try interpreter.resizeInput(at: 0, to: Tensor.Shape(shape))
      try interpreter.allocateTensors()
      let count = shape.reduce(1, *)
      // Shapes that follow from those of the inputs are known before the run.
      #expect(try interpreter.output(at: 0).shape.dimensions == [shape[0], count / shape[0]])
      let values = (0..<Int32(count)).map { 7 * $0 }
      #expect(try interpreter.run([values], as: Int32.self) == values)
      #expect(try interpreter.output(at: 0).shape.dimensions == [shape[0], count / shape[0]])
    }
  }

  @Test func aResizedInputNeedsNewTensors() throws {
    let interpreter = try Interpreter(model: flatten())
    try interpreter.allocateTensors()
    try interpreter.resizeInput(at: 0, to: [1, 4, 1])
    #expect(throws: InterpreterError.allocateTensorsRequired) { try interpreter.invoke() }
  }

  @Test(arguments: [[-1, 2, 3], [Int(Int32.max), Int(Int32.max), Int(Int32.max)], [1 << 32, 1, 1]])
  func impossibleSizesAreRefused(shape: [Int]) throws {
    let interpreter = try Interpreter(model: flatten())
    #expect(throws: InterpreterError.failedToResizeInputTensor(index: 0)) {
      try interpreter.resizeInput(at: 0, to: Tensor.Shape(shape))
    }
  }

  @Test func inputsBeyondTheMemoryLimitAreRefused() throws {
    let interpreter = try Interpreter(model: flatten())
    try interpreter.resizeInput(at: 0, to: [Int(Int32.max), 1 << 20, 1])
    let error = try #require(#expect(throws: InterpreterError.self) { try interpreter.allocate() })
    #expect(error.description.contains("memory limit"), "\(error)")
  }

  /// WHERE finds another number of elements in every run, and GATHER_ND takes them.
  @Test func shapesMayDependOnValues() throws {
    var builder = ModelBuilder()
    let input = builder.tensor(.int32, [5])
    let places = builder.tensor(.int64, [])
    let output = builder.tensor(.int32, [])
    builder.add(OperatorCode(.where), WhereOptions(), inputs: [input], outputs: [places])
    builder.add(OperatorCode(.gatherND), GatherNdOptions(), inputs: [input, places], outputs: [output])
    let interpreter = try Interpreter(model: try builder.build(inputs: [input], outputs: [output]))
    try interpreter.allocateTensors()
    for values in [[0, 3, 0, 4, 5], [0, 0, 0, 0, 0], [1, 2, 3, 4, 5], [0, 0, 9, 0, 0]] as [[Int32]] {
      #expect(try interpreter.run([values], as: Int32.self) == values.filter { $0 != 0 })
    }
  }

  @Test func badIndicesAreRefusedWhenTheModelRuns() throws {
    var builder = ModelBuilder()
    let input = builder.tensor(.float32, [4])
    let places = builder.tensor(.int32, [2])
    let output = builder.tensor(.float32, [2])
    builder.add(OperatorCode(.gather), GatherOptions(), inputs: [input, places], outputs: [output])
    let interpreter = try Interpreter(model: try builder.build(inputs: [input, places], outputs: [output]))
    try interpreter.allocateTensors()
    try interpreter.copy(Data(bytes([1, 2, 3, 4] as [Float])), toInputAt: 0)
    for index in [-1, 4, Int32.min, .max] {
      try interpreter.copy(Data(bytes([0, index])), toInputAt: 1)
      let error = try #require(#expect(throws: InterpreterError.self) { try interpreter.invoke() })
      #expect(error.description.contains("operator 0 GATHER: tensor 1 \"t1\" holds the index \(index)"), "\(error)")
    }
    try interpreter.copy(Data(bytes([3, 0] as [Int32])), toInputAt: 1)
    try interpreter.invoke()
    #expect(try interpreter.output(at: 0).data == Data(bytes([4, 1] as [Float])))
  }
}
