import TFLiteSchema

/// Small models of operators that keep a state, look up rows, or choose a subgraph; all run as they are.
extension ModelSketch {
  /// A state of float32 zeros, which is kept from one invocation to the next.
  private mutating func state(_ name: String, _ shape: [Int32]) -> Int32 {
    let tensor = plain(name, shape, .float32)
    graph.tensors[Int(tensor)].isVariable = true
    return tensor
  }

  /// A float32 constant.
  private mutating func reals(_ name: String, _ shape: [Int32]) -> Int32 {
    let count = shape.reduce(1) { $0 * Int($1) }
    return plain(name, shape, .float32, data: [UInt8]((0..<count).map { Float($0 % 5) / 4 - 0.5 }))
  }

  /// SVDF of float32, four filters of rank 2; tensors: 0 input [1, 3], 1 feature weights, 2 time weights, 3 bias [2],
  /// 4 state [1, 8], 5 output [1, 2].
  package static func svdf() -> ModelSketch {
    var sketch = ModelSketch()
    let inputs = [
      sketch.plain("input", [1, 3], .float32), sketch.reals("feature", [4, 3]), sketch.reals("time", [4, 2]),
      sketch.reals("bias", [2]), sketch.state("state", [1, 8]),
    ]
    let output = sketch.plain("output", [1, 2], .float32)
    sketch.step(OperatorCode(.svdf), SVDFOptions { $0.rank = 2 }, inputs: inputs, outputs: [output])
    sketch.graph.inputs = [inputs[0]]
    sketch.graph.outputs = [output]
    return sketch
  }

  /// LSTM or UNIDIRECTIONAL_SEQUENCE_LSTM of float32, two cells; inputs 18 and 19 of the operator, the tensors 13 and 14,
  /// are the output state and the cell state.
  package static func lstm(_ code: BuiltinOperator = .lstm) -> ModelSketch {
    let leading: [Int32] = code == .lstm ? [1] : [1, 3]
    var sketch = ModelSketch()
    let input = sketch.plain("input", leading + [3], .float32)
    var inputs = [input]
    inputs += ["input", "forget", "cell", "output"].map { sketch.reals("\($0) weights", [2, 3]) }
    inputs += ["input", "forget", "cell", "output"].map { sketch.reals("recurrent \($0) weights", [2, 2]) }
    inputs += [-1, -1, -1]
    inputs += ["input", "forget", "cell", "output"].map { sketch.reals("\($0) bias", [2]) }
    inputs += [-1, -1, sketch.state("output state", [1, 2]), sketch.state("cell state", [1, 2])]
    let output = sketch.plain("output", leading + [2], .float32)
    let options: any OperatorOptions =
      code == .lstm
      ? LSTMOptions { $0.fusedActivationFunction = .tanh }
      : UnidirectionalSequenceLSTMOptions { $0.fusedActivationFunction = .tanh }
    sketch.step(OperatorCode(code), options, inputs: inputs, outputs: [output])
    sketch.graph.inputs = [input]
    sketch.graph.outputs = [output]
    return sketch
  }

  /// EMBEDDING_LOOKUP; tensors: 0 numbers [2], 1 table [3, 4] of 4-bit integers, 2 output [2, 4] of float32.
  package static func embeddingLookup(_ numbers: [Int32] = [2, 0]) -> ModelSketch {
    var sketch = ModelSketch()
    let numbers = sketch.plain("numbers", [2], .int32, data: [UInt8](numbers))
    let table = sketch.tensor("table", [3, 4], .int4, data: [0x10, 0x32, 0x54, 0x76, 0x98, 0xba])
    let output = sketch.plain("output", [2, 4], .float32)
    sketch.step(OperatorCode(.embeddingLookup), inputs: [numbers, table], outputs: [output])
    sketch.graph.outputs = [output]
    return sketch
  }

  /// IF on one truth value, which both branches, subgraphs 1 and 2, hand back; tensors: 0 input, 1 output.
  package static var branch: ModelSketch {
    var sketch = ModelSketch()
    let input = sketch.plain("input", [], .bool)
    let output = sketch.plain("output", [], .bool)
    sketch.step(
      OperatorCode(.if),
      IfOptions {
        $0.thenSubgraphIndex = 1
        $0.elseSubgraphIndex = 2
      }, inputs: [input, input], outputs: [output])
    sketch.graph.inputs = [input]
    sketch.graph.outputs = [output]
    for name in ["then", "else"] {
      sketch.model.subgraphs.append(
        Subgraph {
          $0.name = name
          $0.tensors = [sketch.graph.tensors[0]]
          ($0.inputs, $0.outputs) = ([0], [0])
        })
    }
    return sketch
  }
}
