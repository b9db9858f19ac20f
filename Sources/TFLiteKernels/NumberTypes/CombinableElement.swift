/// A type whose elements StableHLO's operators add, multiply and compare. Integers wrap around; of truth values a sum and
/// the larger one are *or*, a product and the smaller one *and*.
protocol CombinableElement: BitwiseCopyable, Sendable {
  func plus(_ other: Self) -> Self
  func times(_ other: Self) -> Self
  func isBelow(_ other: Self) -> Bool
}

extension CombinableElement where Self: Comparable {
  @inline(__always)
  func isBelow(_ other: Self) -> Bool { self < other }
}

extension UInt16: ArithmeticElement {}
extension UInt32: ArithmeticElement {}
extension UInt64: ArithmeticElement {}

extension UInt8: CombinableElement {}
extension Int8: CombinableElement {}
extension UInt16: CombinableElement {}
extension Int16: CombinableElement {}
extension UInt32: CombinableElement {}
extension Int32: CombinableElement {}
extension UInt64: CombinableElement {}
extension Int64: CombinableElement {}
extension Float: CombinableElement {}

extension Double: CombinableElement {
  @inline(__always)
  func plus(_ other: Double) -> Double { self + other }
  @inline(__always)
  func times(_ other: Double) -> Double { self * other }
}

extension TruthValue: CombinableElement {
  func plus(_ other: TruthValue) -> TruthValue { TruthValue(isTrue || other.isTrue) }
  func times(_ other: TruthValue) -> TruthValue { TruthValue(isTrue && other.isTrue) }
}

/// Computed in float32 and rounded.
extension HalfBits: CombinableElement {
  func plus(_ other: HalfBits) -> HalfBits { HalfBits(value + other.value) }
  func times(_ other: HalfBits) -> HalfBits { HalfBits(value * other.value) }
}
