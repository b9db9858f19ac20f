import TFLiteSchema

/// How two values may stand to each other. Nothing but ``IsNotEqual`` holds for NaN.
protocol Relation: Sendable {
  /// Whether the relation needs no order; it then holds between truth values too.
  static var isEquality: Bool { get }

  /// Types that the C library compares in this way alone.
  static var others: [TensorType] { get }

  static func holds<Element: Comparable>(_ left: Element, _ right: Element) -> Bool
}

extension Relation {
  static var others: [TensorType] { [] }
}

enum IsEqual: Relation {
  static let isEquality = true
  static let others = [TensorType.string]

  @inline(__always)
  static func holds<Element: Comparable>(_ left: Element, _ right: Element) -> Bool { left == right }
}

enum IsNotEqual: Relation {
  static let isEquality = true
  static let others = [TensorType.string]

  @inline(__always)
  static func holds<Element: Comparable>(_ left: Element, _ right: Element) -> Bool { left != right }
}

enum IsLess: Relation {
  static let isEquality = false
  static let others = [TensorType.bfloat16]

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
  static let others = [TensorType.bfloat16]

  @inline(__always)
  static func holds<Element: Comparable>(_ left: Element, _ right: Element) -> Bool { left > right }
}

enum IsGreaterOrEqual: Relation {
  static let isEquality = false

  @inline(__always)
  static func holds<Element: Comparable>(_ left: Element, _ right: Element) -> Bool { left >= right }
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

  // Inlined into each of the three loops around it, it would take ten times as much of the library.
  @inline(never)
  func callAsFunction(_ left: Element, _ right: Element) -> TruthValue {
    TruthValue(
      Held.holds(
        self.left.scaled(Int32(truncatingIfNeeded: left)), self.right.scaled(Int32(truncatingIfNeeded: right))))
  }
}
