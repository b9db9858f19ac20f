extension ElementaryFunctions {
  /// 1 / (1 + e⁻ˣ), all of it computed in float32: within 2.5 units in the last place, and 0 where the result is below the
  /// normal numbers.
  package static func approximateLogistic(_ x: Float) -> Float {
    guard x == x else { return x + x }
    // Beyond these, nothing changes, or the power is no normal number.
    let z = -min(max(x, smallest), -smallest)
    // z = n · ln 2 + r, where n is whole. Adding the shift rounds, and leaves n in the lowest bits.
    let shifted = sum(0x1.8p23, z, 0x1.715476p+0)
    let n = shifted - 0x1.8p23
    // In two parts of ln 2.
    let r = sum(sum(z, n, -0x1.62e43p-1), n, 0x1.05c61p-29)
    let scale = Float(bitPattern: shifted.bitPattern &<< 23 &+ (1 as Float).bitPattern)
    // e to the power of r, less 1: the polynomial has the smallest relative error of its degree, 3.1e-9. Its terms are
    // taken in pairs, which vectors can compute at the same time.
    let square = r * r
    let lower = sum(0x1.fffffcp-2, r, 0x1.555492p-3)
    let upper = sum(sum(0x1.5558f2p-5, r, 0x1.123a20p-7), square, 0x1.6a23cep-10)
    let polynomial = sum(r, sum(lower, upper, square), square)
    let power = sum(scale, scale, polynomial)
    return x < smallest ? 0 : 1 / (1 + power)
  }

  /// A number and a product, rounded once.
  private static func sum(_ a: Float, _ b: Float, _ c: Float) -> Float { a.addingProduct(b, c) }

  /// The result for a smaller one is no normal number.
  private static let smallest: Float = -0x1.5d589ep+6
}
