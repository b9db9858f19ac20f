import TFLiteElementaryFunctions
import TFLiteSchema

/// ATAN2: the angle, in radians, of the point whose y is an element of the first tensor and whose x is one of the second.
///
/// Inputs: two tensors of one shape and type. Output: that shape and type.
///
/// TFLite compares the numbers of dimensions alone, and reads behind a smaller second tensor; here it is an error.
///
/// Source: `tflite/kernels/atan2.cc`.
enum Atan2Operator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32, .float64, .float16, .bfloat16)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let operands = try context.arithmeticOperands()
    try context.require(operands.right, shape: operands.left.shape)
    return switch try context.activationType(of: Self.self) {
    case .float32: BinaryArithmetic(operands.broadcast, Angle<Float>(of: { ElementaryFunctions.atan2($0, $1) }))
    case .float16: BinaryArithmetic(operands.broadcast, NarrowAngle<HalfBits>())
    case .bfloat16: BinaryArithmetic(operands.broadcast, NarrowAngle<BrainBits>())
    default: BinaryArithmetic(operands.broadcast, Angle<Double>(of: { ElementaryFunctions.atan2($0, $1) }))
    }
  }
}

private struct Angle<Element: BinaryFloatingPoint & Sendable>: BinaryOperation {
  let function: @Sendable (_ y: Element, _ x: Element) -> Element

  init(of function: @escaping @Sendable (Element, Element) -> Element) { self.function = function }

  func callAsFunction(_ y: Element, _ x: Element) -> Element { function(y, x) }
}

private struct NarrowAngle<Element: NarrowFloat>: BinaryOperation {
  func callAsFunction(_ y: Element, _ x: Element) -> Element { Element(ElementaryFunctions.atan2(y.value, x.value)) }
}
