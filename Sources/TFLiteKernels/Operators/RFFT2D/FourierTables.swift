import TFLiteElementaryFunctions

/// A complex number: real and imaginary part.
typealias ComplexDouble = SIMD2<Double>

/// The factors of Fourier transforms of lengths up to some power of two.
///
/// Angles are fractions of π/4, rounded in this order: times an integer, then divided by a power of two.
///
/// Source: Ooura's `fftsg.c`, makewt and makect.
struct FourierTables: Sendable {
  /// exp(iα) and exp(-3iα) for α = π/4 · index / ``count``.
  private let factors: [(first: ComplexDouble, third: ComplexDouble)]
  /// The least one that is long enough for each transform, and a power of two.
  private let count: Int
  /// Half cosines of π/4 · index / half of their number, which turn a transform of half the length into one of real
  /// numbers; from the middle on, half sines from behind.
  let halves: [Double]

  private static let quarterPi = 0x1.921fb54442d18p-1
  /// cos(π/4).
  static let eighth = ElementaryFunctions.cos(ofSmall: quarterPi)

  /// - Parameters:
  ///   - length: the longest complex transform.
  ///   - realLength: how many real numbers make one transform.
  /// - Throws: ``RunStopped`` when the run that prepares the operator shall end.
  init(length: Int, realLength: Int, _ watch: inout StopWatch) throws(RunStopped) {
    let count = Self.factorCount(length)
    self.count = count
    factors = try watch.map(0..<count, stepsPerElement: 64) { index in
      let angle = Self.quarterPi * Double(index) / Double(count)
      let triple = 3 * Self.quarterPi * Double(index) / Double(count)
      return (
        ComplexDouble(ElementaryFunctions.cos(ofSmall: angle), ElementaryFunctions.sin(ofSmall: angle)),
        ComplexDouble(ElementaryFunctions.cos(ofSmall: triple), -ElementaryFunctions.sin(ofSmall: triple))
      )
    }
    let quarter = realLength / 4
    let half = max(1, quarter / 2)
    halves = try watch.map(0..<max(1, quarter), stepsPerElement: 16) { index in
      let angle = Self.quarterPi / Double(half) * Double(index <= half ? index : quarter - index)
      return 0.5
        * (index <= half ? ElementaryFunctions.cos(ofSmall: angle) : ElementaryFunctions.sin(ofSmall: angle))
    }
  }

  /// The bytes that such tables take.
  static func byteCount(length: Int, realLength: Int) -> Int {
    factorCount(length) * MemoryLayout<(ComplexDouble, ComplexDouble)>.stride + max(1, realLength / 4) * 8
  }

  private static func factorCount(_ length: Int) -> Int { max(2, length / 16) }

  /// exp(iα) for α = π/4 · index / parts.
  func first(_ index: Int, of parts: Int) -> ComplexDouble { factors[index * count / parts].first }

  /// exp(-3iα) for α = π/4 · index / parts.
  func third(_ index: Int, of parts: Int) -> ComplexDouble { factors[index * count / parts].third }

  /// Half the reciprocal of the cosine of α and of 3α for α = π/8 / parts: what sums of two neighboring factors
  /// are multiplied with to get the one between.
  static func halfSecants(between parts: Int) -> (first: Double, third: Double) {
    (
      0.5 / ElementaryFunctions.cos(ofSmall: quarterPi / Double(2 * parts)),
      0.5 / ElementaryFunctions.cos(ofSmall: quarterPi * 3 / Double(2 * parts))
    )
  }
}
