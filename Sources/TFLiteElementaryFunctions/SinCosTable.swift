/// Sines and cosines of the multiples of 1/128 up to 111/128, each as the sum of two doubles: the numbers that the table of
/// glibc's `sysdeps/ieee754/dbl-64/sincostab.c` holds.
enum SinCosTable {
  struct Row: Sendable {
    let sin: DoublePair
    let cos: DoublePair
  }

  static let rows: [Row] = (0...111).map { row in
    let angle = DoublePair(value: Double(row) / 128, tail: 0)
    // The terms of both series, from the smallest one on.
    var terms = [DoublePair(value: 1, tail: 0)]
    for index in 1..<32 { terms.append((terms[index - 1] * angle) / Double(index)) }
    var (sin, cos) = (DoublePair(value: 0, tail: 0), DoublePair(value: 0, tail: 0))
    for (index, term) in terms.enumerated().reversed() {
      let signed = index & 2 == 0 ? term : term.negated
      if index & 1 == 0 { cos = cos + signed } else { sin = sin + signed }
    }
    return Row(sin: sin, cos: cos)
  }
}

/// A number of about 106 bits: a double, and what is left of the number.
struct DoublePair: Sendable {
  let value: Double
  let tail: Double

  var negated: DoublePair { DoublePair(value: -value, tail: -tail) }

  private init(sum value: Double, _ tail: Double) {
    self.value = value + tail
    self.tail = tail - (self.value - value)
  }

  init(value: Double, tail: Double) { (self.value, self.tail) = (value, tail) }

  static func + (left: DoublePair, right: DoublePair) -> DoublePair {
    let sum = left.value + right.value
    let part = sum - left.value
    let rest = (left.value - (sum - part)) + (right.value - part)
    return DoublePair(sum: sum, rest + left.tail + right.tail)
  }

  static func * (left: DoublePair, right: DoublePair) -> DoublePair {
    let product = left.value * right.value
    let rest = (-product).addingProduct(left.value, right.value)
    return DoublePair(sum: product, rest + (left.value * right.tail + left.tail * right.value))
  }

  static func / (left: DoublePair, divisor: Double) -> DoublePair {
    let quotient = left.value / divisor
    let rest = left.value.addingProduct(-quotient, divisor) + left.tail
    return DoublePair(sum: quotient, rest / divisor)
  }
}
