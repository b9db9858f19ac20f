import TFLiteSchema

/// Which one of two values is taken; the second one where they cannot be ordered.
///
/// Source: `tflite/kernels/maximum_minimum.cc`.
protocol Choice: Sendable {
  static func choose<Element: Comparable>(_ left: Element, _ right: Element) -> Element
}

enum Larger: Choice {
  @inline(__always)
  static func choose<Element: Comparable>(_ left: Element, _ right: Element) -> Element { left > right ? left : right }
}

enum Smaller: Choice {
  @inline(__always)
  static func choose<Element: Comparable>(_ left: Element, _ right: Element) -> Element { left < right ? left : right }
}

/// Stored values are compared as they are, whatever they stand for.
struct Extremum<Chosen: Choice, Element: Comparable & Sendable>: BinaryOperation {
  @inline(__always)
  func callAsFunction(_ left: Element, _ right: Element) -> Element { Chosen.choose(left, right) }
}

extension OperatorContext {
  @inline(__always)
  func prepareExtremum<Chosen: Choice>(_ chosen: Chosen.Type) throws(KernelError) -> BinaryArithmetic {
    let operands = try arithmeticOperands()
    try require(operands.left, type: .float32, .float16, .bfloat16, .uint8, .int8, .int16, .int32, .int64)
    return switch operands.type {
    case .float32: BinaryArithmetic(operands.broadcast, Extremum<Chosen, Float>())
    case .float16: BinaryArithmetic(operands.broadcast, CalledOperation(operation: Extremum<Chosen, HalfBits>()))
    case .bfloat16: BinaryArithmetic(operands.broadcast, CalledOperation(operation: Extremum<Chosen, BrainBits>()))
    case .uint8: BinaryArithmetic(operands.broadcast, Extremum<Chosen, UInt8>())
    case .int8: BinaryArithmetic(operands.broadcast, Extremum<Chosen, Int8>())
    case .int16: BinaryArithmetic(operands.broadcast, Extremum<Chosen, Int16>())
    case .int32: BinaryArithmetic(operands.broadcast, Extremum<Chosen, Int32>())
    default: BinaryArithmetic(operands.broadcast, Extremum<Chosen, Int64>())
    }
  }
}
