import Foundation

extension Double {
  /// Decimal notation with a fixed number of digits behind the point.
  func formatted(fractionDigits: Int) -> String {
    String(format: "%.\(fractionDigits)f", self)
  }

  /// The nearest number with so many decimal digits.
  func rounded(toDigits digits: Int) -> Double {
    let unit = pow(10, Double(digits))
    return (self * unit).rounded() / unit
  }
}
