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
      .add: AddOperator.prepare,
      .averagePool2D: AveragePool2DOperator.prepare,
      .batchMatMul: BatchMatMulOperator.prepare,
      .concatenation: Concatenation.prepare,
      .conv2D: Conv2DOperator.prepare,
      .depthwiseConv2D: DepthwiseConv2DOperator.prepare,
      .dequantize: DequantizeOperator.prepare,
      .elu: EluOperator.prepare,
      .fullyConnected: FullyConnectedOperator.prepare,
      .gelu: GeluOperator.prepare,
      .hardSwish: HardSwishOperator.prepare,
      .l2Normalization: L2NormalizationOperator.prepare,
      .l2Pool2D: L2Pool2DOperator.prepare,
      .leakyRelu: LeakyReluOperator.prepare,
      .logistic: LogisticOperator.prepare,
      .logSoftmax: LogSoftmaxOperator.prepare,
      .maxPool2D: MaxPool2DOperator.prepare,
      .mul: MulOperator.prepare,
      .pad: Pad.prepare,
      .prelu: PreluOperator.prepare,
      .quantize: QuantizeOperator.prepare,
      .relu: ReluOperators.Relu.prepare,
      .relu0To1: ReluOperators.Relu0To1.prepare,
      .relu6: ReluOperators.Relu6.prepare,
      .reluN1To1: ReluOperators.ReluN1To1.prepare,
      .reshape: Reshape.prepare,
      .resizeBilinear: ResizeBilinearOperator.prepare,
      .resizeNearestNeighbor: ResizeNearestNeighborOperator.prepare,
      .softmax: SoftmaxOperator.prepare,
      .sub: SubOperator.prepare,
      .tanh: TanhOperator.prepare,
      .transposeConv: TransposeConvOperator.prepare,
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

  /// The way to prepare an operator; nil where it is unknown.
  public func prepare(for code: OperatorCode) -> Prepare? {
    code.builtinCode == .custom ? customs[code.customCode] : builtins[code.builtinCode]
  }
}
