import TFLiteElementaryFunctions
import TestRandomness
import Testing

/// What holds on every platform, whatever its C library gives.
@Suite struct EveryPlatformTests {
  private static let floatDigests: [UInt64] = [
    5_124_247_916_707_776_107, 15_163_784_137_192_872_102, 17_077_408_993_439_801_150, 9_761_719_007_507_443_848,
    2_524_175_501_360_266_272, 15_604_110_409_448_835_086, 14_034_201_101_967_303_086,
  ]
  private static let pairDigests: [UInt64] = [
    4_397_818_623_697_673_092, 10_866_343_734_944_374_373, 1_326_123_573_456_100_051, 1_507_603_901_255_758_875,
    3_892_671_553_826_779_727, 1_369_019_342_607_685_133,
  ]

  @Test(arguments: zip(FloatFunction.all, floatDigests))
  func someResultsAreAsRecorded(_ function: FloatFunction, digest: UInt64) {
    #expect(function.digestOfSome() == digest)
  }

  @Test(arguments: zip(PairFunction.all, pairDigests))
  func someResultsOfPairsAreAsRecorded(_ function: PairFunction, digest: UInt64) {
    #expect(function.digestOfSome() == digest)
  }

  @Test func theApproximateLogisticIsWithinTwoAndAHalfUnits() {
    for bits in stride(from: 0, to: UInt64(1) << 32, by: 1999) {
      let x = Float(bitPattern: UInt32(bits))
      let result = ElementaryFunctions.approximateLogistic(x)
      let exact = 1 / (1 + ElementaryFunctions.exp(-Double(x)))
      guard exact >= Double(Float.leastNormalMagnitude) else {
        #expect(x.isNaN ? result.isNaN : result == 0 || result == .leastNormalMagnitude, "of \(x)")
        continue
      }
      let error = abs(Double(result) - exact) / Double(Float(exact).ulp)
      if error > 2.5 { Issue.record("\(x) gives \(result), \(error) units off") }
    }
  }

  /// Where the processor lacks the instruction, the C library computes it, which should be exact, too.
  @Test func fusedMultiplyAddRoundsOnce() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<1 << 14 {
      let (x, y) = (number(generator.next()), number(generator.next()))
      let canceling = -(x * y) * (1 + Double(generator.next() % 9) * 0x1p-52)
      for z in [number(generator.next()), canceling] {
        let sum = Int128(z * 0x1p110) + Int128(x * 0x1p55) * Int128(y * 0x1p55)
        #expect(z.addingProduct(x, y) == Double(sum) * 0x1p-110)
      }
    }
  }

  /// From 1/8 to 8, or the negative.
  private func number(_ bits: UInt64) -> Double {
    Double(bitPattern: bits & 0x800f_ffff_ffff_ffff | (1020 + bits >> 52 % 6) << 52)
  }
}
