import TFLiteKernels
import TFLiteSchema
import Testing

/// Simple recurrent operators, random numbers and looked-up rows that no honest converter writes. Each must be refused,
/// with an error that names what is wrong.
@Suite struct HostileSequenceTests {
  typealias Case = HostileOperator

  @Test(arguments: cases) func isRefused(_ hostile: Case) throws {
    try hostile.expectRefusal()
  }

  /// What is broken below is whole without the damage.
  @Test func theUndamagedOnesArePrepared() throws {
    let whole = [
      (OperatorCode(.bidirectionalSequenceRNN), Self.rnn()), (OperatorCode(.multinomial), Self.multinomial()),
    ]
    for (code, context) in whole {
      let prepare = try #require(OperatorRegistry.standard.prepare(for: code))
      #expect(!(try prepare(context).outputShapes.isEmpty))
    }
  }

  private static func float(_ index: Int, _ shape: [Int]) -> TensorDescriptor {
    .activation(index, shape, .float32, scale: [])
  }

  private static func variable(_ index: Int, _ shape: [Int]) -> TensorDescriptor {
    TensorDescriptor(
      identity: TensorIdentity(index: index, name: "t\(index)"), type: .float32, shape: shape, isVariable: true)
  }

  /// Two cells of three and two units on five steps of four values.
  private static func rnn(
    replacing position: Int = 0, by replacement: TensorDescriptor?? = .none, steps: Int = 5,
    _ change: (inout BidirectionalSequenceRNNOptions) -> Void = { _ in }
  ) -> OperatorContext {
    var inputs: [TensorDescriptor?] = [
      float(0, [1, steps, 4]), float(1, [3, 4]), float(2, [3, 3]), float(3, [3]), variable(4, [1, 3]),
      float(5, [2, 4]),
      float(6, [2, 2]), float(7, [2]), variable(8, [1, 2]), nil, nil, nil,
    ]
    if case .some(let tensor) = replacement { inputs[position] = tensor }
    return OperatorContext(
      .bidirectionalSequenceRNN, with(BidirectionalSequenceRNNOptions(), change), inputs: inputs,
      outputs: [float(12, [1, steps, 3]), float(13, [1, steps, 2])])
  }

  private static func multinomial(
    logits: TensorDescriptor = float(0, [2, 3]), count: TensorDescriptor = .constant(1, [], [4]),
    output: TensorDescriptor = .activation(2, [2, 4], .int64, scale: [])
  ) -> OperatorContext {
    OperatorContext(.multinomial, RandomOptions(), inputs: [logits, count], outputs: [output])
  }

  private static func random(_ shape: TensorDescriptor) -> OperatorContext {
    OperatorContext(.randomUniform, RandomOptions(), inputs: [shape], outputs: [float(1, [2])])
  }

  private static func lookup(
    keys: TensorDescriptor = .activation(1, [2], .int32, scale: []), table: TensorDescriptor = float(2, [2, 5])
  ) -> OperatorContext {
    OperatorContext(
      .hashtableLookup, nil, inputs: [.activation(0, [3], .int32, scale: []), keys, table],
      outputs: [float(3, [3, 5]), .activation(4, [3], .uint8, scale: [])])
  }

  private static func broken(
    _ name: String, _ position: Int, _ tensor: TensorDescriptor?, _ words: String...
  ) -> Case {
    Case(name, OperatorCode(.bidirectionalSequenceRNN), rnn(replacing: position, by: .some(tensor)), words: words)
  }

  static let cases: [Case] = [
    broken("no sequence", 0, nil, "input 0"),
    broken("a sequence of bytes", 0, .activation(0, [1, 5, 4]), "tensor 0", "FLOAT32"),
    broken("a sequence of nothing", 0, float(0, [1, 0, 4]), "tensor 0", "at least 1"),
    broken("weights of another size", 1, float(1, [3, 5]), "tensor 1", "[3, 4]"),
    broken("recurrent weights that are no square", 6, float(6, [2, 3]), "tensor 6", "[2, 2]"),
    broken("weights of bytes in one cell alone", 5, .activation(5, [2, 4], .int8), "tensor 5", "FLOAT32"),
    broken("a bias that is too short", 3, float(3, [2]), "tensor 3", "[3]"),
    broken("a state that is forgotten", 4, float(4, [1, 3]), "tensor 4", "variable"),
    broken("a state for two", 8, variable(8, [2, 2]), "tensor 8", "[1, 2]"),
    broken("auxiliary weights of one cell", 10, float(10, [3, 4]), "10 and 11"),
    broken("an auxiliary sequence of another length", 9, float(9, [1, 6, 4]), "tensor 9", "[1, 5, 4]"),
    Case(
      "an output too many", .bidirectionalSequenceRNN, rnn { $0.mergeOutputs = true }, "2 outputs", "expected 1"),
    Case(
      "an LSTM of two cells without options", .bidirectionalSequenceLSTM,
      OperatorContext(.bidirectionalSequenceLSTM, nil, inputs: [], outputs: []), "builtin_options"),
    Case(
      "an LSTM of two cells with too few inputs", .bidirectionalSequenceLSTM,
      OperatorContext(
        .bidirectionalSequenceLSTM, BidirectionalSequenceLSTMOptions(), inputs: [float(0, [1, 5, 4])],
        outputs: [float(1, []), float(2, [])]), "1 inputs", "48"),
    Case("a shape of reals", .randomUniform, random(float(0, [1])), "tensor 0", "INT32"),
    Case("a shape of shapes", .randomUniform, random(.constant(0, [1, 1], [3])), "tensor 0", "1 dimensions"),
    Case("a negative size", .randomUniform, random(.constant(0, [2], [3, -1])), "tensor 0", "-1"),
    Case("no classes", .multinomial, multinomial(logits: float(0, [2, 0])), "tensor 0", "at least 1"),
    Case("logits without batches", .multinomial, multinomial(logits: float(0, [3])), "tensor 0", "2 dimensions"),
    Case("fewer than no samples", .multinomial, multinomial(count: .constant(1, [], [-4])), "tensor 1", "-4"),
    Case("a list of counts", .multinomial, multinomial(count: .constant(1, [1], [4])), "tensor 1", "0 dimensions"),
    Case("classes that are reals", .multinomial, multinomial(output: float(2, [2, 4])), "tensor 2", "INT64"),
    Case(
      "more keys than rows", .hashtableLookup, lookup(keys: .activation(1, [3], .int32, scale: [])), "tensor 2", "3"),
    Case(
      "no rows", .hashtableLookup,
      lookup(keys: .activation(1, [0], .int32, scale: []), table: float(2, [0, 5])), "tensor 2", "at least 1"),
    Case("keys of reals", .hashtableLookup, lookup(keys: float(1, [2])), "tensor 1", "INT32"),
    Case("a table without rows", .hashtableLookup, lookup(table: float(2, [])), "tensor 2", "a row"),
  ]
}
