import TFLiteKernels
import TFLiteMicrokernels
import TFLiteSchema
import Testing

/// Operators that move elements look whether they are stopped in the middle of whatever takes long, and end then.
///
/// Nobody cuts their work into pieces here: what is counted are the looks of the loops within one.
@Suite struct StoppedMovementTests {
  /// An operator, and how often it looks at least.
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let code: BuiltinOperator
    let context: OperatorContext
    let feeds: [[UInt8]]
    let stepsPerLook: Int
    let looks: Int

    var testDescription: String { name }

    init(
      _ name: String, _ code: BuiltinOperator, _ options: (any OperatorOptions)? = nil, inputs: [TensorDescriptor],
      output: TensorDescriptor, feeds: [[UInt8]], stepsPerLook: Int, looks: Int
    ) {
      self.name = name
      self.code = code
      context = OperatorContext(code, options, inputs: inputs, outputs: [output])
      self.feeds = feeds
      self.stepsPerLook = stepsPerLook
      self.looks = looks
    }
  }

  @Test(arguments: cases) func looksInTheMiddle(_ long: Case) throws {
    try expectLooks(
      atLeast: long.looks, afterStop: 3, of: long.context, long.code, long.feeds, stepsPerLook: long.stepsPerLook)
  }

  /// Plain loops and vectors both cut a matrix of so many rows.
  @Test(arguments: [InstructionSet.scalar, .best]) func whatIsCutIsWhole(_ instructionSet: InstructionSet) throws {
    let rows = 1 << 19 + 5
    let matrix = (0..<2 * rows).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) &>> 16) }
    var context = OperatorContext(
      .transpose, nil, inputs: [.activation(0, [rows, 2]), .constant(1, [2], [1, 0])],
      outputs: [.activation(2, [2, rows])])
    context.instructionSet = instructionSet
    let columns = try context.run(.transpose, [matrix, stored([Int32(1), 0])], as: UInt8.self)
    let isWhole = columns == (0..<2).flatMap { column in (0..<rows).map { matrix[2 * $0 + column] } }
    #expect(isWhole)
  }

  private static func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }

  private static func packed(_ index: Int, _ shape: [Int]) -> TensorDescriptor {
    .activation(index, shape, .int4, scale: [])
  }

  static let cases = pieces + copies + packedCopies

  /// Many copies, each of one element or a few.
  private static let pieces = [
    Case(
      "64 places in a block", .spaceToBatchND,
      inputs: [.activation(0, [1, 8, 8, 1]), .constant(1, [2], [8, 8]), .constant(2, [2, 2], [0, 0, 0, 0])],
      output: .activation(3, [64, 1, 1, 1]), feeds: [zeros(64), stored([Int32(8), 8]), zeros(16)], stepsPerLook: 256,
      looks: 64),
    Case(
      "81 pieces with their borders", .mirrorPad, MirrorPadOptions { $0.mode = .symmetric },
      inputs: [.activation(0, [1, 1, 1, 1]), .constant(1, [4, 2], Array(repeating: 1, count: 8))],
      output: .activation(2, [3, 3, 3, 3]), feeds: [zeros(1), stored([Int32](repeating: 1, count: 8))],
      stepsPerLook: 256, looks: 81),
    Case(
      "64 sequences", .reverseSequence, ReverseSequenceOptions { $0.seqDim = 1 },
      inputs: [.activation(0, [64, 8]), .activation(1, [64], .int32, scale: [])], output: .activation(2, [64, 8]),
      feeds: [zeros(512), stored([Int32](repeating: 8, count: 64))], stepsPerLook: 256, looks: 64),
    Case(
      "16 paths of single bytes", .pack, PackOptions { ($0.valuesCount, $0.axis) = (16, 1) },
      inputs: (0..<16).map { .activation($0, [256]) }, output: .activation(16, [256, 16]),
      feeds: Array(repeating: zeros(256), count: 16), stepsPerLook: 2560, looks: 2),
    Case(
      "two tensors behind each other", .concatenation, ConcatenationOptions(),
      inputs: [.activation(0, [1 << 16]), .activation(1, [1 << 16])], output: .activation(2, [1 << 17]),
      feeds: [zeros(1 << 16), zeros(1 << 16)], stepsPerLook: 1 << 16, looks: 2),
    Case(
      "two tensors of another scale", .concatenation, ConcatenationOptions(),
      inputs: [.activation(0, [1 << 16]), .activation(1, [1 << 16])],
      output: .activation(2, [1 << 17], scale: [0.25]), feeds: [zeros(1 << 16), zeros(1 << 16)],
      stepsPerLook: 1 << 16, looks: 4),
  ]

  /// Few steps of the outermost level, and many within.
  private static let copies = [
    Case(
      "two matrices", .transpose,
      inputs: [.activation(0, [2, 128, 128], .float32, scale: []), .constant(1, [3], [0, 2, 1])],
      output: .activation(2, [2, 128, 128], .float32, scale: []), feeds: [zeros(1 << 17), stored([Int32(0), 2, 1])],
      stepsPerLook: 4096, looks: 60),
    Case(
      "two long columns", .transpose, inputs: [.activation(0, [1 << 19, 2]), .constant(1, [2], [1, 0])],
      output: .activation(2, [2, 1 << 19]), feeds: [zeros(1 << 20), stored([Int32(1), 0])], stepsPerLook: 1 << 19,
      looks: 3),
    Case(
      "two elements, many times", .broadcastTo, inputs: [.activation(0, [2, 1]), .constant(1, [2], [2, 1 << 17])],
      output: .activation(2, [2, 1 << 17]), feeds: [zeros(2), stored([Int32(2), 1 << 17])], stepsPerLook: 1 << 16,
      looks: 16),
  ]

  /// Elements that share bytes.
  private static let packedCopies = [
    Case(
      "one long row", .dynamicUpdateSlice,
      inputs: [packed(0, [1 << 18]), packed(1, [1 << 18]), .activation(2, [1], .int32, scale: [])],
      output: packed(3, [1 << 18]), feeds: [zeros(1 << 17), zeros(1 << 17), zeros(4)], stepsPerLook: 1 << 16, looks: 4),
    Case(
      "a matrix", .transpose, inputs: [packed(0, [256, 512]), .constant(1, [2], [1, 0])],
      output: packed(2, [512, 256]), feeds: [zeros(1 << 16), stored([Int32(1), 0])], stepsPerLook: 1 << 16, looks: 3),
    Case(
      "a vector", .dequantize, inputs: [.activation(0, [1 << 18], .int4)],
      output: .activation(1, [1 << 18], .float32, scale: []), feeds: [zeros(1 << 17)], stepsPerLook: 1 << 16, looks: 4),
  ]
}
