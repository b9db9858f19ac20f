import TFLiteKernels
import TFLiteSchema
import Testing

/// Recurrent operators that no honest converter writes. Each must be refused, with an error that names what is wrong.
@Suite struct HostileRecurrentTests {
  typealias Case = HostileOperator

  @Test(arguments: cases) func isRefused(_ hostile: Case) throws {
    try hostile.expectRefusal()
  }

  /// What is broken below is whole without the damage.
  @Test func theUndamagedOneIsPrepared() throws {
    let prepare = try #require(OperatorRegistry.standard.prepare(for: OperatorCode(.unidirectionalSequenceLSTM)))
    #expect(try prepare(Self.lstm()).outputShapes == [[1, 5, 3]])
  }

  /// An LSTM of three cells on five steps of four values.
  private static func lstm(
    replacing position: Int = 0, by replacement: TensorDescriptor?? = .none, intermediates: Int = 5,
    _ change: (inout UnidirectionalSequenceLSTMOptions) -> Void = { _ in }
  ) -> OperatorContext {
    let input = TensorDescriptor.activation(0, [1, 5, 4], .int8)
    let weights = (1...4).map { TensorDescriptor.activation($0, [3, 4], .int8, scale: [0.01]) }
    let recurrentWeights = (5...8).map { TensorDescriptor.activation($0, [3, 3], .int8, scale: [0.01]) }
    let biases = (12...15).map { TensorDescriptor.activation($0, [3], .int32, scale: []) }
    let states = [
      variable(.activation(18, [1, 3], .int8)), variable(.activation(19, [1, 3], .int16, scale: [0x1p-12])),
    ]
    let absent: [TensorDescriptor?] = [nil]
    var inputs: [TensorDescriptor?] = [input] + weights + recurrentWeights
    inputs += absent + absent + absent + biases + absent + absent + states + absent + absent + absent + absent
    if case .some(let tensor) = replacement { inputs[position] = tensor }
    var context = OperatorContext(
      .unidirectionalSequenceLSTM,
      with(UnidirectionalSequenceLSTMOptions()) {
        $0.fusedActivationFunction = .tanh
        change(&$0)
      }, inputs: inputs, outputs: [.activation(24, [1, 5, 3], .int8)])
    context.intermediates = (0..<intermediates).map { .activation(30 + $0, [], .int8) }
    return context
  }

  private static func variable(_ tensor: TensorDescriptor) -> TensorDescriptor {
    TensorDescriptor(
      identity: tensor.identity, type: tensor.type, shape: tensor.shape, quantization: tensor.quantization,
      isVariable: true)
  }

  private static func broken(
    _ name: String, _ position: Int, _ tensor: TensorDescriptor?, _ words: String...
  ) -> Case {
    Case(name, OperatorCode(.unidirectionalSequenceLSTM), lstm(replacing: position, by: .some(tensor)), words: words)
  }

  static let cases: [Case] = [
    broken("no sequence", 0, nil, "input 0"),
    broken("a sequence of bytes", 0, .activation(0, [1, 5, 4]), "tensor 0", "UINT8", "INT8"),
    broken("a sequence without time", 0, .activation(0, [5, 4], .int8), "tensor 0", "3 dimensions"),
    broken("a sequence of nothing", 0, .activation(0, [1, 5, 0], .int8), "tensor 0", "at least 1"),
    broken("no forget gate", 2, nil, "input 2"),
    broken("no cells", 2, .activation(2, [0, 4], .int8, scale: [0.01]), "tensor 2", "at least 1"),
    broken("no outputs", 6, .activation(6, [3, 0], .int8, scale: [0.01]), "tensor 6", "at least 1"),
    broken("half of an input gate", 1, nil, "input 1"),
    broken("weights of another size", 3, .activation(3, [3, 5], .int8), "tensor 3", "[3, 4]"),
    broken("weights of other cells", 6, .activation(6, [4, 3], .int8), "tensor 6", "[3, 3]"),
    broken("weights with a zero point", 4, .activation(4, [3, 4], .int8, zeroPoint: [1]), "tensor 4", "zero point 0"),
    broken("weights without a scale", 4, .activation(4, [3, 4], .int8, scale: []), "tensor 4", "scale"),
    broken("one peephole alone", 9, .activation(9, [3], .int16), "input 10", "omitted"),
    broken("a bias of reals", 13, .activation(13, [3], .float32, scale: []), "tensor 13", "INT32"),
    broken("a bias that is too short", 13, .activation(13, [2], .int32, scale: []), "tensor 13", "[3]"),
    broken("a projection of another size", 16, .activation(16, [3, 2], .int8), "tensor 16", "[3, 3]"),
    broken("a projection of reals", 16, .activation(16, [3, 3], .float32, scale: []), "tensor 16", "INT8"),
    broken("a bias of no projection", 17, .activation(17, [3], .int32), "tensor 17", "projection"),
    broken("a state that is forgotten", 18, .activation(18, [1, 3], .int8), "tensor 18", "variable"),
    broken("no state", 19, nil, "input 19"),
    broken("a state for two", 18, variable(.activation(18, [2, 3], .int8)), "tensor 18", "[1, 3]"),
    broken(
      "a cell state of an odd scale", 19, variable(.activation(19, [1, 3], .int16, scale: [0.001])), "tensor 19",
      "power of two"),
    broken(
      "a cell state of a huge scale", 19, variable(.activation(19, [1, 3], .int16, scale: [1])), "tensor 19",
      "2^-9"),
    broken("layer normalization of one gate", 20, .activation(20, [3], .int16), "input 21", "omitted"),
    Case("no intermediates", .unidirectionalSequenceLSTM, lstm(intermediates: 0), "intermediate tensors", "5"),
    Case(
      "another activation", .unidirectionalSequenceLSTM, lstm { $0.fusedActivationFunction = .relu },
      "fused_activation_function", "RELU", "TANH"),
  ]
}
