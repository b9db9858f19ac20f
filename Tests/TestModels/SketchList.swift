import TFLiteSchema

extension ModelSketch {
  /// One model for each way that an operator can be used; all run.
  package static let all: [(name: String, sketch: ModelSketch)] = [
    ("ADD", binary(.add, AddOptions())),
    ("ADD of other shapes", binary(.add, AddOptions(), [2, 3], [3])),
    ("ARG_MAX", argMax()),
    ("AVERAGE_POOL_2D", pool2D(.averagePool2D)),
    ("CONCATENATION", concatenation()),
    ("CONV_2D", conv2D()),
    ("DEPTH_TO_SPACE", block(.depthToSpace)),
    ("DEPTHWISE_CONV_2D", depthwiseConv2D()),
    ("DEQUANTIZE", dequantize),
    ("DIV", integers(.div, DivOptions())),
    ("EXPAND_DIMS", expandDims()),
    ("FLOOR_MOD", integers(.floorMod, FloorModOptions())),
    ("FULLY_CONNECTED", fullyConnected()),
    ("GATHER", gather()),
    ("LOGISTIC", logistic),
    ("MAX_POOL_2D", pool2D(.maxPool2D)),
    ("MUL", binary(.mul, MulOptions())),
    ("PAD", pad()),
    ("QUANTIZE", quantize),
    ("RESHAPE", reshape()),
    ("RESHAPE at run time", reshapeAtRunTime()),
    ("SOFTMAX", softmax),
    ("SPACE_TO_DEPTH", block(.spaceToDepth)),
    ("SPLIT", split()),
    ("SPLIT_V", splitV()),
    ("STRIDED_SLICE", stridedSlice()),
    ("SUB", binary(.sub, SubOptions())),
    ("TRANSPOSE", transpose()),
    ("TFLite_Detection_PostProcess", detector()),
    ("TFLite_Detection_PostProcess by class", detector(["use_regular_nms": .bool(true)])),
  ]

  /// Models that keep a state, call other subgraphs, or have no input: equal inputs need not give equal outputs; all run.
  package static let special: [(name: String, sketch: ModelSketch)] = [
    ("EMBEDDING_LOOKUP", embeddingLookup()),
    ("IF", branch),
    ("LSTM", lstm()),
    ("SVDF", svdf()),
    ("UNIDIRECTIONAL_SEQUENCE_LSTM", lstm(.unidirectionalSequenceLSTM)),
  ]
}
