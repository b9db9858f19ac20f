import TFLiteSchema

/// Operand types that some operators take although no generated model is compared for them, and why.
struct UnprovenTypes: Sendable {
  let operators: [String]
  let reason: String
  let covers: @Sendable (OperandTypes) -> Bool

  static let all: [UnprovenTypes] = [
    UnprovenTypes(
      operators: opaque,
      reason: "complex128, whose elements are moved like others; the C library moves none of 16 bytes"
    ) { $0.all.contains(.complex128) },
    UnprovenTypes(
      operators: movements,
      reason:
        "elements are only moved, so that they may have any type of whole bytes, where the C library takes fewer; "
        + "sizes, places and axes may be int32 or int64, each as it likes"
    ) { !$0.all.contains(.complex128) },
    UnprovenTypes(
      operators: ["CUMSUM", "NON_MAX_SUPPRESSION_V4", "NON_MAX_SUPPRESSION_V5"],
      reason: "an axis, or a number of boxes, of int64, where the C library takes int32"
    ) { $0.inputs.contains(.int64) },
    UnprovenTypes(
      operators: ["ADD", "SUB"],
      reason: "any type of the output in the file: it follows from the operands, here as in the C library"
    ) { _ in true },
    UnprovenTypes(
      operators: ["SUM"],
      reason: "int8 and int16 with scales: the C library's reference kernel reads them as uint8; here the sum is true"
    ) { $0.outputs == [.int8] || $0.outputs == [.int16] },
    UnprovenTypes(
      operators: ["ELU"], reason: "uint8, a table like that of int8; the C library takes int8 alone"
    ) { $0.outputs == [.uint8] },
    UnprovenTypes(
      operators: ["TFLite_Detection_PostProcess"],
      reason: "boxes of float32 with scores of uint8, and the reverse; the C library reads both as the boxes' type"
    ) { $0.inputs.contains(.float32) && $0.inputs.contains(.uint8) },
  ]

  private static let movements = [
    "BATCH_TO_SPACE_ND", "CONCATENATION", "DENSIFY", "DEPTH_TO_SPACE", "DYNAMIC_UPDATE_SLICE", "GATHER", "GATHER_ND",
    "MATRIX_DIAG", "MATRIX_SET_DIAG", "MIRROR_PAD", "ONE_HOT",
    "PACK", "PAD", "PADV2", "RESHAPE", "RESIZE_NEAREST_NEIGHBOR", "REVERSE_SEQUENCE", "REVERSE_V2", "SCATTER_ND",
    "SLICE",
    "SPACE_TO_BATCH_ND", "SPACE_TO_DEPTH", "SPLIT", "SPLIT_V", "STRIDED_SLICE", "TRANSPOSE", "UNPACK",
  ]

  /// Operators that take elements of 16 bytes.
  private static let opaque =
    movements.filter { $0 != "SCATTER_ND" }
    + [
      "BITCAST", "BROADCAST_TO", "DILATE", "EMBEDDING_LOOKUP", "EXPAND_DIMS", "FILL", "HASHTABLE_LOOKUP",
      "LSH_PROJECTION", "RANK",
      "SHAPE", "SQUEEZE", "STABLEHLO_GATHER", "STABLEHLO_PAD", "TILE",
    ]
}
