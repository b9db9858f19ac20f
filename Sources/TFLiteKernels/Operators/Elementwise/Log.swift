import TFLiteElementaryFunctions
import TFLiteSchema

/// LOG: the natural logarithm.
///
/// Input and output: tensors of one shape and type. int8 results are looked up, int16 ones interpolated between stored
/// results; of 0 and below they are the lowest. int16 has zero point 0.
///
/// Source: `tflite/kernels/elementwise.cc`, LogLUTPrepare and LogEval; `tflite/kernels/internal/common.h`, LUTPopulate
/// and LUTLookup.
enum LogOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32, .int16), .vector(.int8)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let input = try context.unaryInput(.float32, .int8, .int16)
    guard input.type != .float32 else { return try context.floatMap { ElementaryFunctions.log($0) } }
    let output = try context.perTensorQuantization(context.output(0))
    let lowestStored = input.type == .int8 ? Int8.range.lowerBound : Int16.range.lowerBound
    let lowest = Float(lowestStored - output.zeroPoint) * output.scale
    let logarithm: (Float) -> Float = { $0 <= 0 ? lowest : ElementaryFunctions.log($0) }
    return input.type == .int8
      ? try context.lookupTable(Int8.self, ofReal: logarithm) : try context.interpolatedTable(of: logarithm)
  }
}
