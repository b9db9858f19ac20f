import TFLiteFlatBuffers
import TFLiteKernels
import TFLiteSchema

/// Short ways to describe operators and tensors in tests.
extension TensorDescriptor {
  static func activation(
    _ index: Int, _ shape: [Int], _ type: TensorType = .uint8, scale: [Float] = [0.5], zeroPoint: [Int64] = [0],
    axis: Int32 = 0
  ) -> TensorDescriptor {
    var quantization = Quantization()
    quantization.scale = scale
    quantization.zeroPoint = zeroPoint
    quantization.quantizedDimension = axis
    return TensorDescriptor(
      identity: TensorIdentity(index: index, name: "t\(index)"), type: type, shape: shape,
      quantization: scale.isEmpty ? nil : quantization)
  }

  static func constant(_ index: Int, _ shape: [Int], _ values: [Int32]) -> TensorDescriptor {
    TensorDescriptor(
      identity: TensorIdentity(index: index, name: "t\(index)"), type: .int32, shape: shape,
      constant: ByteSlice(values.flatMap { value in withUnsafeBytes(of: value.littleEndian) { Array($0) } }))
  }
}

extension OperatorContext {
  init(
    _ code: BuiltinOperator, _ options: (any OperatorOptions)?, inputs: [TensorDescriptor?],
    outputs: [TensorDescriptor], customOptions: [UInt8] = []
  ) {
    self.init(
      identity: OperatorIdentity(index: 0, name: code.schemaName), version: 1, builtinOptions: options,
      customOptions: ByteSlice(customOptions), inputs: inputs, outputs: outputs)
  }
}

/// Sets fields of an options table in one expression.
func with<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
  var value = value
  change(&value)
  return value
}
