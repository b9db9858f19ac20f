import TFLiteSchema

/// The element types of quantized activations.
///
/// A method that is generic in its type's element is reached through an existential, which the optimizer does not see
/// through; `@specialized` in front of each inner loop makes the fast copies.
public protocol QuantizedInteger: FixedWidthInteger & Sendable {
  /// The schema's name of this type.
  static var tensorType: TensorType { get }
}

extension UInt8: QuantizedInteger {
  /// `UINT8`.
  public static var tensorType: TensorType { .uint8 }
}

extension Int8: QuantizedInteger {
  /// `INT8`.
  public static var tensorType: TensorType { .int8 }
}

extension Int16: QuantizedInteger {
  /// `INT16`.
  public static var tensorType: TensorType { .int16 }
}

extension Int32: QuantizedInteger {
  /// `INT32`.
  public static var tensorType: TensorType { .int32 }
}

extension QuantizedInteger {
  /// Clamps a 32-bit result to a range within this type, or within another one that is no wider, whose bits it gets.
  @inline(__always)
  init(_ value: Int32, clampedTo range: ClosedRange<Int32>) {
    self.init(truncatingIfNeeded: Swift.min(Swift.max(value, range.lowerBound), range.upperBound))
  }

  /// The values of this type as 32-bit integers.
  static var range: ClosedRange<Int32> { Int32(truncatingIfNeeded: Self.min)...Int32(truncatingIfNeeded: Self.max) }
}
