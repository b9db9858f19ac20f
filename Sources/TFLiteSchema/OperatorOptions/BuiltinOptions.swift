/// The union of the options that an operator keeps in the field `builtin_options`.
struct BuiltinOptions: SchemaUnion {
  /// The types of the members; the first one has the number 1.
  static let members: [any OperatorOptions.Type] = [
    Conv2DOptions.self, DepthwiseConv2DOptions.self, ConcatEmbeddingsOptions.self, LSHProjectionOptions.self,
    Pool2DOptions.self, SVDFOptions.self, RNNOptions.self, FullyConnectedOptions.self, SoftmaxOptions.self,
    ConcatenationOptions.self, AddOptions.self, L2NormOptions.self, LocalResponseNormalizationOptions.self,
    LSTMOptions.self, ResizeBilinearOptions.self, CallOptions.self, ReshapeOptions.self, SkipGramOptions.self,
    SpaceToDepthOptions.self, EmbeddingLookupSparseOptions.self, MulOptions.self, PadOptions.self,
    GatherOptions.self, BatchToSpaceNDOptions.self, SpaceToBatchNDOptions.self, TransposeOptions.self,
    ReducerOptions.self, SubOptions.self, DivOptions.self, SqueezeOptions.self, SequenceRNNOptions.self,
    StridedSliceOptions.self, ExpOptions.self, TopKV2Options.self, SplitOptions.self, LogSoftmaxOptions.self,
    CastOptions.self, DequantizeOptions.self, MaximumMinimumOptions.self, ArgMaxOptions.self, LessOptions.self,
    NegOptions.self, PadV2Options.self, GreaterOptions.self, GreaterEqualOptions.self, LessEqualOptions.self,
    SelectOptions.self, SliceOptions.self, TransposeConvOptions.self, SparseToDenseOptions.self,
    TileOptions.self, ExpandDimsOptions.self, EqualOptions.self, NotEqualOptions.self, ShapeOptions.self,
    PowOptions.self, ArgMinOptions.self, FakeQuantOptions.self, PackOptions.self, LogicalOrOptions.self,
    OneHotOptions.self, LogicalAndOptions.self, LogicalNotOptions.self, UnpackOptions.self,
    FloorDivOptions.self, SquareOptions.self, ZerosLikeOptions.self, FillOptions.self,
    BidirectionalSequenceLSTMOptions.self, BidirectionalSequenceRNNOptions.self,
    UnidirectionalSequenceLSTMOptions.self, FloorModOptions.self, RangeOptions.self,
    ResizeNearestNeighborOptions.self, LeakyReluOptions.self, SquaredDifferenceOptions.self,
    MirrorPadOptions.self, AbsOptions.self, SplitVOptions.self, UniqueOptions.self, ReverseV2Options.self,
    AddNOptions.self, GatherNdOptions.self, CosOptions.self, WhereOptions.self, RankOptions.self,
    ReverseSequenceOptions.self, MatrixDiagOptions.self, QuantizeOptions.self, MatrixSetDiagOptions.self,
    HardSwishOptions.self, IfOptions.self, WhileOptions.self, DepthToSpaceOptions.self,
    NonMaxSuppressionV4Options.self, NonMaxSuppressionV5Options.self, ScatterNdOptions.self,
    SelectV2Options.self, DensifyOptions.self, SegmentSumOptions.self, BatchMatMulOptions.self,
    CumsumOptions.self, CallOnceOptions.self, BroadcastToOptions.self, Rfft2dOptions.self, Conv3DOptions.self,
    HashtableOptions.self, HashtableFindOptions.self, HashtableImportOptions.self, HashtableSizeOptions.self,
    VarHandleOptions.self, ReadVariableOptions.self, AssignVariableOptions.self, RandomOptions.self,
    BucketizeOptions.self, GeluOptions.self, DynamicUpdateSliceOptions.self, UnsortedSegmentProdOptions.self,
    UnsortedSegmentMaxOptions.self, UnsortedSegmentMinOptions.self, UnsortedSegmentSumOptions.self,
    ATan2Options.self, SignOptions.self, BitcastOptions.self, BitwiseXorOptions.self, RightShiftOptions.self,
  ]

  var options: any OperatorOptions

  init(_ options: any OperatorOptions) { self.options = options }

  init?(memberNumber: Int) {
    guard memberNumber >= 1, memberNumber <= Self.members.count else { return nil }
    options = Self.members[memberNumber - 1].init()
  }

  /// The number of the member; 0 if the options belong to another union.
  var memberNumber: Int {
    let type = type(of: options)
    return (Self.members.firstIndex { $0 == type } ?? -1) + 1
  }

  var member: any SchemaTable { options }

  mutating func visitMember(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try options.visitFields(&visitor)
  }

  static func == (left: BuiltinOptions, right: BuiltinOptions) -> Bool { left.options.isEqual(to: right.options) }
}

/// The union of the options that an operator keeps in the field `builtin_options_2`: those added when
/// `BuiltinOptions` was full.
struct BuiltinOptions2: SchemaUnion {
  /// The types of the members; the first one has the number 1.
  static let members: [any OperatorOptions.Type] = [
    StablehloConcatenateOptions.self, StablehloBroadcastInDimOptions.self, StablehloSliceOptions.self,
    StablehloConvolutionOptions.self, StablehloCustomCallOptions.self, StablehloReduceOptions.self,
    StablehloScatterOptions.self, StablehloCompareOptions.self, StablehloDynamicSliceOptions.self,
    StablehloPadOptions.self, StablehloIotaOptions.self, StablehloDotGeneralOptions.self,
    StablehloReduceWindowOptions.self, StablehloSortOptions.self, StablehloWhileOptions.self,
    StablehloGatherOptions.self, StablehloTransposeOptions.self, DilateOptions.self,
    StablehloRngBitGeneratorOptions.self, ReduceWindowOptions.self, StableHLOCompositeOptions.self,
    StablehloShiftLeftOptions.self, StablehloCaseOptions.self,
  ]

  var options: any OperatorOptions

  init(_ options: any OperatorOptions) { self.options = options }

  init?(memberNumber: Int) {
    guard memberNumber >= 1, memberNumber <= Self.members.count else { return nil }
    options = Self.members[memberNumber - 1].init()
  }

  /// The number of the member; 0 if the options belong to another union.
  var memberNumber: Int {
    let type = type(of: options)
    return (Self.members.firstIndex { $0 == type } ?? -1) + 1
  }

  var member: any SchemaTable { options }

  mutating func visitMember(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try options.visitFields(&visitor)
  }

  static func == (left: BuiltinOptions2, right: BuiltinOptions2) -> Bool { left.options.isEqual(to: right.options) }
}

extension SchemaTable {
  /// Whether `other` is a table of the same type with the same fields.
  func isEqual(to other: any SchemaTable) -> Bool {
    guard let other = other as? Self else { return false }
    return self == other
  }
}
