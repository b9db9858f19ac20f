import TFLiteSchema

/// The one list of operators: which code leads to which folder.
public struct OperatorRegistry: Sendable {
  /// Checks an operator and computes its parameters.
  ///
  /// - Throws: ``KernelError`` when the operator cannot run as the file describes it.
  public typealias Prepare = @Sendable (OperatorContext) throws -> any PreparedOperator

  private var builtins: [BuiltinOperator: Prepare]
  private var customs: [String: Prepare]

  /// All operators of this package.
  public static let standard = OperatorRegistry(
    builtins: [
      .abs: AbsOperator.prepare,
      .add: AddOperator.prepare,
      .addN: AddN.prepare,
      .argMax: ArgMaxOperator.prepare,
      .argMin: ArgMinOperator.prepare,
      .averagePool2D: AveragePool2DOperator.prepare,
      .batchMatMul: BatchMatMulOperator.prepare,
      .batchToSpaceND: BatchToSpaceND.prepare,
      .bitwiseXor: BitwiseXorOperator.prepare,
      .broadcastArgs: BroadcastArgs.prepare,
      .broadcastTo: BroadcastTo.prepare,
      .cast: Cast.prepare,
      .ceil: CeilOperator.prepare,
      .concatenation: Concatenation.prepare,
      .conv2D: unpacking([.int4], input: 1, beside: [.float32, .int8, .int16], Conv2DOperator.prepare),
      .cos: CosOperator.prepare,
      .cumsum: CumulativeSum.prepare,
      .densify: Densify.prepare,
      .depthToSpace: DepthToSpace.prepare,
      .depthwiseConv2D: unpacking([.int4], input: 1, beside: [.int8], DepthwiseConv2DOperator.prepare),
      .dequantize: unpacking([.int4, .uint4, .int2], input: 0, DequantizeOperator.prepare),
      .div: DivOperator.prepare,
      .elu: EluOperator.prepare,
      .embeddingLookup: EmbeddingLookup.prepare,
      .equal: EqualOperator.prepare,
      .exp: ExpOperator.prepare,
      .expandDims: ExpandDims.prepare,
      .fill: Fill.prepare,
      .floor: FloorOperator.prepare,
      .floorDiv: FloorDivOperator.prepare,
      .floorMod: FloorModOperator.prepare,
      .fullyConnected: FullyConnectedOperator.prepareStored,
      .gather: Gather.prepare,
      .gatherND: GatherND.prepare,
      .gelu: GeluOperator.prepare,
      .greater: GreaterOperator.prepare,
      .greaterEqual: GreaterEqualOperator.prepare,
      .hardSwish: HardSwishOperator.prepare,
      .l2Normalization: L2NormalizationOperator.prepare,
      .l2Pool2D: L2Pool2DOperator.prepare,
      .leakyRelu: LeakyReluOperator.prepare,
      .less: LessOperator.prepare,
      .lessEqual: LessEqualOperator.prepare,
      .log: LogOperator.prepare,
      .logicalAnd: LogicalAndOperator.prepare,
      .logicalNot: LogicalNotOperator.prepare,
      .logicalOr: LogicalOrOperator.prepare,
      .logistic: LogisticOperator.prepare,
      .logSoftmax: LogSoftmaxOperator.prepare,
      .lstm: UnidirectionalSequenceLSTM.prepareStep,
      .maximum: MaximumOperator.prepare,
      .maxPool2D: MaxPool2DOperator.prepare,
      .mean: MeanOperator.prepare,
      .minimum: MinimumOperator.prepare,
      .mirrorPad: MirrorPad.prepare,
      .mul: MulOperator.prepare,
      .neg: NegOperator.prepare,
      .nonMaxSuppressionV4: NonMaxSuppression.prepareHard,
      .nonMaxSuppressionV5: NonMaxSuppression.prepareSoft,
      .notEqual: NotEqualOperator.prepare,
      .oneHot: OneHot.prepare,
      .pack: Pack.prepare,
      .pad: Pad.prepare,
      .padV2: Pad.prepare,
      .pow: PowOperator.prepare,
      .prelu: PreluOperator.prepare,
      .quantize: QuantizeOperator.prepare,
      .range: RangeOperator.prepare,
      .rank: Shape.prepareRank,
      .reduceAll: ReduceAllOperator.prepare,
      .reduceAny: ReduceAnyOperator.prepare,
      .reduceMax: ReduceMaxOperator.prepare,
      .reduceMin: ReduceMinOperator.prepare,
      .reduceProd: ReduceProdOperator.prepare,
      .relu: ReluOperators.Relu.prepare,
      .relu0To1: ReluOperators.Relu0To1.prepare,
      .relu6: ReluOperators.Relu6.prepare,
      .reluN1To1: ReluOperators.ReluN1To1.prepare,
      .reshape: Reshape.prepare,
      .resizeBilinear: ResizeBilinearOperator.prepare,
      .resizeNearestNeighbor: ResizeNearestNeighborOperator.prepare,
      .reverseSequence: ReverseSequence.prepare,
      .reverseV2: ReverseV2.prepare,
      .rightShift: RightShiftOperator.prepare,
      .round: RoundOperator.prepare,
      .rsqrt: RsqrtOperator.prepare,
      .scatterND: ScatterND.prepare,
      .select: Select.prepare,
      .selectV2: Select.prepareV2,
      .shape: Shape.prepare,
      .sign: SignOperator.prepare,
      .sin: SinOperator.prepare,
      .slice: Slice.prepare,
      .softmax: SoftmaxOperator.prepare,
      .spaceToBatchND: SpaceToBatchND.prepare,
      .spaceToDepth: SpaceToDepth.prepare,
      .split: Split.prepare,
      .splitV: SplitV.prepare,
      .sqrt: SqrtOperator.prepare,
      .square: SquareOperator.prepare,
      .squaredDifference: SquaredDifferenceOperator.prepare,
      .squeeze: Squeeze.prepare,
      .stridedSlice: StridedSlice.prepare,
      .sub: SubOperator.prepare,
      .sum: SumOperator.prepare,
      .svdf: SVDFOperator.prepare,
      .tanh: TanhOperator.prepare,
      .tile: Tile.prepare,
      .topKV2: TopK.prepare,
      .transpose: Transpose.prepare,
      .transposeConv: TransposeConvOperator.prepare,
      .unidirectionalSequenceLSTM: UnidirectionalSequenceLSTM.prepare,
      .unpack: Unpack.prepare,
      .`where`: Where.prepare,
      .zerosLike: ZerosLike.prepare,
    ],
    customs: [
      "TFLite_Detection_PostProcess": DetectionPostprocess.prepare
    ])

  private init(builtins: [BuiltinOperator: Prepare], customs: [String: Prepare]) {
    self.builtins = builtins
    self.customs = customs
  }

  /// Adds or replaces a custom operator.
  public mutating func register(custom name: String, _ prepare: @escaping Prepare) {
    customs[name] = prepare
  }

  /// The names of all operators, those of the schema first, in the order of the alphabet.
  public var operatorNames: [String] { builtins.keys.map(\.schemaName).sorted() + customs.keys.sorted() }

  /// The way to prepare an operator; nil where it is unknown.
  public func prepare(for code: OperatorCode) -> Prepare? {
    code.builtinCode == .custom ? customs[code.customCode] : builtins[code.builtinCode]
  }
}
