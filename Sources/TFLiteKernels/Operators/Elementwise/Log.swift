import TFLiteCLibrary
import TFLiteSchema

/// LOG: the natural logarithm. Of quantized values, 0 and below have the lowest one.
enum LogOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32, .int16), .vector(.int8)]

  /// Source: `tflite/kernels/elementwise.cc`, LogLUTPrepare.
  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let input = try context.unaryInput(.float32, .int8, .int16)
    guard input.type != .float32 else { return try context.floatMap { logf($0) } }
    let output = try context.perTensorQuantization(context.output(0))
    let lowestStored = input.type == .int8 ? Int8.range.lowerBound : Int16.range.lowerBound
    let lowest = Float(lowestStored - output.zeroPoint) * output.scale
    let logarithm: (Float) -> Float = { $0 <= 0 ? lowest : logf($0) }
    return input.type == .int8
      ? try context.lookupTable(Int8.self, ofReal: logarithm) : try context.interpolatedTable(of: logarithm)
  }
}
