import TFLiteElementaryFunctions
import TestRandomness
import Testing

/// What holds on every platform, whatever its C library gives.
@Suite struct EveryPlatformTests {
  private static let floatDigests: [UInt64] = [
    13_358_424_450_692_321_919, 9_125_103_994_430_414_185, 6_471_545_562_752_511_370, 7_933_808_515_664_789_325,
    5_035_643_198_874_192_375, 6_974_461_465_019_539_901, 4_268_092_977_859_906_335,
  ]
  private static let pairDigests: [UInt64] = [
    17_210_880_803_414_427_690, 4_218_049_835_295_791_958, 13_641_798_421_122_708_056, 10_864_476_426_724_308_491,
    3_772_615_675_650_129_859, 10_264_786_344_898_744_526, 9_145_508_345_815_237_796,
    3_186_341_345_698_733_447,
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
