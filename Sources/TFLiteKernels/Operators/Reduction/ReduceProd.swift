import TFLiteElementaryFunctions
import TFLiteSchema

/// REDUCE_PROD: the product of the elements along some dimensions; of bool, whether all are true.
///
/// Inputs: a tensor; the dimensions, int32, a vector or a scalar, which may count from the end and be named twice.
/// Output: the tensor's shape without these dimensions, or with size 1 there where `keep_dims` is set. int8 and int16
/// may have a scale; the product is then scaled after each multiplication. Plain integers wrap around.
///
/// Source: `tflite/kernels/reduce.cc`; `tflite/kernels/internal/reference/reduce.h`, ReduceGeneric and
/// QuantizedReduceProd.
enum ReduceProdOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32, .int32, .int64, .uint8, .int8, .int16, .bool)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let (geometry, input) = (try context.reduction(), try context.input(0))
    try context.requireActivationType(of: Self.self)
    if input.isQuantized { try context.require(input, type: .int8, .int16) }
    return switch input.type {
    case .float32: Reduction(geometry, folding: ProductFold<Float>.self)
    case .int32: Reduction(geometry, folding: ProductFold<Int32>.self)
    case .int64: Reduction(geometry, folding: ProductFold<Int64>.self)
    case .bool: Reduction(geometry, folding: AllFold.self)
    case .uint8: Reduction(geometry, folding: ProductFold<UInt8>.self)
    case .int8 where input.isQuantized: try context.quantizedProduct(geometry, of: Int8.self)
    case .int8: Reduction(geometry, folding: ProductFold<Int8>.self)
    case _ where input.isQuantized: try context.quantizedProduct(geometry, of: Int16.self)
    default: Reduction(geometry, folding: ProductFold<Int16>.self)
    }
  }
}

/// A product of quantized values: after each multiplication, and once at the end, it is scaled.
struct QuantizedProductScaling: Sendable {
  let inputZeroPoint: Int32
  let outputZeroPoint: Int32
  let multiplier: QuantizedMultiplier

  /// The product with one more value; nil stands for no product yet.
  @inline(__always)
  func product(_ current: Int32?, _ stored: Int32) -> Int32 {
    let value = stored &- inputZeroPoint
    guard let current else { return value }
    return multiplier.apply(wide: Int64(current) * Int64(value))
  }

  func stored<Element: QuantizedInteger>(_ product: Int32) -> Element {
    Element(multiplier.apply(wide: Int64(product)) &+ outputZeroPoint, clampedTo: Element.range)
  }
}

extension OperatorContext {
  /// Each multiplication is scaled by the input's scale and a root of the output's, so that all together have both.
  ///
  /// Source: `tflite/kernels/reduce.cc`, GetQuantProdScaling.
  fileprivate func quantizedProduct<Element: QuantizedInteger>(
    _ geometry: ReductionGeometry, of element: Element.Type
  ) throws(KernelError) -> Reduction {
    let from = try perTensorQuantization(try input(0))
    let to = try perTensorQuantization(output(0))
    let real = Double(from.scale) / ElementaryFunctions.pow(Double(to.scale), 1 / Double(max(1, geometry.reducedCount)))
    let scaling = QuantizedProductScaling(
      inputZeroPoint: from.zeroPoint, outputZeroPoint: to.zeroPoint, multiplier: try multiplier(real, for: output(0)))
    return Reduction(geometry, accumulatorSize: MemoryLayout<Int32?>.stride) {
      runQuantizedProductReference($0, geometry, scaling, of: element)
    }
  }
}
