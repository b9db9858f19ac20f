/// AVERAGE_POOL_2D: the mean of the values in each window, which is clipped to the image.
///
/// Input: [batch, height, width, channels]. Output: [batch, output height, output width, channels], of the same type.
/// uint8, int8 and int16 are averaged as stored, ties rounded away from zero.
///
/// TFLite pools stored values even where input and output differ in scale or zero point; here that is an error.
///
/// Source: `tflite/kernels/pooling.cc`; `tflite/kernels/internal/reference/pooling.h` and
/// `reference/integer_ops/pooling.h`.
enum AveragePool2DOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.vector(.float32, .uint8, .int8), .plain(.int16)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 1...1)
    return switch try context.activationType(of: Self.self) {
    case .float32: try context.floatPool2D(.average)
    case .uint8: try context.pool2D(UInt8.self, .average)
    case .int16: try context.pool2D(Int16.self, .average)
    default: try context.pool2D(Int8.self, .average)
    }
  }
}
