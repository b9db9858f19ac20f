import TFLiteFlatBuffers

/// Options of STABLEHLO_CONCATENATE.
public struct StablehloConcatenateOptions: OperatorOptions {
  /// Dimension along which the operands are joined.
  public var dimension: Int64 = 0

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "dimension", &dimension)
  }
}

/// Options of STABLEHLO_BROADCAST_IN_DIM.
public struct StablehloBroadcastInDimOptions: OperatorOptions {
  /// The output dimension of each operand dimension.
  public var broadcastDimensions: [Int64] = []

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "broadcast_dimensions", &broadcastDimensions)
  }
}

/// Options of STABLEHLO_SLICE.
public struct StablehloSliceOptions: OperatorOptions {
  /// First index of each dimension.
  public var startIndices: [Int64] = []

  /// Index after the last of each dimension.
  public var limitIndices: [Int64] = []

  /// Step of each dimension.
  public var strides: [Int64] = []

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "start_indices", &startIndices)
    try visitor.visit(1, "limit_indices", &limitIndices)
    try visitor.visit(2, "strides", &strides)
  }
}

/// Options of STABLEHLO_CONVOLUTION.
public struct StablehloConvolutionOptions: OperatorOptions {
  /// Step of the window in each spatial dimension.
  public var windowStrides: [Int64] = []

  /// Low and high padding of each spatial dimension.
  public var padding: [Int64] = []

  /// Dilation of the input.
  public var lhsDilation: [Int64] = []

  /// Dilation of the kernel.
  public var rhsDilation: [Int64] = []

  /// Whether the kernel is reversed in each spatial dimension.
  public var windowReversal: [Bool] = []

  /// Batch dimension of the input.
  public var inputBatchDimension: Int64 = 0

  /// Feature dimension of the input.
  public var inputFeatureDimension: Int64 = 0

  /// Spatial dimensions of the input.
  public var inputSpatialDimensions: [Int64] = []

  /// Input feature dimension of the kernel.
  public var kernelInputFeatureDimension: Int64 = 0

  /// Output feature dimension of the kernel.
  public var kernelOutputFeatureDimension: Int64 = 0

  /// Spatial dimensions of the kernel.
  public var kernelSpatialDimensions: [Int64] = []

  /// Batch dimension of the output.
  public var outputBatchDimension: Int64 = 0

  /// Feature dimension of the output.
  public var outputFeatureDimension: Int64 = 0

  /// Spatial dimensions of the output.
  public var outputSpatialDimensions: [Int64] = []

  /// Number of groups of features.
  public var featureGroupCount: Int64 = 0

  /// Number of groups of batches.
  public var batchGroupCount: Int64 = 0

  /// Precision asked of each operand.
  public var precisionConfig: [StablehloPrecisionConfig] = []

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "window_strides", &windowStrides)
    try visitor.visit(1, "padding", &padding)
    try visitor.visit(2, "lhs_dilation", &lhsDilation)
    try visitor.visit(3, "rhs_dilation", &rhsDilation)
    try visitor.visit(4, "window_reversal", &windowReversal)
    try visitor.visit(5, "input_batch_dimension", &inputBatchDimension)
    try visitor.visit(6, "input_feature_dimension", &inputFeatureDimension)
    try visitor.visit(7, "input_spatial_dimensions", &inputSpatialDimensions)
    try visitor.visit(8, "kernel_input_feature_dimension", &kernelInputFeatureDimension)
    try visitor.visit(9, "kernel_output_feature_dimension", &kernelOutputFeatureDimension)
    try visitor.visit(10, "kernel_spatial_dimensions", &kernelSpatialDimensions)
    try visitor.visit(11, "output_batch_dimension", &outputBatchDimension)
    try visitor.visit(12, "output_feature_dimension", &outputFeatureDimension)
    try visitor.visit(13, "output_spatial_dimensions", &outputSpatialDimensions)
    try visitor.visit(14, "feature_group_count", &featureGroupCount)
    try visitor.visit(15, "batch_group_count", &batchGroupCount)
    try visitor.visit(16, "precision_config", &precisionConfig)
  }
}

/// Options of STABLEHLO_CUSTOM_CALL.
public struct StablehloCustomCallOptions: OperatorOptions {
  /// Name of the function that is called.
  public var callTargetName: String = ""

  /// Whether the call does more than compute its results.
  public var hasSideEffect: Bool = false

  /// Text for the function.
  public var backendConfig: String = ""

  /// Version of the calling convention.
  public var apiVersion: Int32 = 0

  /// Subgraphs that the function may call.
  public var calledComputations: [Int32] = []

