extension ElementaryFunctions {
  /// The complementary error function, 1 − erf x.
  ///
  /// Source: glibc, `sysdeps/ieee754/flt-32/s_erff.c`.
  package static func erfc(_ x: Float) -> Float {
    if x.isNaN { return x.quieted }
    let magnitude = x.magnitude
    if magnitude < 0.84375 { return erfcNearZero(x) }
    if magnitude < 1.25 { return erfcNearOne(x) }
    if x < -6 { return 2 }
    if magnitude >= 28 { return 0 }
    let tail = erfcTail(magnitude)
    return x > 0 ? tail : 2 - tail
  }

  @inline(__always)
  private static func erfcNearZero(_ x: Float) -> Float {
    if x.magnitude < 0x1p-26 { return 1 - x }
    let z = x * x
    let numerator = polynomial(
      z, 1.2837916613e-01, -3.2504209876e-01, -2.8481749818e-02, -5.7702702470e-03, -2.3763017452e-05)
    let denominator = polynomial(
      z, 1, 3.9791721106e-01, 6.5022252500e-02, 5.0813062117e-03, 1.3249473704e-04, -3.9602282413e-06)
    let quotient = numerator / denominator
    if x < 0.25 { return 1 - (x + x * quotient) }
    return 0.5 - (x * quotient + (x - 0.5))
  }

  @inline(__always)
  private static func erfcNearOne(_ x: Float) -> Float {
    let s = x.magnitude - 1
    let numerator = polynomial(
      s, -2.3621185683e-03, 4.1485610604e-01, -3.7220788002e-01, 3.1834661961e-01, -1.1089469492e-01, 3.5478305072e-02,
      -2.1663755178e-03)
    let denominator = polynomial(
      s, 1, 1.0642088205e-01, 5.4039794207e-01, 7.1828655899e-02, 1.2617121637e-01, 1.3637083583e-02, 1.1984500103e-02)
    let quotient = numerator / denominator
    // erf 1, nearly.
    let center: Float = 8.4506291151e-01
    return x > 0 ? (1 - center) - quotient : 1 + (center + quotient)
  }

  /// For x from 1.25 to 28.
  @inline(__always)
  private static func erfcTail(_ x: Float) -> Float {
    let s = 1 / (x * x)
    let quotient: Float
    // 1 / 0.35
    if x.bitPattern < 0x4036_db6d {
      let numerator = polynomial(
        s, -9.8649440333e-03, -6.9385856390e-01, -1.0558626175e+01, -6.2375331879e+01, -1.6239666748e+02,
        -1.8460508728e+02, -8.1287437439e+01, -9.8143291473e+00)
      let denominator = polynomial(
        s, 1, 1.9651271820e+01, 1.3765776062e+02, 4.3456588745e+02, 6.4538726807e+02, 4.2900814819e+02,
        1.0863500214e+02,
        6.5702495575e+00, -6.0424413532e-02)
      quotient = numerator / denominator
    } else {
      let numerator = polynomial(
        s, -9.8649431020e-03, -7.9928326607e-01, -1.7757955551e+01, -1.6063638306e+02, -6.3756646729e+02,
        -1.0250950928e+03, -4.8351919556e+02)
      let denominator = polynomial(
        s, 1, 3.0338060379e+01, 3.2579251099e+02, 1.5367296143e+03, 3.1998581543e+03, 2.5530502930e+03,
        4.7452853394e+02,
        -2.2440952301e+01)
      quotient = numerator / denominator
    }
    // A part of x whose square is exact.
    let rough = Float(bitPattern: x.bitPattern & 0xffff_e000)
    return exp(-rough * rough - 0.5625) * exp((rough - x) * (rough + x) + quotient) / x
  }

  /// Horner's scheme, the lowest power first.
  @inline(__always)
  private static func polynomial(_ x: Float, _ coefficients: Float...) -> Float {
    var sum = coefficients[coefficients.count - 1]
    for coefficient in coefficients.dropLast().reversed() { sum = x * sum + coefficient }
    return sum
  }
}
