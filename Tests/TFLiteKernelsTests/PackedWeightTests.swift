import TFLiteFlatBuffers
import TFLiteSchema
import Testing

@testable import TFLiteKernels

/// Operators on the same constants share packed weights.
@Suite struct PackedWeightTests {
  private let filter = ByteSlice((0..<64 * 9 * 8).map { UInt8(truncatingIfNeeded: $0) })

  private func packed(_ set: InstructionSet, height: Int, zeroPoint: Int64 = 3) throws -> PackedBlock {
    var weights = RandomTensor(type: .uint8, shape: [64, 3, 3, 8], scales: [0.01], zeroPoints: [zeroPoint])
    weights.isConstant = true
    var context = OperatorContext(
      .conv2D,
      Conv2DOptions {
        $0.strideH = 1
        $0.strideW = 1
      },
      inputs: [.activation(0, [1, height, 5, 8]), weights.descriptor(1, constant: filter), nil],
      outputs: [.activation(2, [])])
    context.instructionSet = set
    let prepared = try #require(try Conv2DOperator.prepare(context) as? Conv2D<UInt8>)
    return try #require(prepared.vector?.parts.first?.filter.weights)
  }

  @Test func areSharedByOperators() throws {
    // Inputs may differ in size, as those of interpreters of one model do.
    #expect(try packed(.portable, height: 5) === packed(.portable, height: 9))
  }

  /// A small file must not make them large.
  @Test func areNotMadeForThousandsOfGroups() throws {
    let channels = 4096
    var weights = RandomTensor(type: .int8, shape: [channels, 1, 1, 1], scales: [0.01], zeroPoints: [0])
    weights.isConstant = true
    let context = OperatorContext(
      .conv2D,
      Conv2DOptions {
        $0.strideH = 1
        $0.strideW = 1
      },
      inputs: [
        .activation(0, [1, 1, 1, channels], .int8),
        weights.descriptor(1, constant: ByteSlice([UInt8](repeating: 1, count: channels))), nil,
      ],
      outputs: [.activation(2, [], .int8)])
    let prepared = try #require(try Conv2DOperator.prepare(context) as? Conv2D<Int8>)
    #expect(prepared.vector == nil)
  }

  @Test func dependOnWhatTheyMean() throws {
    #expect(try packed(.portable, height: 5) !== packed(.portable, height: 5, zeroPoint: 4))
    guard InstructionSet.best != .portable else { return }
    #expect(try packed(.portable, height: 5) !== packed(.best, height: 5))
  }
}
