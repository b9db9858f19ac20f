import TFLiteSchema

/// MEAN: the mean of the elements along some dimensions; that of plain integers is rounded toward zero.
///
/// Inputs: a tensor; the dimensions, int32, a vector or a scalar, which may count from the end and be named twice.
/// Output: the tensor's shape without these dimensions, or with size 1 there where `keep_dims` is set. uint8, int8 and
/// int16 have a scale. Of no elements it is NaN, or the stored value 0.
///
/// Source: `tflite/kernels/reduce.cc`; `tflite/kernels/internal/reference/reduce.h`, Mean and QuantizedMeanOrSum.
enum MeanOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32, .int32, .int64, .int16), .vector(.uint8, .int8)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let (geometry, input) = (try context.reduction(), try context.input(0))
    try context.require(input, type: .float32, .int32, .int64, .uint8, .int8, .int16)
    return switch input.type {
    case .float32:
      Reduction(geometry, accumulatorSize: MemoryLayout<Float>.size) { runMeanReference($0, geometry) }
    case .int32: integerMean(geometry, of: Int32.self)
    case .int64: integerMean(geometry, of: Int64.self)
    case .uint8: try context.quantizedMean(geometry, of: UInt8.self)
    case .int8: try context.quantizedMean(geometry, of: Int8.self)
    default: try context.quantizedMean(geometry, of: Int16.self)
    }
  }

  private static func integerMean<Element: FixedWidthInteger & Sendable>(
    _ geometry: ReductionGeometry, of element: Element.Type
  ) -> Reduction {
    Reduction(geometry, accumulatorSize: MemoryLayout<Int64>.size) { runMeanReference($0, geometry, of: element) }
  }
}
