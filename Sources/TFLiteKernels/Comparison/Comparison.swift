import TFLiteSchema

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// EQUAL: whether the elements of each pair are the same.
enum EqualOperator {
  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.prepareComparison(IsEqual.self)
  }
}

/// NOT_EQUAL: whether the elements of each pair differ.
enum NotEqualOperator {
  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.prepareComparison(IsNotEqual.self)
  }
}

/// LESS: whether the left element of each pair is the smaller one.
enum LessOperator {
  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.prepareComparison(IsLess.self)
  }
}

/// LESS_EQUAL: whether the left element of each pair is not the larger one.
enum LessEqualOperator {
  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.prepareComparison(IsLessOrEqual.self)
  }
}

/// GREATER: whether the left element of each pair is the larger one.
enum GreaterOperator {
  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.prepareComparison(IsGreater.self)
  }
}

/// GREATER_EQUAL: whether the left element of each pair is not the smaller one.
enum GreaterEqualOperator {
  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.prepareComparison(IsGreaterOrEqual.self)
  }
}

/// How two values may stand to each other. Nothing but ``IsNotEqual`` holds for NaN.
protocol Relation: Sendable {
  /// Whether the relation needs no order; it then holds between truth values too.
  static var isEquality: Bool { get }

  static func holds<Element: Comparable>(_ left: Element, _ right: Element) -> Bool
}

enum IsEqual: Relation {
  static let isEquality = true

  @inline(__always)
  static func holds<Element: Comparable>(_ left: Element, _ right: Element) -> Bool { left == right }
}

enum IsNotEqual: Relation {
  static let isEquality = true

  @inline(__always)
  static func holds<Element: Comparable>(_ left: Element, _ right: Element) -> Bool { left != right }
}

enum IsLess: Relation {
  static let isEquality = false

  @inline(__always)
  static func holds<Element: Comparable>(_ left: Element, _ right: Element) -> Bool { left < right }
}

enum IsLessOrEqual: Relation {
  static let isEquality = false

  @inline(__always)
  static func holds<Element: Comparable>(_ left: Element, _ right: Element) -> Bool { left <= right }
}

enum IsGreater: Relation {
  static let isEquality = false

  @inline(__always)
  static func holds<Element: Comparable>(_ left: Element, _ right: Element) -> Bool { left > right }
}

enum IsGreaterOrEqual: Relation {
  static let isEquality = false

  @inline(__always)
  static func holds<Element: Comparable>(_ left: Element, _ right: Element) -> Bool { left >= right }
}

extension OperatorContext {
  /// Source: `tflite/kernels/comparisons.cc`.
  @inline(__always)
  fileprivate func prepareComparison<Held: Relation>(_ relation: Held.Type) throws(KernelError) -> BinaryArithmetic {
    let operands = try binaryOperands()
    try require(operands.output, type: .bool)
    if !relation.isEquality || operands.type != .bool {
      try require(operands.left, type: .float32, .uint8, .int8, .int16, .int32, .int64)
    }
    let broadcast = operands.broadcast
    return switch operands.type {
    case .float32: BinaryArithmetic(broadcast, Comparison<Held, Float>())
    case .int32: BinaryArithmetic(broadcast, Comparison<Held, Int32>())
    case .int64: BinaryArithmetic(broadcast, Comparison<Held, Int64>())
    case .bool: BinaryArithmetic(broadcast, Comparison<Held, TruthValue>())
    case .uint8 where operands.left.isQuantized:
      BinaryArithmetic(broadcast, try scaledComparison(operands) as ScaledComparison<Held, UInt8>)
    case .uint8: BinaryArithmetic(broadcast, Comparison<Held, UInt8>())
    case .int8 where operands.left.isQuantized:
      BinaryArithmetic(broadcast, try scaledComparison(operands) as ScaledComparison<Held, Int8>)
    case .int8: BinaryArithmetic(broadcast, Comparison<Held, Int8>())
    // Upstream, 16-bit values are put in order as they are stored, whatever their scales.
    case _ where relation.isEquality && operands.left.isQuantized:
      BinaryArithmetic(broadcast, try scaledComparison(operands) as ScaledComparison<Held, Int16>)
    default: BinaryArithmetic(broadcast, Comparison<Held, Int16>())
    }
  }
}

/// A comparison of values as they are stored.
struct Comparison<Held: Relation, Element: Comparable & Sendable>: BinaryOperation {
  @inline(__always)
  func callAsFunction(_ left: Element, _ right: Element) -> TruthValue { TruthValue(Held.holds(left, right)) }
}

/// A comparison of real values: each is scaled, with 8 bits to spare, and rounded.
struct ScaledComparison<Held: Relation, Element: QuantizedInteger>: BinaryOperation {
  let left: ScaledOperand
  let right: ScaledOperand

  @inline(__always)
  func callAsFunction(_ left: Element, _ right: Element) -> TruthValue {
    TruthValue(
      Held.holds(
        self.left.scaled(Int32(truncatingIfNeeded: left)), self.right.scaled(Int32(truncatingIfNeeded: right))))
  }
}

/// One side of a comparison of real values.
struct ScaledOperand: Sendable {
  let zeroPoint: Int32
  let multiplier: QuantizedMultiplier

  static let leftShift: Int32 = 8

  @inline(__always)
  func scaled(_ stored: Int32) -> Int32 { multiplier.apply((stored &- zeroPoint) &<< Self.leftShift) }
}

extension OperatorContext {
  fileprivate func scaledComparison<Held: Relation, Element: QuantizedInteger>(
    _ operands: BinaryOperands
  ) throws(KernelError) -> ScaledComparison<Held, Element> {
    let left = try perTensorQuantization(operands.left)
    let right = try perTensorQuantization(operands.right)
    // Upstream, scales of 1 or more end the process or shift by a negative number of bits. Only the ratio matters:
    // here both are halved until they are below 1.
    let common = exp2(-Double(max(0, max(left.scale.exponent, right.scale.exponent) + 1)))
    return ScaledComparison(
      left: ScaledOperand(
        zeroPoint: left.zeroPoint, multiplier: try multiplier(Double(left.scale) * common, for: operands.left)),
      right: ScaledOperand(
        zeroPoint: right.zeroPoint, multiplier: try multiplier(Double(right.scale) * common, for: operands.right)))
  }
}
