/// MAX_POOL_2D: the largest of the values in each window, which is clipped to the image.
///
/// Input: [batch, height, width, channels]. Output: [batch, output height, output width, channels], of the same type.
/// uint8, int8 and int16 are compared as stored.
///
/// TFLite pools stored values even where input and output differ in scale or zero point; here that is an error.
///
/// Source: `tflite/kernels/pooling.cc`; `tflite/kernels/internal/reference/pooling.h` and
/// `reference/integer_ops/pooling.h`.
enum MaxPool2DOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.vector(.float32, .uint8, .int8), .plain(.int16)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 1...1)
    return switch try context.activationType(of: Self.self) {
    case .float32: try context.floatPool2D(.max)
    case .uint8: try context.pool2D(UInt8.self, .max)
    case .int16: try context.pool2D(Int16.self, .max)
    default: try context.pool2D(Int8.self, .max)
    }
  }
}
