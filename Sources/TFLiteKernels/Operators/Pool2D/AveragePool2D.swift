/// AVERAGE_POOL_2D: the mean of the values in each window.
///
/// Input and output: [batch, height, width, channels], of one type: float32, or uint8 or int8 with the same quantization,
/// as stored values are pooled as they are. The window is clipped to the image.
///
/// Source: `tflite/kernels/pooling.cc`; `tflite/kernels/internal/reference/pooling.h`.
enum AveragePool2DOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32), .vector(.uint8, .int8)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 1...1)
    return switch try context.activationType(of: Self.self) {
    case .float32: try context.floatPool2D(.average)
    case .uint8: try context.pool2D(UInt8.self, .average)
    default: try context.pool2D(Int8.self, .average)
    }
  }
}