  /// Attributes for the function.
  public var customAttributes: ByteSlice = []

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "call_target_name", &callTargetName)
    try visitor.visit(1, "has_side_effect", &hasSideEffect)
    try visitor.visit(2, "backend_config", &backendConfig)
    try visitor.visit(3, "api_version", &apiVersion)
    try visitor.visit(4, "called_computations", &calledComputations)
    try visitor.visit(5, "custom_attributes", &customAttributes)
  }
}

/// Options of STABLEHLO_REDUCE.
public struct StablehloReduceOptions: OperatorOptions {
  /// Dimensions that are reduced.
  public var dimensions: [Int64] = []

  /// Subgraph that combines two elements.
  public var bodySubgraphIndex: Int32 = 0

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "dimensions", &dimensions)
    try visitor.visit(1, "body_subgraph_index", &bodySubgraphIndex)
  }
}

/// Options of STABLEHLO_SCATTER.
public struct StablehloScatterOptions: OperatorOptions {
  /// Whether the indices are sorted.
  public var indicesAreSorted: Bool = false

  /// Dimensions of the updates that are window dimensions.
  public var updateWindowDims: [Int64] = []

  /// Window dimensions of size 1 that the updates lack.
  public var insertedWindowDims: [Int64] = []

  /// Operand dimension of each part of an index.
  public var scatterDimsToOperandDims: [Int64] = []

  /// Dimension of the indices that holds an index's parts.
  public var indexVectorDim: Int64 = 0

  /// Whether no index occurs twice.
  public var uniqueIndices: Bool = false

  /// Subgraph that combines an element with its update.
  public var updateComputationSubgraphIndex: Int32 = 0

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "indices_are_sorted", &indicesAreSorted)
    try visitor.visit(1, "update_window_dims", &updateWindowDims)
    try visitor.visit(2, "inserted_window_dims", &insertedWindowDims)
    try visitor.visit(3, "scatter_dims_to_operand_dims", &scatterDimsToOperandDims)
    try visitor.visit(4, "index_vector_dim", &indexVectorDim)
    try visitor.visit(5, "unique_indices", &uniqueIndices)
    try visitor.visit(6, "update_computation_subgraph_index", &updateComputationSubgraphIndex)
  }
}

/// Options of STABLEHLO_COMPARE.
public struct StablehloCompareOptions: OperatorOptions {
  /// The relation that is tested.
  public var comparisonDirection: StablehloComparisonDirection = .eq

  /// How the operands are read.
  public var compareType: StablehloComparisonType = .noType

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "comparison_direction", &comparisonDirection)
    try visitor.visit(1, "compare_type", &compareType)
  }
}

/// Options of STABLEHLO_DYNAMIC_SLICE.
public struct StablehloDynamicSliceOptions: OperatorOptions {
  /// Size of the slice in each dimension.
  public var sliceSizes: [Int64] = []

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "slice_sizes", &sliceSizes)
  }
}

/// Options of STABLEHLO_PAD.
public struct StablehloPadOptions: OperatorOptions {
  /// Padding before the first element of each dimension; negative crops.
  public var edgePaddingLow: [Int64] = []

  /// Padding after the last element of each dimension; negative crops.
  public var edgePaddingHigh: [Int64] = []

  /// Padding between two elements of each dimension.
  public var interiorPadding: [Int64] = []

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "edge_padding_low", &edgePaddingLow)
    try visitor.visit(1, "edge_padding_high", &edgePaddingHigh)
    try visitor.visit(2, "interior_padding", &interiorPadding)
  }
}

/// Options of STABLEHLO_IOTA.
public struct StablehloIotaOptions: OperatorOptions {
  /// Dimension along which the values count up.
  public var iotaDimension: Int64 = 0

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "iota_dimension", &iotaDimension)
  }
}

/// Options of STABLEHLO_DOT_GENERAL.
public struct StablehloDotGeneralOptions: OperatorOptions {
  /// Batch dimensions of the left operand.
  public var lhsBatchingDimensions: [Int64] = []

  /// Batch dimensions of the right operand.
  public var rhsBatchingDimensions: [Int64] = []

  /// Dimensions of the left operand that are summed over.
  public var lhsContractingDimensions: [Int64] = []

  /// Dimensions of the right operand that are summed over.
  public var rhsContractingDimensions: [Int64] = []

  /// Precision asked of each operand.
  public var precisionConfig: [StablehloPrecisionConfig] = []

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "lhs_batching_dimensions", &lhsBatchingDimensions)
    try visitor.visit(1, "rhs_batching_dimensions", &rhsBatchingDimensions)
    try visitor.visit(2, "lhs_contracting_dimensions", &lhsContractingDimensions)
    try visitor.visit(3, "rhs_contracting_dimensions", &rhsContractingDimensions)
    try visitor.visit(4, "precision_config", &precisionConfig)
  }
}

/// Options of STABLEHLO_REDUCE_WINDOW.
public struct StablehloReduceWindowOptions: OperatorOptions {
  /// Size of the window.
  public var windowDimensions: [Int64] = []

