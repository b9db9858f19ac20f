import TFLiteSchema

/// How StableHLO's operators make one element of two. Where they cannot be ordered, the first one is the larger and the
/// smaller.
protocol Combination: Sendable {
  static func combine<Element: CombinableElement>(_ left: Element, _ right: Element) -> Element
}

enum SumOfTwo: Combination {
  @inline(__always)
  static func combine<Element: CombinableElement>(_ left: Element, _ right: Element) -> Element { left.plus(right) }
}

enum ProductOfTwo: Combination {
  @inline(__always)
  static func combine<Element: CombinableElement>(_ left: Element, _ right: Element) -> Element { left.times(right) }
}

enum LargerOfTwo: Combination {
  @inline(__always)
  static func combine<Element: CombinableElement>(_ left: Element, _ right: Element) -> Element {
    left.isBelow(right) ? right : left
  }
}

enum SmallerOfTwo: Combination {
  @inline(__always)
  static func combine<Element: CombinableElement>(_ left: Element, _ right: Element) -> Element {
    right.isBelow(left) ? right : left
  }
}

struct CombinationOfPairs<Rule: Combination, Element: CombinableElement>: BinaryOperation {
  @inline(__always)
  func callAsFunction(_ left: Element, _ right: Element) -> Element { Rule.combine(left, right) }
}

extension KernelDeclaration {
  /// The kernels of StableHLO's operators on pairs of elements.
  static let combinations = KernelDeclaration.plain(
    .float16, .float32, .float64, .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64, .bool)
}

extension OperatorContext {
  /// The operands of a StableHLO operator on pairs: both of one shape, and all of one type.
  func equalOperands() throws(KernelError) -> BinaryOperands {
    let operands = try arithmeticOperands()
    try require(operands.right, shape: operands.left.shape)
    return operands
  }

  func prepareCombination<Rule: Combination>(
    _ rule: Rule.Type, of definition: any OperatorDefinition.Type
  ) throws(KernelError) -> BinaryArithmetic {
    try requireActivationType(of: definition)
    let broadcast = try equalOperands().broadcast
    func called<Element: CombinableElement>(_: Element.Type) -> BinaryArithmetic {
      BinaryArithmetic(broadcast, CalledOperation(operation: CombinationOfPairs<Rule, Element>()))
    }
    return switch try input(0).type {
    case .float32: BinaryArithmetic(broadcast, CombinationOfPairs<Rule, Float>())
    case .int32: BinaryArithmetic(broadcast, CombinationOfPairs<Rule, Int32>())
    case .float16: called(HalfBits.self)
    case .float64: called(Double.self)
    case .int8: called(Int8.self)
    case .int16: called(Int16.self)
    case .int64: called(Int64.self)
    case .uint8: called(UInt8.self)
    case .uint16: called(UInt16.self)
    case .uint32: called(UInt32.self)
    case .uint64: called(UInt64.self)
    default: called(TruthValue.self)
    }
  }
}
