/// Options of PAD, which has none.
public struct PadOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of BATCH_TO_SPACE_ND, which has none.
public struct BatchToSpaceNDOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of SPACE_TO_BATCH_ND, which has none.
public struct SpaceToBatchNDOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of TRANSPOSE, which has none.
public struct TransposeOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of EXP, which has none.
public struct ExpOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of TOPK_V2, which has none.
public struct TopKV2Options: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of LOG_SOFTMAX, which has none.
public struct LogSoftmaxOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of DEQUANTIZE, which has none.
public struct DequantizeOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of MAXIMUM and MINIMUM, which has none.
public struct MaximumMinimumOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of LESS, which has none.
public struct LessOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of NEG, which has none.
public struct NegOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of PADV2, which has none.
public struct PadV2Options: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of GREATER, which has none.
public struct GreaterOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of GREATER_EQUAL, which has none.
public struct GreaterEqualOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of LESS_EQUAL, which has none.
public struct LessEqualOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of SELECT, which has none.
public struct SelectOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of SLICE, which has none.
public struct SliceOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of TILE, which has none.
public struct TileOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of EXPAND_DIMS, which has none.
public struct ExpandDimsOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of EQUAL, which has none.
public struct EqualOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of NOT_EQUAL, which has none.
public struct NotEqualOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of POW, which has none.
public struct PowOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of LOGICAL_OR, which has none.
public struct LogicalOrOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of LOGICAL_AND, which has none.
public struct LogicalAndOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of LOGICAL_NOT, which has none.
public struct LogicalNotOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of FLOOR_DIV, which has none.
public struct FloorDivOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of SQUARE, which has none.
public struct SquareOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of ZEROS_LIKE, which has none.
public struct ZerosLikeOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of FILL, which has none.
public struct FillOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of FLOOR_MOD, which has none.
public struct FloorModOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of RANGE, which has none.
public struct RangeOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of SQUARED_DIFFERENCE, which has none.
public struct SquaredDifferenceOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of ABS, which has none.
public struct AbsOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of REVERSE_V2, which has none.
public struct ReverseV2Options: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of ADD_N, which has none.
public struct AddNOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of GATHER_ND, which has none.
public struct GatherNdOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of COS, which has none.
public struct CosOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of WHERE, which has none.
public struct WhereOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of RANK, which has none.
public struct RankOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of MATRIX_DIAG, which has none.
public struct MatrixDiagOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of QUANTIZE, which has none.
public struct QuantizeOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of MATRIX_SET_DIAG, which has none.
public struct MatrixSetDiagOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of HARD_SWISH, which has none.
public struct HardSwishOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of NON_MAX_SUPPRESSION_V4, which has none.
public struct NonMaxSuppressionV4Options: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of NON_MAX_SUPPRESSION_V5, which has none.
public struct NonMaxSuppressionV5Options: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of SCATTER_ND, which has none.
public struct ScatterNdOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of SELECT_V2, which has none.
public struct SelectV2Options: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of DENSIFY, which has none.
public struct DensifyOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of SEGMENT_SUM, which has none.
public struct SegmentSumOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of BROADCAST_TO, which has none.
public struct BroadcastToOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of RFFT2D, which has none.
public struct Rfft2dOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of HASHTABLE_FIND, which has none.
public struct HashtableFindOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of HASHTABLE_IMPORT, which has none.
public struct HashtableImportOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of HASHTABLE_SIZE, which has none.
public struct HashtableSizeOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of READ_VARIABLE, which has none.
public struct ReadVariableOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of ASSIGN_VARIABLE, which has none.
public struct AssignVariableOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of DYNAMIC_UPDATE_SLICE, which has none.
public struct DynamicUpdateSliceOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of UNSORTED_SEGMENT_PROD, which has none.
public struct UnsortedSegmentProdOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of UNSORTED_SEGMENT_MAX, which has none.
public struct UnsortedSegmentMaxOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of UNSORTED_SEGMENT_MIN, which has none.
public struct UnsortedSegmentMinOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of UNSORTED_SEGMENT_SUM, which has none.
public struct UnsortedSegmentSumOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of ATAN2, which has none.
public struct ATan2Options: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of SIGN, which has none.
public struct SignOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of BITCAST, which has none.
public struct BitcastOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of BITWISE_XOR, which has none.
public struct BitwiseXorOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of RIGHT_SHIFT, which has none.
public struct RightShiftOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of DILATE, which has none.
public struct DilateOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}

/// Options of STABLEHLO_SHIFT_LEFT, which has none.
public struct StablehloShiftLeftOptions: EmptyOperatorOptions {
  /// The one value.
  public init() {}
}
