import Foundation
import TFLite
import TFLiteFlatBuffers
import TFLiteKernels
import TFLiteSchema
import Testing

/// Operators whose inputs are constant run once, when the tensors are allocated.
@Suite struct ConstantFoldingTests {
  /// A constant is packed with itself.
  private func packedConstants() throws -> Model {
    var builder = ModelBuilder()
    let row = builder.constant([1, 2, 3])
    let output = builder.tensor(.int32, [2, 3])
    builder.add(OperatorCode(.pack), PackOptions { $0.valuesCount = 2 }, inputs: [row, row], outputs: [output])
    return try builder.build(inputs: [], outputs: [output])
  }

  @Test func aModelWithoutInputsHasItsOutputsBeforeItRuns() throws {
    let interpreter = try Interpreter(model: packedConstants())
    try interpreter.allocateTensors()
    let expected = Data(bytes([1, 2, 3, 1, 2, 3] as [Int32]))
    #expect(try interpreter.output(at: 0).data == expected)
    try interpreter.invoke()
    #expect(try interpreter.output(at: 0).data == expected)
  }

  @Test func foldedOperatorsRespectTheMemoryLimit() throws {
    var options = Interpreter.Options()
    options.memoryLimit = 100
    var builder = ModelBuilder()
    let shape = builder.constant([1000])
    let value = builder.tensor(.int32, [], constant: bytes([Int32(7)]))
    let output = builder.tensor(.int32, [1000])
    builder.add(OperatorCode(.fill), FillOptions(), inputs: [shape, value], outputs: [output])
    let interpreter = try Interpreter(model: try builder.build(inputs: [], outputs: [output]), options: options)
    let error = try #require(#expect(throws: InterpreterError.self) { try interpreter.allocate() })
    #expect(error.description.contains("memory limit of 100"), "\(error)")
  }

  /// A sparse matrix [4, 4] of blocks [2, 2], of which two are stored:
  ///
  ///     1 2 0 0
  ///     3 4 0 0
  ///     0 0 5 6
  ///     0 0 7 8
  @Test func sparseConstantsAreShownWhole() throws {
    var sparsity = Sparsity()
    sparsity.traversalOrder = [0, 1, 2, 3]
    sparsity.blockMap = [0, 1]
    func dense(_ size: Int32) -> DimensionMetadata { DimensionMetadata { $0.denseSize = size } }
    let compressed = DimensionMetadata {
      $0.format = .sparseCsr
      $0.arraySegments = .uint8(Uint8Vector { $0.values = [0, 1, 2] })
      $0.arrayIndices = .uint8(Uint8Vector { $0.values = [0, 1] })
    }
    sparsity.dimMetadata = [dense(2), compressed, dense(2), dense(2)]
    var builder = ModelBuilder()
    let weights = builder.tensor(
      .float32, [4, 4], constant: bytes([1, 2, 3, 4, 5, 6, 7, 8] as [Float]), sparsity: sparsity)
    let output = builder.tensor(.float32, [4, 4])
    builder.add(OperatorCode(.densify), DensifyOptions(), inputs: [weights], outputs: [output])
    let interpreter = try Interpreter(model: try builder.build(inputs: [], outputs: [output, weights]))
    try interpreter.allocateTensors()
    let expected: [Float] = [1, 2, 0, 0, 3, 4, 0, 0, 0, 0, 5, 6, 0, 0, 7, 8]
    #expect(try interpreter.run([] as [[Float]], as: Float.self) == expected)
    #expect(try interpreter.output(at: 1).data == Data(bytes(expected)))
  }

  /// Many small files could each describe a huge tensor by few elements.
  @Test func sparseConstantsRespectTheMemoryLimit() throws {
    var sparsity = Sparsity()
    sparsity.traversalOrder = [0]
    let empty = DimensionMetadata {
      $0.format = .sparseCsr
      $0.arraySegments = .int32(Int32Vector { $0.values = [0, 1] })
      $0.arrayIndices = .int32(Int32Vector { $0.values = [9] })
    }
    sparsity.dimMetadata = [empty]
    var builder = ModelBuilder()
    let weights = builder.tensor(.int8, [2_000_000], constant: [1], sparsity: sparsity)
    let other = builder.tensor(.int8, [2_000_000], constant: [1], sparsity: sparsity)
    var options = Interpreter.Options()
    options.memoryLimit = 3_000_000
    let interpreter = try Interpreter(
      model: try builder.build(inputs: [], outputs: [weights, other]), options: options)
    let error = try #require(#expect(throws: InterpreterError.self) { try interpreter.allocate() })
    #expect(error.description.contains("tensor 1 \"t1\" is sparse"), "\(error)")
  }
}
