import TFLiteSchema

extension ModelSketch {
  /// One model for each way that an operator can be used; all run.
  package static let all: [(name: String, sketch: ModelSketch)] = [
    ("ADD", binary(.add, AddOptions())),
    ("ADD of other shapes", binary(.add, AddOptions(), [2, 3], [3])),
    ("AVERAGE_POOL_2D", pool2D(.averagePool2D)),
    ("CONCATENATION", concatenation()),
    ("CONV_2D", conv2D()),
    ("DEPTHWISE_CONV_2D", depthwiseConv2D()),
    ("DEQUANTIZE", dequantize),
    ("FULLY_CONNECTED", fullyConnected()),
    ("LOGISTIC", logistic),
    ("MAX_POOL_2D", pool2D(.maxPool2D)),
    ("MUL", binary(.mul, MulOptions())),
    ("PAD", pad()),
    ("QUANTIZE", quantize),
    ("RESHAPE", reshape()),
    ("RESHAPE at run time", reshapeAtRunTime()),
    ("SOFTMAX", softmax),
    ("SUB", binary(.sub, SubOptions())),
    ("TFLite_Detection_PostProcess", detector()),
    ("TFLite_Detection_PostProcess by class", detector(["use_regular_nms": .bool(true)])),
  ]
}
