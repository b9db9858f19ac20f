/// Options of GATHER.
public struct GatherOptions: OperatorOptions {
  /// Dimension that is indexed; negative counts from the end.
  public var axis: Int32 = 0

  /// Number of leading dimensions that parameters and indices share.
  public var batchDims: Int32 = 0

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "axis", &axis)
    try visitor.visit(1, "batch_dims", &batchDims)
  }
}

/// Options of ONE_HOT.
public struct OneHotOptions: OperatorOptions {
  /// Place of the new dimension; -1 is the end.
  public var axis: Int32 = 0

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "axis", &axis)
  }
}

/// Options of SPARSE_TO_DENSE.
public struct SparseToDenseOptions: OperatorOptions {
  /// Whether the indices must be sorted and unique.
  public var validateIndices: Bool = false

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "validate_indices", &validateIndices)
  }
}

/// Options of EMBEDDING_LOOKUP_SPARSE.
public struct EmbeddingLookupSparseOptions: OperatorOptions {
  /// How the embeddings of one row are combined.
  public var combiner: CombinerType = .sum

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "combiner", &combiner)
  }
}

/// Options of CONCAT_EMBEDDINGS.
public struct ConcatEmbeddingsOptions: OperatorOptions {
  /// Number of channels.
  public var numChannels: Int32 = 0

  /// Columns of each channel.
  public var numColumnsPerChannel: [Int32] = []

  /// Embedding size of each channel.
  public var embeddingDimPerChannel: [Int32] = []

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "num_channels", &numChannels)
    try visitor.visit(1, "num_columns_per_channel", &numColumnsPerChannel)
    try visitor.visit(2, "embedding_dim_per_channel", &embeddingDimPerChannel)
  }
}

/// Options of LSH_PROJECTION.
public struct LSHProjectionOptions: OperatorOptions {
  /// How the hash bits are packed.
  public var type: LSHProjectionType = .unknown

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "type", &type)
  }
}

/// Options of SKIP_GRAM.
public struct SkipGramOptions: OperatorOptions {
  /// Words per gram.
  public var ngramSize: Int32 = 0

  /// Largest number of words skipped between two of a gram.
  public var maxSkipSize: Int32 = 0

  /// Whether shorter grams are kept too.
  public var includeAllNgrams: Bool = false

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "ngram_size", &ngramSize)
    try visitor.visit(1, "max_skip_size", &maxSkipSize)
    try visitor.visit(2, "include_all_ngrams", &includeAllNgrams)
  }
}
