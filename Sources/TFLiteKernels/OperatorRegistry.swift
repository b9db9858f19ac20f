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
      .concatenation: Concatenation.prepare,
      .conv2D: Conv2DOperator.prepare,
      .depthwiseConv2D: DepthwiseConv2DOperator.prepare,
      .dequantize: DequantizeOperator.prepare,
      .fullyConnected: FullyConnectedOperator.prepare,
      .logistic: LogisticOperator.prepare,
      .maxPool2D: MaxPool2DOperator.prepare,
      .mul: MulOperator.prepare,
      .pad: Pad.prepare,
      .quantize: QuantizeOperator.prepare,
      .reshape: Reshape.prepare,
      .softmax: SoftmaxOperator.prepare,
      .sub: SubOperator.prepare,
      .tanh: TanhOperator.prepare,
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
