import TFLiteSchema

/// GELU on float32 tensors, where TFLite leaves tanh and erfc to rational functions of the library Eigen.
///
/// Source: Eigen, `GenericPacketMathTrig.h` (ptanh_float) and `SpecialFunctionsImpl.h` (generic_fast_erfc), without
/// fused multiply-add.
enum FloatGelu {
  static func approximate(_ value: Float) -> Float {
    let cube = value * (value * value)
    let argument: Float = 0.797884560802865355880 * (value + 0.044715 * cube)
    return 0.5 * value * (1 + hyperbolicTangent(argument))
  }

  /// - Parameter exponential: eˣ; TFLite takes its own for vectors of four elements and the system's for the rest.
  @inline(__always)
  static func exact(_ value: Float, exponential: (Float) -> Float) -> Float {
    0.5 * value * complementaryErrorFunction(value * -0.707106781186547524401, exponential: exponential)
  }

  /// tanh, to a few units in the last place.
  static func hyperbolicTangent(_ value: Float) -> Float {
    // From here on the result is 1.
    let limit: Float = 7.90738964080810547
    let x = min(max(value, -limit), limit)
    let square = x * x
    let cube = square * x
    let numerator = polynomial(square, [1.394553628e-8, 2.102733560e-5, 3.520756727e-3, 1.340216100e-1])
    let denominator = polynomial(
      square, [8.015776984e-7, 3.326951409e-4, 2.597254514e-2, 4.673548340e-1, 1])
    return (cube * numerator + x) / denominator
  }

  /// erfc, to a few units in the last place.
  @inline(__always)
  static func complementaryErrorFunction(_ value: Float, exponential: (Float) -> Float) -> Float {
    let x = min(max(value, -11), 11)
    let square = x * x
    guard square > 1 else {
      let sum = polynomial(
        square,
        [
          5.61802298761904239654541015625e-04, -4.91381669417023658752441406250e-03,
          2.67075151205062866210937500000e-02, -1.12800106406211853027343750000e-01,
          3.76122951507568359375e-01, -1.12837910652160644531250,
        ])
      return x * sum + 1
    }
    // The rounding error of the square corrects the exponential.
    let error = Float(Double(x) * Double(x) - Double(square))
    let power = exponential(-square)
    let corrected = power - power * error
    let inverse = 1 / square
    let numerator = polynomial(
      inverse,
      [
        1.0208116471767425537109375e-01, 4.29206669330596923828125e-01, 3.2379078865051269531250000e-01,
        5.3971976041793823242187500e-02,
      ])
    let denominator = polynomial(
      inverse,
      [
        1.7251677811145782470703125e-02, 3.9137163758277893066406250e-01, 1, 6.2173241376876831054687500e-01,
        9.5662862062454223632812500e-02,
      ])
    return corrected * (numerator / (x * denominator)) + (x < 0 ? 2 : 0)
  }

  /// eˣ, to about one unit in the last place.
  ///
  /// Source: Eigen, `GenericPacketMathFunctions.h` (pexp_float).
  static func exponential(_ value: Float) -> Float {
    guard value >= -104 else { return 0 }
    let x = min(value, 88.723)
    // x = m · ln 2 + r, where ln 2 has two parts.
    let m = (x * 1.44269504088896341 + 0.5).rounded(.down)
    let high = m * -0.693359375 + x
    let r = m * 2.12194440e-4 + high
    let square = r * r
    let odd: Float = square * 8.36894474923610687255859375e-3 + 0.16666518151760101318359375
    let inner: Float = square * 1.37449637986719608306884765625e-3 + 4.166965186595916748046875e-2
    let even: Float = square * inner + 0.49999988079071044921875
    let low: Float = r + 1
    let sum = square * (r * odd + even) + low
    return sum * Float(sign: .plus, exponent: Int(m), significand: 1)
  }

  /// Horner's scheme, the highest power first.
  @inline(__always)
  private static func polynomial(_ x: Float, _ coefficients: [Float]) -> Float {
    var sum = coefficients[0]
    for coefficient in coefficients.dropFirst() { sum = sum * x + coefficient }
    return sum
  }
}
