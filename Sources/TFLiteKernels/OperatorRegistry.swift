import TFLiteSchema

/// The one list of operators: which code has which definition.
public struct OperatorRegistry: Sendable {
  /// Checks an operator and computes its parameters.
  ///
  /// - Throws: ``KernelError`` when the operator cannot run as the file describes it.
  public typealias Prepare = @Sendable (OperatorContext) throws -> any PreparedOperator

  private let builtins: [BuiltinOperator: any OperatorDefinition.Type]
  private let customs: [String: any OperatorDefinition.Type]
  /// Custom operators of the package's users.
  private var registered: [String: Prepare] = [:]

  /// All operators of this package.
  public static let standard = OperatorRegistry(
    builtins: [
      .abs: AbsOperator.self,
      .add: AddOperator.self,
      .addN: AddNOperator.self,
      .argMax: ArgMaxOperator.self,
      .argMin: ArgMinOperator.self,
      .assignVariable: AssignVariableOperator.self,
      .atan2: Atan2Operator.self,
      .averagePool2D: AveragePool2DOperator.self,
      .batchMatMul: BatchMatMulOperator.self,
      .batchToSpaceND: BatchToSpaceNDOperator.self,
      .bidirectionalSequenceLSTM: BidirectionalSequenceLSTMOperator.self,
      .bidirectionalSequenceRNN: BidirectionalSequenceRNNOperator.self,
      .bitcast: BitcastOperator.self,
      .bitwiseXor: BitwiseXorOperator.self,
      .broadcastArgs: BroadcastArgsOperator.self,
      .broadcastTo: BroadcastToOperator.self,
      .bucketize: BucketizeOperator.self,
      .callOnce: CallOnceOperator.self,
      .cast: CastOperator.self,
      .ceil: CeilOperator.self,
      .complexAbs: ComplexAbsOperator.self,
      .concatenation: ConcatenationOperator.self,
      .conv2D: Conv2DOperator.self,
      .conv3D: Conv3DOperator.self,
      .conv3DTranspose: Conv3DTransposeOperator.self,
      .cos: CosOperator.self,
      .cumsum: CumsumOperator.self,
      .densify: DensifyOperator.self,
      .depthToSpace: DepthToSpaceOperator.self,
      .depthwiseConv2D: DepthwiseConv2DOperator.self,
      .dequantize: DequantizeOperator.self,
      .dilate: DilateOperator.self,
      .div: DivOperator.self,
      .dynamicUpdateSlice: DynamicUpdateSliceOperator.self,
      .elu: EluOperator.self,
      .embeddingLookup: EmbeddingLookupOperator.self,
      .embeddingLookupSparse: EmbeddingLookupSparseOperator.self,
      .equal: EqualOperator.self,
      .exp: ExpOperator.self,
      .expandDims: ExpandDimsOperator.self,
      .fakeQuant: FakeQuantOperator.self,
      .fill: FillOperator.self,
      .floor: FloorOperator.self,
      .floorDiv: FloorDivOperator.self,
      .floorMod: FloorModOperator.self,
      .fullyConnected: FullyConnectedOperator.self,
      .gather: GatherOperator.self,
      .gatherND: GatherNDOperator.self,
      .gelu: GeluOperator.self,
      .greater: GreaterOperator.self,
      .greaterEqual: GreaterEqualOperator.self,
      .hardSwish: HardSwishOperator.self,
      .hashtable: HashtableOperator.self,
      .hashtableFind: HashtableFindOperator.self,
      .hashtableImport: HashtableImportOperator.self,
      .hashtableLookup: HashtableLookupOperator.self,
      .hashtableSize: HashtableSizeOperator.self,
      .`if`: IfOperator.self,
      .imag: ImagOperator.self,
      .l2Normalization: L2NormalizationOperator.self,
      .l2Pool2D: L2Pool2DOperator.self,
      .leakyRelu: LeakyReluOperator.self,
      .less: LessOperator.self,
      .lessEqual: LessEqualOperator.self,
      .localResponseNormalization: LocalResponseNormalizationOperator.self,
      .log: LogOperator.self,
      .logicalAnd: LogicalAndOperator.self,
      .logicalNot: LogicalNotOperator.self,
      .logicalOr: LogicalOrOperator.self,
      .logistic: LogisticOperator.self,
      .logSoftmax: LogSoftmaxOperator.self,
      .lshProjection: LSHProjectionOperator.self,
      .lstm: LSTMOperator.self,
      .matrixDiag: MatrixDiagOperator.self,
      .matrixSetDiag: MatrixSetDiagOperator.self,
      .maximum: MaximumOperator.self,
      .maxPool2D: MaxPool2DOperator.self,
      .mean: MeanOperator.self,
      .minimum: MinimumOperator.self,
      .mirrorPad: MirrorPadOperator.self,
      .mul: MulOperator.self,
      .multinomial: MultinomialOperator.self,
      .neg: NegOperator.self,
      .nonMaxSuppressionV4: NonMaxSuppressionV4Operator.self,
      .nonMaxSuppressionV5: NonMaxSuppressionV5Operator.self,
      .notEqual: NotEqualOperator.self,
      .oneHot: OneHotOperator.self,
      .pack: PackOperator.self,
      .pad: PadOperator.self,
      .padV2: PadV2Operator.self,
      .pow: PowOperator.self,
      .prelu: PreluOperator.self,
      .quantize: QuantizeOperator.self,
      .randomStandardNormal: RandomStandardNormalOperator.self,
      .randomUniform: RandomUniformOperator.self,
      .range: RangeOperator.self,
      .rank: RankOperator.self,
      .readVariable: ReadVariableOperator.self,
      .real: RealOperator.self,
      .reduceAll: ReduceAllOperator.self,
      .reduceAny: ReduceAnyOperator.self,
      .reduceMax: ReduceMaxOperator.self,
      .reduceMin: ReduceMinOperator.self,
      .reduceProd: ReduceProdOperator.self,
      .reduceWindow: ReduceWindowOperator.self,
      .relu: ReluOperator.self,
      .relu0To1: Relu0To1Operator.self,
      .relu6: Relu6Operator.self,
      .reluN1To1: ReluN1To1Operator.self,
      .reshape: ReshapeOperator.self,
      .resizeBilinear: ResizeBilinearOperator.self,
      .resizeNearestNeighbor: ResizeNearestNeighborOperator.self,
      .reverseSequence: ReverseSequenceOperator.self,
      .reverseV2: ReverseV2Operator.self,
      .rfft2D: RFFT2DOperator.self,
      .rightShift: RightShiftOperator.self,
      .rnn: RNNOperator.self,
      .round: RoundOperator.self,
      .rsqrt: RsqrtOperator.self,
      .scatterND: ScatterNDOperator.self,
      .segmentSum: SegmentSumOperator.self,
      .select: SelectOperator.self,
      .selectV2: SelectV2Operator.self,
      .shape: ShapeOperator.self,
      .sign: SignOperator.self,
      .sin: SinOperator.self,
      .skipGram: SkipGramOperator.self,
      .slice: SliceOperator.self,
      .softmax: SoftmaxOperator.self,
      .spaceToBatchND: SpaceToBatchNDOperator.self,
      .spaceToDepth: SpaceToDepthOperator.self,
      .sparseToDense: SparseToDenseOperator.self,
      .split: SplitOperator.self,
      .splitV: SplitVOperator.self,
      .sqrt: SqrtOperator.self,
      .square: SquareOperator.self,
      .squaredDifference: SquaredDifferenceOperator.self,
      .squeeze: SqueezeOperator.self,
      .stablehloAdd: StablehloAddOperator.self,
      .stablehloAnd: StablehloAndOperator.self,
      .stablehloCase: StablehloCaseOperator.self,
      .stablehloComposite: StablehloCompositeOperator.self,
      .stablehloGather: StablehloGatherOperator.self,
      .stablehloMaximum: StablehloMaximumOperator.self,
      .stablehloMinimum: StablehloMinimumOperator.self,
      .stablehloMultiply: StablehloMultiplyOperator.self,
      .stablehloPad: StablehloPadOperator.self,
      .stablehloReduceWindow: StablehloReduceWindowOperator.self,
      .stablehloRngBitGenerator: StablehloRngBitGeneratorOperator.self,
      .stablehloScatter: StablehloScatterOperator.self,
      .stablehloShiftLeft: StablehloShiftLeftOperator.self,
      .stridedSlice: StridedSliceOperator.self,
      .sub: SubOperator.self,
      .sum: SumOperator.self,
      .svdf: SVDFOperator.self,
      .tanh: TanhOperator.self,
      .tile: TileOperator.self,
      .topKV2: TopKV2Operator.self,
      .transpose: TransposeOperator.self,
      .transposeConv: TransposeConvOperator.self,
      .unidirectionalSequenceLSTM: UnidirectionalSequenceLSTMOperator.self,
      .unidirectionalSequenceRNN: UnidirectionalSequenceRNNOperator.self,
      .unique: UniqueOperator.self,
      .unpack: UnpackOperator.self,
      .unsortedSegmentMax: UnsortedSegmentMaxOperator.self,
      .unsortedSegmentMin: UnsortedSegmentMinOperator.self,
      .unsortedSegmentProd: UnsortedSegmentProdOperator.self,
      .unsortedSegmentSum: UnsortedSegmentSumOperator.self,
      .varHandle: VarHandleOperator.self,
      .`where`: WhereOperator.self,
      .`while`: WhileOperator.self,
      .zerosLike: ZerosLikeOperator.self,
    ],
    customs: [
      "AudioSpectrogram": AudioSpectrogramOperator.self,
      "Convolution2DTransposeBias": Convolution2DTransposeBiasOperator.self,
      "Landmarks2TransformMatrix": Landmarks2TransformMatrixOperator.self,
      "LiteRtMaxUnpooling2D": LiteRtMaxUnpooling2DOperator.self,
      "MaxPoolingWithArgmax2D": MaxPoolingWithArgmax2DOperator.self,
      "MaxUnpooling2D": MaxUnpooling2DOperator.self,
      "Mfcc": MfccOperator.self,
      "NumericVerify": NumericVerifyOperator.self,
      "TFLite_Detection_PostProcess": DetectionPostprocessOperator.self,
      "TransformLandmarks": TransformLandmarksOperator.self,
      "TransformTensorBilinear": TransformTensorBilinearOperator.self,
    ])

