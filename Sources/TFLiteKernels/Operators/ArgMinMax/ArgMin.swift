import TFLiteSchema

/// ARG_MIN: where the first one of the smallest elements along one dimension is.
///
/// Inputs: a tensor; the dimension, one int32 or int64, which may count from the end. Output: the tensor's shape
/// without that dimension, int32 or int64, as `output_type` says. Stored values are compared as they are; NaN is never
/// better than what stands before it.
///
/// Source: `tflite/kernels/arg_min_max.cc`; `tflite/kernels/internal/reference/arg_min_max.h`.
enum ArgMinOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32, .uint8, .int8, .int32, .bool)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let options = try context.optionsOrDefaults(ArgMinOptions.self)
    return try ArgMinMax.prepare(context, outputType: options.outputType, IsLess.self)
  }
}
