import TFLiteFlatBuffers

@testable import TFLiteSchema

/// Small models, to be changed until they are wrong.
enum Fixture {
  /// `output = input + constant`, float32 of shape [2].
  static var add: Model {
    Model { model in
      model.version = 3
      model.description = "a sum"
      model.operatorCodes = [OperatorCode(.add)]
      model.buffers = [Buffer(), Buffer(data: [0, 0, 128, 63, 0, 0, 0, 64])]
      model.subgraphs = [
        Subgraph { subgraph in
          subgraph.name = "main"
          subgraph.tensors = [
            tensor("input", .float32, [2]), tensor("constant", .float32, [2], buffer: 1),
            tensor("output", .float32, [2]),
          ]
          subgraph.inputs = [0]
          subgraph.outputs = [2]
          subgraph.operators = [step([0, 1], [2], AddOptions { $0.fusedActivationFunction = .relu })]
        }
      ]
    }
  }

  /// `output = -(-(input + constant))`, with an input that is added again at the end.
  static var chain: Model {
    var model = add
    model.operatorCodes.append(OperatorCode(.neg, version: 2))
    model.subgraphs[0].tensors += [
      tensor("negative", .float32, [2]), tensor("positive", .float32, [2]), tensor("sum", .float32, [2]),
      tensor("unused", .float32, [7]),
    ]
    model.subgraphs[0].operators += [
      step([2], [3], NegOptions(), code: 1), step([3], [4], NegOptions(), code: 1), step([0, 4], [5], AddOptions()),
    ]
    model.subgraphs[0].outputs = [5]
    return model
  }

  /// A loop: subgraph 0 calls 1 (condition) and 2 (body).
  static var loop: Model {
    var model = add
    model.operatorCodes = [OperatorCode(.while), OperatorCode(.less), OperatorCode(.add)]
    model.subgraphs[0].operators = [
      step(
        [0], [2],
        WhileOptions {
          $0.condSubgraphIndex = 1
          $0.bodySubgraphIndex = 2
        })
    ]
    var condition = add.subgraphs[0]
    condition.name = "condition"
    condition.tensors[2].type = .bool
    condition.operators = [step([0, 1], [2], LessOptions(), code: 1)]
    var body = add.subgraphs[0]
    body.name = "body"
    body.operators[0].opcodeIndex = 2
    model.subgraphs += [condition, body]
    return model
  }

  static func tensor(_ name: String, _ type: TensorType, _ shape: [Int32], buffer: UInt32 = 0) -> TensorInfo {
    TensorInfo {
      $0.name = name
      $0.type = type
      $0.shape = shape
      $0.buffer = buffer
    }
  }

  static func step(
    _ inputs: [Int32], _ outputs: [Int32], _ options: (any OperatorOptions)? = nil, code: UInt32 = 0
  ) -> Operator {
    Operator {
      $0.opcodeIndex = code
      $0.inputs = inputs
      $0.outputs = outputs
      $0.builtinOptions = options
    }
  }

  static func reference(_ model: Model, tensor: Int, subgraph: Int = 0) -> TensorReference {
    TensorReference(subgraph: subgraph, index: tensor, model.subgraphs[subgraph].tensors[tensor])
  }
}

extension Model {
  /// The model as a FlatBuffer, whether it is valid or not.
  func encodedUnverified() throws -> ByteSlice {
    ByteSlice(try TableEncoder.encode(self, identifier: Model.identifier))
  }

  /// Writes the model and reads it again, as if it came from a stranger.
  func reread() throws -> Model { try Model(encodedUnverified()) }
}
