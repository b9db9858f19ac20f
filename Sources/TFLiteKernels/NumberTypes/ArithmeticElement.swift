/// A type of numbers that operators calculate with as they are. Integers wrap around.
protocol ArithmeticElement: Numeric, Comparable, Sendable {
  static var lowest: Self { get }
  static var highest: Self { get }

  func plus(_ other: Self) -> Self
  func minus(_ other: Self) -> Self
  func times(_ other: Self) -> Self
}

extension ArithmeticElement where Self: FixedWidthInteger {
  static var lowest: Self { .min }
  static var highest: Self { .max }

  @inline(__always)
  func plus(_ other: Self) -> Self { self &+ other }
  @inline(__always)
  func minus(_ other: Self) -> Self { self &- other }
  @inline(__always)
  func times(_ other: Self) -> Self { self &* other }
}

extension UInt8: ArithmeticElement {}
extension Int8: ArithmeticElement {}
extension Int16: ArithmeticElement {}
extension Int32: ArithmeticElement {}
extension Int64: ArithmeticElement {}

extension Float: ArithmeticElement {
  static var lowest: Float { -.greatestFiniteMagnitude }
  static var highest: Float { .greatestFiniteMagnitude }

  @inline(__always)
  func plus(_ other: Float) -> Float { self + other }
  @inline(__always)
  func minus(_ other: Float) -> Float { self - other }
  @inline(__always)
  func times(_ other: Float) -> Float { self * other }
}
