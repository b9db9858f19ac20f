import TFLiteSchema

/// ADD: the sum of two tensors, whose shapes stretch to one.
enum AddOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32, .int32, .int64, .int16), .vector(.uint8, .int8)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let options = try context.optionsOrDefaults(AddOptions.self)
    let operands = try context.binaryOperands()
    let activation = options.fusedActivationFunction
    func plain<Element: ArithmeticElement>(_ element: Element.Type) throws -> any PreparedOperator {
      BinaryArithmetic(
        operands.broadcast, Addition<Element>(bounds: try context.activationBounds(activation, of: element)),
        outputType: operands.type)
    }
    return switch operands.type {
    case .float32: try plain(Float.self)
    case .int32: try plain(Int32.self)
    case .int64: try plain(Int64.self)
    case .int16 where !operands.output.isQuantized: try plain(Int16.self)
    default:
      try context.prepareQuantizedSum(operands, activation, sign: 1, hasPowerOfTwoScales: options.potScaleInt16)
    }
  }
}

struct Addition<Element: ArithmeticElement>: BinaryOperation {
  let bounds: ActivationBounds<Element>

  @inline(__always)
  func callAsFunction(_ left: Element, _ right: Element) -> Element { bounds.clamp(left.plus(right)) }
}
