import TFLiteSchema

/// What `index.json` says of one array of a run or a trace.
public struct TensorRecord: Equatable, Sendable {
  /// The operator, in execution order, that has computed the values; nil for inputs and outputs of the model.
  public let operatorIndex: Int?
  /// The operator's name, such as `CONV_2D`.
  public let operatorName: String?
  /// The name of the code that has computed the values, such as `conv2D int8 vector avx2`.
  public let kernel: String?
  /// The tensor's index in the main subgraph.
  public let tensorIndex: Int
  /// The tensor's name.
  public let tensorName: String
  /// The shape that the values have.
  public let shape: [Int]
  /// The type of the stored elements.
  public let type: TensorType
  /// The quantization; nil where there is none.
  public let quantization: Quantization?

  init(
    operatorIndex: Int? = nil, operatorName: String? = nil, kernel: String? = nil, tensorIndex: Int, _ info: TensorInfo,
    _ values: TensorValues
  ) {
    self.operatorIndex = operatorIndex
    self.operatorName = operatorName
    self.kernel = kernel
    self.tensorIndex = tensorIndex
    tensorName = info.name
    shape = values.shape
    type = values.type
    quantization = info.quantization
  }
}

extension TensorRecord: Encodable {
  /// Writes every field; absent ones are null.
  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "operator_index": operatorIndex,
      "operator": operatorName,
      "kernel": kernel,
      "tensor_index": tensorIndex,
      "tensor": tensorName,
      "shape": shape,
      "type": type.schemaName,
      "scales": quantization?.scale ?? [],
      "zero_points": quantization?.zeroPoint ?? [],
      "quantized_dimension": quantization?.isPerChannel == true ? quantization?.quantizedDimension : nil,
    ])
  }
}
