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
    HostileFile(
      37, "a loop that calls itself", .load, ["operator 0 (WHILE)", "leads back to itself"], .logistic
    ) {
      $0.model.operatorCodes[0] = OperatorCode(.while)
      $0.graph.operators[0].builtinOptions = WhileOptions {
        $0.condSubgraphIndex = 0
        $0.bodySubgraphIndex = 0
      }
    },
    HostileFile(37, "a subgraph that is not there", .load, ["operator", "subgraph", "7"], .logistic) {
      $0.model.operatorCodes[0] = OperatorCode(.while)
      $0.graph.operators[0].builtinOptions = WhileOptions {
        $0.condSubgraphIndex = 7
        $0.bodySubgraphIndex = 0
      }
    },
    HostileFile(
      38, "a filter on bytes, without weights and state", .allocate, ["operator 0 SVDF", "tensor 0"], .logistic
    ) {
      $0.model.operatorCodes[0] = OperatorCode(.svdf)
      $0.graph.operators[0].inputs += [-1, -1, -1, -1]
      $0.graph.operators[0].builtinOptions = SVDFOptions { $0.rank = 1 }
    },
    HostileFile(38, "a cell on bytes, without its state", .allocate, ["operator 0 LSTM", "tensor 0"], .logistic) {
      $0.model.operatorCodes[0] = OperatorCode(.lstm)
      $0.graph.operators[0].builtinOptions = LSTMOptions()
    },
    HostileFile(38, "no slopes", .allocate, ["operator 0 PRELU", "input 1"], .logistic) {
      $0.model.operatorCodes[0] = OperatorCode(.prelu)
      $0.graph.operators[0].inputs.append(-1)
    },
    HostileFile(40, "a table that is looked up", .create, ["EMBEDDING_LOOKUP"], .logistic) {
      $0.model.operatorCodes[0] = OperatorCode(.embeddingLookup)
    },
    HostileFile(40, "a table of strings", .create, ["HASHTABLE_LOOKUP"], .logistic) {
      $0.model.operatorCodes[0] = OperatorCode(.hashtableLookup)
    },
    HostileFile(
      41, "a dimension that is not there", .allocate, ["operator 0 TRANSPOSE", "tensor 1", "3"],
      .transpose([3, 0, 1])),
    HostileFile(
      41, "a dimension twice", .allocate, ["operator 0 TRANSPOSE", "tensor 1", "repeats"], .transpose([0, 0, 1])),
  ]
}
