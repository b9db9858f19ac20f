/// Options of RESHAPE.
public struct ReshapeOptions: OperatorOptions {
  /// The output's shape, unless the operator has a second input; one entry may be -1.
  public var newShape: [Int32] = []

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "new_shape", &newShape)
  }
}

/// Options of SQUEEZE.
public struct SqueezeOptions: OperatorOptions {
  /// Dimensions of size 1 to drop; all of them when empty.
  public var squeezeDims: [Int32] = []

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "squeeze_dims", &squeezeDims)
  }
}

/// Options of SHAPE.
public struct ShapeOptions: OperatorOptions {
  /// Type of the result, `int32` or `int64`.
  public var outType: TensorType = .float32

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "out_type", &outType)
  }
}

/// Options of CONCATENATION.
public struct ConcatenationOptions: OperatorOptions {
  /// Dimension along which the inputs are joined; negative counts from the end.
  public var axis: Int32 = 0

  /// Activation applied to the result.
  public var fusedActivationFunction: ActivationFunctionType = .none

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "axis", &axis)
    try visitor.visit(1, "fused_activation_function", &fusedActivationFunction)
  }
}

/// Options of PACK.
public struct PackOptions: OperatorOptions {
  /// Number of inputs.
  public var valuesCount: Int32 = 0

  /// Place of the new dimension; negative counts from the end.
  public var axis: Int32 = 0

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "values_count", &valuesCount)
    try visitor.visit(1, "axis", &axis)
  }
}

/// Options of UNPACK.
public struct UnpackOptions: OperatorOptions {
  /// Number of outputs.
  public var num: Int32 = 0

  /// Dimension that is taken apart; negative counts from the end.
  public var axis: Int32 = 0

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "num", &num)
    try visitor.visit(1, "axis", &axis)
  }
}

/// Options of SPLIT.
public struct SplitOptions: OperatorOptions {
  /// Number of outputs.
  public var numSplits: Int32 = 0

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "num_splits", &numSplits)
  }
}

/// Options of SPLIT_V.
public struct SplitVOptions: OperatorOptions {
  /// Number of outputs.
  public var numSplits: Int32 = 0

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "num_splits", &numSplits)
  }
}

/// Options of STRIDED_SLICE.
public struct StridedSliceOptions: OperatorOptions {
  /// Bit i set: the begin of dimension i is ignored.
  public var beginMask: Int32 = 0

  /// Bit i set: the end of dimension i is ignored.
  public var endMask: Int32 = 0

  /// Bit i set: entry i stands for as many whole dimensions as are needed.
  public var ellipsisMask: Int32 = 0

  /// Bit i set: entry i inserts a dimension of size 1.
  public var newAxisMask: Int32 = 0

  /// Bit i set: dimension i is indexed and dropped.
  public var shrinkAxisMask: Int32 = 0

  /// Whether the ends are counted from the begins.
  public var offset: Bool = false

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "begin_mask", &beginMask)
    try visitor.visit(1, "end_mask", &endMask)
    try visitor.visit(2, "ellipsis_mask", &ellipsisMask)
    try visitor.visit(3, "new_axis_mask", &newAxisMask)
    try visitor.visit(4, "shrink_axis_mask", &shrinkAxisMask)
    try visitor.visit(5, "offset", &offset)
  }
}

/// Options of MIRROR_PAD.
public struct MirrorPadOptions: OperatorOptions {
  /// Whether the border element is repeated.
  public var mode: MirrorPadMode = .reflect

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "mode", &mode)
  }
}

/// Options of SPACE_TO_DEPTH.
public struct SpaceToDepthOptions: OperatorOptions {
  /// Side of the square block moved into the channels.
  public var blockSize: Int32 = 0

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "block_size", &blockSize)
  }
}

/// Options of DEPTH_TO_SPACE.
public struct DepthToSpaceOptions: OperatorOptions {
  /// Side of the square block made of channels.
  public var blockSize: Int32 = 0

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "block_size", &blockSize)
  }
}

/// Options of REVERSE_SEQUENCE.
public struct ReverseSequenceOptions: OperatorOptions {
  /// Dimension that is reversed.
  public var seqDim: Int32 = 0

  /// Dimension along which the lengths differ.
  public var batchDim: Int32 = 0

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "seq_dim", &seqDim)
    try visitor.visit(1, "batch_dim", &batchDim)
  }
}
