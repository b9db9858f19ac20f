import TFLiteFlatBuffers
import TFLiteSchema
import TestModels

extension HostileFile {
  /// Operators that move, choose or divide elements (rows 24, 29 to 32, 35, 36, 41), that call subgraphs (row
  /// 37) or keep a state (row 38), and operators that nobody has (row 40).
  static let movements = [
    HostileFile(
      24, "a block of nothing", .allocate, ["operator 0 DEPTH_TO_SPACE", "block_size", "0"],
      .block(.depthToSpace, size: 0)),
    HostileFile(
      24, "the same", .allocate, ["operator 0 SPACE_TO_DEPTH", "block_size", "0"], .block(.spaceToDepth, size: 0)),
    HostileFile(
      24, "a negative block", .allocate, ["operator 0 SPACE_TO_DEPTH", "block_size", "-2"],
      .block(.spaceToDepth, size: -2)),
    HostileFile(
      24, "a block that does not divide", .allocate, ["operator 0 SPACE_TO_DEPTH", "tensor 0", "[1, 2, 2, 4]"],
      .block(.spaceToDepth, size: 3)),
    HostileFile(
      29, "an axis far below", .allocate, ["operator 0 EXPAND_DIMS", "tensor 1", "-100000"],
      .expandDims(axis: -100000)),
    HostileFile(
      30, "stride 0", .allocate, ["operator 0 STRIDED_SLICE", "tensor 3", "stride 0"],
      .stridedSlice(strides: [1, 0])),
    HostileFile(
      30, "an ellipsis everywhere", .allocate, ["operator 0 STRIDED_SLICE", "ellipsis_mask"],
      .stridedSlice { $0.ellipsisMask = -1 }),
    HostileFile(
      30, "one element of a stride backwards", .allocate, ["operator 0 STRIDED_SLICE", "tensor 3", "stride -1"],
      .stridedSlice(strides: [-1, -1]) { $0.shrinkAxisMask = -1 }),
    HostileFile(
      30, "the lowest numbers are clamped", .ran, [],
      .stridedSlice(begins: [.min, .min], ends: [.max, .max], strides: [.max, 1])),
    HostileFile(
      31, "a negative index", .invoke, ["operator 0 GATHER", "tensor 1", "index -1"], .gather([1, -1])),
    HostileFile(
      31, "an index behind the end", .invoke, ["operator 0 GATHER", "tensor 1", "index 2"], .gather([2])),
    HostileFile(
      31, "the largest index", .invoke, ["operator 0 GATHER", "tensor 1", "2147483647"], .gather([.max])),
    HostileFile(32, "an axis that is not there", .allocate, ["operator 0 SPLIT", "tensor 0", "2"], .split(axis: 2)),
    HostileFile(
      32, "an axis below all dimensions", .allocate, ["operator 0 SPLIT", "tensor 0", "-3"], .split(axis: -3)),
    HostileFile(
      32, "other parts than outputs", .allocate, ["operator 0 SPLIT", "outputs", "3"], .split(parts: 3)),
    HostileFile(
      32, "parts that are less than the whole", .allocate, ["operator 0 SPLIT_V", "tensor 1", "[1, 2]"],
      .splitV([1, 2])),
    HostileFile(
      32, "parts whose sum overflows", .allocate, ["operator 0 SPLIT_V", "tensor 1"], .splitV([.max, .max])),
    HostileFile(
      35, "a division by zero", .invoke, ["operator 0 DIV", "tensor 1", "0 at 1"],
      .integers(.div, DivOptions(), right: [1, 0, 1])),
    HostileFile(
      35, "a remainder of zero", .invoke, ["operator 0 FLOOR_MOD", "tensor 1", "0 at 0"],
      .integers(.floorMod, FloorModOptions(), right: [0, 1, 1])),
    HostileFile(
      36, "the largest of nothing", .allocate, ["operator 0 ARG_MAX", "tensor 0", "[2, 0]"], .argMax([2, 0])),
    HostileFile(37, "a branch that is its own graph", .load, ["operator 0 (IF)", "leads back to itself"], .branch) {
      $0.graph.operators[0].builtinOptions = IfOptions()
    },
    HostileFile(
      37, "branches that lead to each other", .load, ["operator 0 (IF)", "leads back to itself"], .branch
    ) {
      let main = $0.graph
      for (graph, callee) in [(1, 2), (2, 1)] {
        $0.model.subgraphs[graph] = main
        $0.model.subgraphs[graph].operators[0].builtinOptions = IfOptions {
          $0.thenSubgraphIndex = Int32(callee)
          $0.elseSubgraphIndex = Int32(callee)
        }
      }
    },
    HostileFile(37, "a loop that is its own body", .load, ["operator 0 (WHILE)", "leads back to itself"], .branch) {
      $0.becomeLoop(condition: 1, body: 0)
    },
    HostileFile(37, "a loop that never ends", .invoke, ["operator 0 WHILE", "more than 1000000 times"], .branch) {
      // The condition hands a constant back instead of its argument.
      $0.model.buffers.append(Buffer(data: [1]))
      $0.model.subgraphs[1].tensors.append(
        TensorInfo {
          $0.type = .bool
          $0.hasRank = true
        })
      $0.model.subgraphs[1].tensors[1].buffer = UInt32($0.model.buffers.count - 1)
      $0.model.subgraphs[1].outputs = [1]
      $0.becomeLoop(condition: 1, body: 2)
    },
    HostileFile(37, "a subgraph that is not there", .load, ["operator", "subgraph", "7"], .branch) {
      $0.becomeLoop(condition: 7, body: 2)
    },
    HostileFile(38, "a filter without its state", .allocate, ["operator 0 SVDF", "input 4"], .svdf()) {
      $0.graph.operators[0].inputs[4] = -1
    },
    HostileFile(38, "a filter whose state is forgotten", .load, ["operator 0 (SVDF)", "tensor 4", "reads"], .svdf()) {
      $0.graph.tensors[4].isVariable = false
    },
    HostileFile(
      38, "a filter whose state is a constant", .allocate, ["operator 0 SVDF", "tensor 4", "variable"], .svdf()
    ) {
      $0.graph.tensors[4].isVariable = false
      $0.model.buffers.append(Buffer(data: ByteSlice([UInt8](repeating: 0, count: 32))))
      $0.graph.tensors[4].buffer = UInt32($0.model.buffers.count - 1)
    },
    HostileFile(38, "a filter without weights", .allocate, ["operator 0 SVDF", "input 1"], .svdf()) {
      $0.graph.operators[0].inputs[1] = -1
    },
    HostileFile(38, "a filter whose bias is left out runs", .ran, [], .svdf()) {
      $0.graph.operators[0].inputs[3] = -1
    },
    HostileFile(38, "a cell without its output", .allocate, ["operator 0 LSTM", "input 18"], .lstm()) {
      $0.graph.operators[0].inputs[18] = -1
    },
    HostileFile(38, "a cell without its state", .allocate, ["operator 0 LSTM", "input 19"], .lstm()) {
      $0.graph.operators[0].inputs[19] = -1
    },
    HostileFile(38, "a cell with too few inputs", .allocate, ["operator 0 LSTM", "18 inputs"], .lstm()) {
      $0.graph.operators[0].inputs.removeLast(2)
    },
    HostileFile(
      38, "a sequence without its state", .allocate, ["operator 0 UNIDIRECTIONAL_SEQUENCE_LSTM", "input 19"],
      .lstm(.unidirectionalSequenceLSTM)
    ) {
      $0.graph.operators[0].inputs[19] = -1
    },
    HostileFile(
      38, "a sequence without bias", .allocate, ["operator 0 UNI", "input 13"], .lstm(.unidirectionalSequenceLSTM)
    ) {
      $0.graph.operators[0].inputs[13] = -1
    },
    HostileFile(38, "no slopes", .allocate, ["operator 0 PRELU", "input 1"], .logistic) {
      $0.model.operatorCodes[0] = OperatorCode(.prelu)
      $0.graph.operators[0].inputs.append(-1)
    },
    HostileFile(
      40, "a row before the table", .allocate, ["operator 0 EMBEDDING_LOOKUP", "tensor 0", "index -1"],
      .embeddingLookup([0, -1])),
    HostileFile(
      40, "a row behind the table", .allocate, ["operator 0 EMBEDDING_LOOKUP", "tensor 0", "index 3"],
      .embeddingLookup([3, 0])),
    HostileFile(
      40, "the largest row", .allocate, ["operator 0 EMBEDDING_LOOKUP", "2147483647"], .embeddingLookup([.max, 0])),
    HostileFile(
      40, "a row behind a table of floats", .allocate, ["operator 0 EMBEDDING_LOOKUP", "index 3"],
      .embeddingLookup([3, 0])
    ) {
      $0.graph.tensors[1] = $0.graph.tensors[2]
      $0.graph.tensors[1].shape = [3, 4]
      $0.model.buffers[2] = Buffer(data: ByteSlice([UInt8](repeating: 0, count: 48)))
      $0.graph.tensors[1].buffer = 2
    },
    HostileFile(
      40, "a row of a table without rows", .invoke, ["operator 0 EMBEDDING_LOOKUP", "index 0", "less than 0"],
      .embeddingLookup()
    ) {
      $0.graph.tensors[0].buffer = 0
      $0.graph.inputs = [0]
      $0.graph.tensors[1].shape = [0, 4]
      $0.model.buffers[2] = Buffer(data: [])
    },
    HostileFile(
      41, "a dimension that is not there", .allocate, ["operator 0 TRANSPOSE", "tensor 1", "3"],
      .transpose([3, 0, 1])),
    HostileFile(
      41, "a dimension twice", .allocate, ["operator 0 TRANSPOSE", "tensor 1", "repeats"], .transpose([0, 0, 1])),
  ]
}

extension ModelSketch {
  /// Makes the branch a loop.
  fileprivate mutating func becomeLoop(condition: Int32, body: Int32) {
    model.operatorCodes[0] = OperatorCode(.while)
    graph.operators[0].inputs.removeLast()
    graph.operators[0].builtinOptions = WhileOptions {
      $0.condSubgraphIndex = condition
      $0.bodySubgraphIndex = body
    }
  }
}