  /// Step of the window.
  public var windowStrides: [Int64] = []

  /// Dilation of the input.
  public var baseDilations: [Int64] = []

  /// Dilation of the window.
  public var windowDilations: [Int64] = []

  /// Low and high padding of each dimension.
  public var padding: [Int64] = []

  /// Subgraph that combines two elements.
  public var bodySubgraphIndex: Int32 = 0

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "window_dimensions", &windowDimensions)
    try visitor.visit(1, "window_strides", &windowStrides)
    try visitor.visit(2, "base_dilations", &baseDilations)
    try visitor.visit(3, "window_dilations", &windowDilations)
    try visitor.visit(4, "padding", &padding)
    try visitor.visit(5, "body_subgraph_index", &bodySubgraphIndex)
  }
}

/// Options of STABLEHLO_SORT.
public struct StablehloSortOptions: OperatorOptions {
  /// Dimension that is sorted.
  public var dimension: Int64 = 0

  /// Whether equal elements keep their order.
  public var isStable: Bool = false

  /// Subgraph that compares two elements.
  public var comparatorSubgraphIndex: Int32 = 0

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "dimension", &dimension)
    try visitor.visit(1, "is_stable", &isStable)
    try visitor.visit(2, "comparator_subgraph_index", &comparatorSubgraphIndex)
  }
}

/// Options of STABLEHLO_WHILE.
public struct StablehloWhileOptions: OperatorOptions {
  /// Subgraph that computes the condition.
  public var condSubgraphIndex: Int32 = 0

  /// Subgraph that computes one turn of the loop.
  public var bodySubgraphIndex: Int32 = 0

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "cond_subgraph_index", &condSubgraphIndex)
    try visitor.visit(1, "body_subgraph_index", &bodySubgraphIndex)
  }
}

/// Options of STABLEHLO_GATHER.
public struct StablehloGatherOptions: OperatorOptions {
  /// Output dimensions that come from the slices.
  public var offsetDims: [Int64] = []

  /// Slice dimensions that are dropped.
  public var collapsedSliceDims: [Int64] = []

  /// Operand dimension of each part of an index.
  public var startIndexMap: [Int64] = []

  /// Dimension of the indices that holds an index's parts.
  public var indexVectorDim: Int64 = 0

  /// Size of a slice in each dimension.
  public var sliceSizes: [Int64] = []

  /// Whether the indices are sorted.
  public var indicesAreSorted: Bool = false

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "offset_dims", &offsetDims)
    try visitor.visit(1, "collapsed_slice_dims", &collapsedSliceDims)
    try visitor.visit(2, "start_index_map", &startIndexMap)
    try visitor.visit(3, "index_vector_dim", &indexVectorDim)
    try visitor.visit(4, "slice_sizes", &sliceSizes)
    try visitor.visit(5, "indices_are_sorted", &indicesAreSorted)
  }
}

/// Options of STABLEHLO_TRANSPOSE.
public struct StablehloTransposeOptions: OperatorOptions {
  /// Operand dimension of each output dimension.
  public var permutation: [Int64] = []

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "permutation", &permutation)
  }
}

/// Options of STABLEHLO_RNG_BIT_GENERATOR.
public struct StablehloRngBitGeneratorOptions: OperatorOptions {
  /// The generator.
  public var algorithm: RngAlgorithm = .default

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "algorithm", &algorithm)
  }
}

/// Options of REDUCE_WINDOW, which the schema deprecates.
public struct ReduceWindowOptions: OperatorOptions {
  /// The reduction.
  public var reduceFunction: ReduceWindowFunction = .unsupported

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "reduce_function", &reduceFunction)
  }
}

/// Options of STABLEHLO_COMPOSITE.
public struct StableHLOCompositeOptions: OperatorOptions {
  /// Name of the composite operation.
  public var name: String = ""

  /// Subgraph that computes the same from simpler operators.
  public var decompositionSubgraphIndex: Int32 = 0

  /// Attributes of the composite.
  public var compositeAttributes: ByteSlice = []

  /// Encoding of the attributes.
  public var compositeAttributesFormat: CustomOptionsFormat = .flexbuffers

  /// Version of the composite.
  public var version: Int32 = 0

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "name", &name)
    try visitor.visit(1, "decomposition_subgraph_index", &decompositionSubgraphIndex)
    try visitor.visit(2, "composite_attributes", &compositeAttributes)
    try visitor.visit(3, "composite_attributes_format", &compositeAttributesFormat)
    try visitor.visit(4, "version", &version)
  }
}

/// Options of STABLEHLO_CASE.
public struct StablehloCaseOptions: OperatorOptions {
  /// Subgraph of each branch.
  public var branchSubgraphIndices: [Int32] = []

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "branch_subgraph_indices", &branchSubgraphIndices)
  }
}
