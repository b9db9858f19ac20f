import TFLiteSchema

/// Philox 4×32 with 10 rounds: four random words from a counter and a key, both of which follow from two seeds.
///
/// Source: J. K. Salmon et al., "Parallel random numbers: as easy as 1, 2, 3" (2011); in the C library
/// `tsl/lib/random/philox_random.h`.
struct PhiloxGenerator: Resource, Equatable {
  private(set) var counter: SIMD4<UInt32>
  private let key: SIMD2<UInt32>

  /// What is kept of it is too little to count.
  var byteCount: Int { 0 }

  init(seed: UInt64, secondSeed: UInt64) {
    key = SIMD2(UInt32(truncatingIfNeeded: seed), UInt32(truncatingIfNeeded: seed >> 32))
    counter = SIMD4(0, 0, UInt32(truncatingIfNeeded: secondSeed), UInt32(truncatingIfNeeded: secondSeed >> 32))
  }

  /// The next four words.
  mutating func next() -> SIMD4<UInt32> {
    var words = counter
    var key = key
    for _ in 0..<10 {
      let first = UInt64(words[0]) * 0xD251_1F53
      let second = UInt64(words[2]) * 0xCD9E_8D57
      words = SIMD4(
        UInt32(truncatingIfNeeded: second >> 32) ^ words[1] ^ key[0], UInt32(truncatingIfNeeded: second),
        UInt32(truncatingIfNeeded: first >> 32) ^ words[3] ^ key[1], UInt32(truncatingIfNeeded: first))
      key &+= SIMD2(0x9E37_79B9, 0xBB67_AE85)
    }
    skip(1)
    return words
  }

  /// Passes over some groups of four words.
  mutating func skip(_ count: UInt64) {
    let (low, carry) = (UInt64(counter[0]) | UInt64(counter[1]) << 32).addingReportingOverflow(count)
    counter[0] = UInt32(truncatingIfNeeded: low)
    counter[1] = UInt32(truncatingIfNeeded: low >> 32)
    guard carry else { return }
    counter[2] &+= 1
    if counter[2] == 0 { counter[3] &+= 1 }
  }

  /// A number from 0 to below 1 with the 23 low bits of a word.
  static func uniformFloat(_ word: UInt32) -> Float { Float(bitPattern: word & 0x7f_ffff | 127 << 23) - 1 }

  /// A number from 0 to below 1 with the 20 low bits of a word and all of another.
  static func uniformDouble(_ high: UInt32, _ low: UInt32) -> Double {
    Double(bitPattern: UInt64(high & 0xf_ffff) << 32 | UInt64(low) | 1023 << 52) - 1
  }
}

/// Where an operator keeps its generator from one run to the next.
struct GeneratorPlace: Sendable {
  private let resources: ResourceStore
  private let number: Int64

  /// Seeds the generator, unless the operator only learns in a run what its outputs are: then it goes on.
  init(_ context: OperatorContext) throws(KernelError) {
    let options = try context.optionsOrDefaults(RandomOptions.self)
    // Outside of an interpreter nothing outlives the operator.
    resources = context.resources ?? ResourceStore(byteLimit: .max)
    let output = context.output(0).identity
    number = resources.number(
      of: PhiloxGenerator.self, named: "\(context.identity)", "\(output)", "\(options.seed)", "\(options.seed2)")
    guard context.phase == .allocation || resources.resource(number, as: PhiloxGenerator.self) == nil else { return }
    // Of each seed, the C library keeps 32 bits, with their sign.
    let kept = [options.seed, options.seed2].map { UInt64(bitPattern: Int64(Int32(truncatingIfNeeded: $0))) }
    var seeds = (kept[0], kept[1])
    if seeds == (0, 0) { seeds = (.random(in: 0...(.max)), .random(in: 0...(.max))) }
    _ = resources.set(PhiloxGenerator(seed: seeds.0, secondSeed: seeds.1), number: number)
  }

  /// Draws numbers, and keeps how far the generator has come.
  func draw(_ body: (inout PhiloxGenerator) -> Void) {
    guard var generator = resources.resource(number, as: PhiloxGenerator.self) else { return }
    body(&generator)
    _ = resources.set(generator, number: number)
  }
}
