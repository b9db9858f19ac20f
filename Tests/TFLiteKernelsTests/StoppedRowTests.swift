import TFLiteFlatBuffers
import TFLiteKernels
import TFLiteMicrokernels
import TFLiteSchema
import Testing

/// Operators look whether they are stopped within one long row, too, one time step or one of very many short inputs.
///
/// Nobody cuts their work into pieces here: what is counted are the looks of the loops within one.
@Suite struct StoppedRowTests {
  /// An operator on zeros, and how often it looks at least.
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let code: BuiltinOperator
    let context: OperatorContext
    let looks: Int

    var testDescription: String { name }

    init(
      _ name: String, _ code: BuiltinOperator, _ options: (any OperatorOptions)?, _ inputs: [TensorDescriptor],
      _ output: TensorDescriptor, numerics: Numerics = .reference, _ set: InstructionSet = .scalar, looks: Int
    ) {
      self.name = name
      self.code = code
      var context = OperatorContext(code, options, inputs: inputs, outputs: [output])
      (context.numerics, context.instructionSet) = (numerics, set)
      self.context = context
      self.looks = looks
    }

    var feeds: [[UInt8]] {
      context.inputs.map { tensor in
        guard let tensor else { return [] }
        if let constant = tensor.constant { return constant.withUnsafeBytes { Array($0) } }
        return Array(repeating: 0, count: tensor.type.byteCount(shape: tensor.shape) ?? 0)
      }
    }
  }

  @Test(arguments: cases) func looksInTheMiddle(_ long: Case) throws {
    try expectLooks(
      atLeast: long.looks, afterStop: 8, of: long.context, long.code, long.feeds, stepsPerLook: 1 << 16)
  }

  /// As many elements as are cut into nine parts.
  private static let length = 1 << 19 + 5

  private static func floats(_ index: Int, _ shape: [Int]) -> TensorDescriptor {
    .activation(index, shape, .float32, scale: [])
  }

  private static func integers(_ index: Int, _ shape: [Int]) -> TensorDescriptor {
    .activation(index, shape, .int32, scale: [])
  }

  private static func softmax(
    _ name: String, numerics: Numerics = .reference, _ set: InstructionSet = .scalar, looks: Int
  ) -> Case {
    Case(
      name, .softmax, SoftmaxOptions { $0.beta = 1 }, [.activation(0, [1, length])],
      .activation(1, [1, length], scale: [1 / 256]), numerics: numerics, set, looks: looks)
  }

  static let cases = rows + steps + shortOnes

  private static let rows = [
    softmax("a softmax of one row", looks: 200),
    softmax("a softmax of one row on a phone", numerics: .xnnpackOnARM64, looks: 20),
    Case(
      "a softmax of one row's logarithms", .logSoftmax, nil, [.activation(0, [1, length])],
      .activation(1, [1, length], scale: [16 / 256], zeroPoint: [255]), looks: 100),
    Case(
      "the norm of one row", .l2Normalization, L2NormOptions(), [floats(0, [1, length])], floats(1, [1, length]),
      looks: 14),
    Case(
      "a pixel of many channels", .resizeBilinear, ResizeBilinearOptions(),
      [.activation(0, [1, 1, 1, length], .int16), .constant(1, [2], [1, 1])],
      .activation(2, [1, 1, 1, length], .int16), looks: 8),
    Case(
      "one slice", .scatterND, nil,
      [integers(0, [1, 1]), floats(1, [1, length]), .constant(2, [2], [1, Int32(length)])], floats(3, [1, length]),
      looks: 8),
    Case(
      "one slice of a segment", .segmentSum, nil, [floats(0, [1, length]), .constant(1, [1], [0])],
      floats(2, [1, length]), looks: 8),
    Case(
      "a fingerprint of one row", .lshProjection, LSHProjectionOptions { $0.type = .dense },
      [floats(0, [1, 1]), .activation(1, [1, length])], integers(2, [1]), looks: 14),
  ]

  private static let steps = [
    Case(
      "one step of many units", .unidirectionalSequenceRNN, SequenceRNNOptions(),
      [
        floats(0, [1, 1, 512]), floats(1, [512, 512]), floats(2, [512, 512]), floats(3, [512]),
        TensorDescriptor(
          identity: TensorIdentity(index: 4, name: "t4"), type: .float32, shape: [1, 512], isVariable: true),
      ], floats(5, [1, 1, 512]), looks: 7),
    Case(
      "one transform", .rfft2D, nil, [floats(0, [1, 1 << 20]), .constant(1, [2], [1, 1 << 20])],
      .activation(2, [1, 1 << 19 + 1], .complex64, scale: []), looks: 100),
  ]

  private static let shortOnes = [
    Case(
      "a thousand short inputs", .addN, nil, (0..<1000).map { floats($0, [256]) }, floats(1000, [256]),
      looks: 3),
    Case(
      "many places in a scalar", .sparseToDense, nil,
      [integers(0, [1 << 18, 0]), .constant(1, [0], []), floats(2, []), floats(3, [])], floats(4, []), looks: 30),
    Case(
      "many functions of no bits", .lshProjection, LSHProjectionOptions { $0.type = .sparse },
      [floats(0, [1 << 18, 0]), .activation(1, [1])], integers(2, [1 << 18]), looks: 14),
  ]
}
