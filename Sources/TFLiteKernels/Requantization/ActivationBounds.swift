import TFLiteSchema

/// The values that a fused activation function lets through.
struct ActivationBounds<Element: ArithmeticElement>: Equatable, Sendable {
  let low: Element
  let high: Element

  /// All values but infinities.
  static var all: ActivationBounds { ActivationBounds(low: .lowest, high: .highest) }

  /// The nearest value within the bounds. Infinities become the largest finite numbers, unless they are bounds; NaN stays.
  @inline(__always)
  func clamp(_ value: Element) -> Element {
    let raised = value < low ? low : value
    return high < raised ? high : raised
  }
}

extension ActivationBounds<Float> {
  /// With infinities in place of the largest finite numbers.
  var withInfinities: ActivationBounds {
    ActivationBounds(low: low == .lowest ? -.infinity : low, high: high == .highest ? .infinity : high)
  }
}

extension OperatorContext {
  /// The values that an activation function lets through that is fused into sums of products of floats: where it has no
  /// bound, XNNPACK lets infinities pass.
  ///
  /// Source: `tflite/delegates/xnnpack/xnnpack_delegate.cc`, ConvertActivationToOutputRange.
  /// - Throws: ``KernelError`` for an activation function that does not just clamp.
  func activationBoundsOfProducts(
    _ activation: ActivationFunctionType
  ) throws(KernelError) -> ActivationBounds<Float> {
    let bounds = try activationBounds(activation, of: Float.self)
    return numerics.followsXNNPACK ? bounds.withInfinities : bounds
  }

  /// The values that a fused activation function lets through where elements are just numbers.
  ///
  /// Source: `tflite/kernels/kernel_util.h`, CalculateActivationRange.
  /// - Throws: ``KernelError`` for an activation function that does not just clamp.
  func activationBounds<Element: ArithmeticElement>(
    _ activation: ActivationFunctionType, of element: Element.Type
  ) throws(KernelError) -> ActivationBounds<Element> {
    switch activation {
    case .none: return .all
    case .relu: return ActivationBounds(low: 0, high: .highest)
    case .relu6: return ActivationBounds(low: 0, high: 6)
    case .reluN1To1:
      if let low = Element(exactly: -1) { return ActivationBounds(low: low, high: 1) }
    default: break
    }
    throw .option(
      identity, name: "fused_activation_function", found: "\(activation)",
      expected: "NONE, RELU, RELU6 or RELU_N1_TO_1")
  }
}
