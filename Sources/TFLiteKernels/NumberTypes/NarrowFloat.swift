import TFLiteSchema

/// A floating-point type of 16 bits, with which operators calculate as float32 numbers that are rounded.
package protocol NarrowFloat: BitwiseCopyable, Comparable, Sendable {
  /// The same number. Nothing is lost.
  var value: Float { get }

  /// The nearest number of the type; of two, the even one.
  init(_ value: Float)
}

// All of them are spelled out: what Swift derives from < would hold for NaN.
extension NarrowFloat {
  @inline(__always)
  package static func == (left: Self, right: Self) -> Bool { left.value == right.value }
  @inline(__always)
  package static func < (left: Self, right: Self) -> Bool { left.value < right.value }
  @inline(__always)
  package static func <= (left: Self, right: Self) -> Bool { left.value <= right.value }
  @inline(__always)
  package static func > (left: Self, right: Self) -> Bool { left.value > right.value }
  @inline(__always)
  package static func >= (left: Self, right: Self) -> Bool { left.value >= right.value }
}

extension HalfBits: NarrowFloat, Comparable {
  package var value: Float { Float(binary16Pattern: bits) }
}

extension BrainBits: NarrowFloat, Comparable {
  package var value: Float { Float(bfloat16Pattern: bits) }
}

/// A sum or a product of 16-bit floating-point numbers, rounded, and then brought between two bounds.
struct NarrowPair<Element: NarrowFloat>: BinaryOperation {
  let bounds: ActivationBounds<Float>
  let function: @Sendable (Float, Float) -> Float

  func callAsFunction(_ left: Element, _ right: Element) -> Element {
    Element(bounds.clamp(Element(function(left.value, right.value)).value))
  }
}

extension OperatorContext {
  /// The float16 numbers that a fused activation function lets through.
  func halfBounds(_ activation: ActivationFunctionType) throws(KernelError) -> ActivationBounds<Float> {
    let bounds = try activationBounds(activation, of: Float.self)
    return ActivationBounds(low: max(bounds.low, -65504), high: min(bounds.high, 65504))
  }
}