  private init(
    builtins: [BuiltinOperator: any OperatorDefinition.Type], customs: [String: any OperatorDefinition.Type]
  ) {
    self.builtins = builtins
    self.customs = customs
  }

  /// Adds or replaces a custom operator.
  public mutating func register(custom name: String, _ prepare: @escaping Prepare) {
    registered[name] = prepare
  }

  /// The names of all operators, those of the schema first, in the order of the alphabet.
  public var operatorNames: [String] {
    builtins.keys.map(\.schemaName).sorted() + Set(customs.keys).union(registered.keys).sorted()
  }

  /// The kernels of each operator of this package, in the order of ``operatorNames``.
  package var kernels: [(operatorName: String, kernels: [KernelDeclaration])] {
    let named = builtins.map { ($0.key.schemaName, $0.value.kernels) }.sorted { $0.0 < $1.0 }
    return named + customs.map { ($0.key, $0.value.kernels) }.sorted { $0.0 < $1.0 }
  }

  /// The way to prepare an operator; nil where it is unknown.
  public func prepare(for code: OperatorCode) -> Prepare? {
    if code.builtinCode == .custom, let prepare = registered[code.customCode] { return prepare }
    guard let definition = definition(for: code) else { return nil }
    return { context in try definition.prepare(context) }
  }

  /// What an operator code of this package means; nil where the code is unknown or a user has registered the operator.
  package func definition(for code: OperatorCode) -> (any OperatorDefinition.Type)? {
    guard code.builtinCode == .custom else { return builtins[code.builtinCode] }
    return registered[code.customCode] == nil ? customs[code.customCode] : nil
  }
}
