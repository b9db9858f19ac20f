import TFLiteElementaryFunctions

/// GELU on float16 tensors, where the library Eigen rounds to float16 after every step.
///
/// Source: Eigen, `Half.h`; `tflite/kernels/internal/reference/gelu.h`.
enum HalfGelu {
  static func approximate(_ value: Float) -> Float {
    let cube = half(half(value * value) * value)
    let argument = half(half(0.797884560802865355880) * half(value + half(half(0.044715) * cube)))
    return half(half(0.5 * value) * half(1 + half(ElementaryFunctions.tanh(argument))))
  }

  static func exact(_ value: Float) -> Float {
    let argument = half(value * half(-0.707106781186547524401))
    let complement = FloatGelu.complementaryErrorFunction(argument, exponential: { ElementaryFunctions.exp($0) })
    return half(half(0.5 * value) * half(complement))
  }

  private static func half(_ value: Float) -> Float { HalfBits(value).value }
}
