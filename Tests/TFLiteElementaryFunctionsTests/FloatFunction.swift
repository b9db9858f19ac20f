import TFLiteCLibrary
import TFLiteElementaryFunctions
import TestModels
import TestRandomness
import Testing

/// A function of one float32 number, and the judge's.
struct FloatFunction: CustomTestStringConvertible, Sendable {
  let name: String
  /// Where the algorithm takes another path.
  let boundaries: [Float]
  private let compare: @Sendable (_ first: UInt32, _ step: UInt32, _ count: Int) -> Difference
  private let digest: @Sendable (_ first: UInt32, _ step: UInt32, _ count: Int) -> UInt64

  var testDescription: String { name }

  /// Inlined, so that each function gets loops of its own.
  @inline(__always)
  private init(
    _ name: String, boundaries: [Float], _ function: @escaping @Sendable (Float) -> Float,
    _ judge: @escaping @Sendable (Float) -> Float
  ) {
    self.name = name
    self.boundaries = boundaries
    compare = { first, step, count in
      var difference = Difference()
      var bits = first
      for _ in 0..<count {
        let x = Float(bitPattern: bits)
        if function(x).bitPattern != judge(x).bitPattern {
          difference.add("\(x) (0x\(String(x.bitPattern, radix: 16)))")
        }
        bits &+= step
      }
      return difference
    }
    digest = { first, step, count in
      var digest = Digest()
      for index in 0..<count { digest.add(function(Float(bitPattern: first &+ UInt32(index) &* step))) }
      return digest.value
    }
  }

  /// Arguments from all over the range of floats, as the seed picks them.
  func differenceOfSome(seed: UInt32, count: Int) -> Difference { compare(seed, LongTests.argumentStep, count) }

  /// 128 arguments around each boundary, its negative, and those that all functions have.
  func differenceAtBoundaries() -> Difference {
    var difference = Difference()
    for boundary in boundaries + [0, .leastNormalMagnitude, 1, .greatestFiniteMagnitude, .infinity] {
      difference.add(compare(boundary.bitPattern &- 64, 1, 129))
      difference.add(compare((-boundary).bitPattern &- 64, 1, 129))
    }
    return difference
  }

  /// A number for the bits of some results.
  func digestOfSome() -> UInt64 { digest(0, 0x9e37_79b1, 1 << 18) }

  static let all = [
    FloatFunction(
      "exp", boundaries: [88, 88.72284, -87.33655, -103.27893, -103.97208, 130, 150, 0x1p-14],
      { ElementaryFunctions.exp($0) }, { expf($0) }),
    FloatFunction(
      "log", boundaries: (0...16).map { Float(bitPattern: 0x3f33_0000 + $0 << 19) },
      { ElementaryFunctions.log($0) }, { logf($0) }),
    FloatFunction(
      "sin", boundaries: [0x1p-12, 0x1p-126, 120] + (1...32).map { Float($0) * .pi / 4 },
      { ElementaryFunctions.sin($0) }, { sinf($0) }),
    FloatFunction(
      "cos", boundaries: [0x1p-12, 0x1p-126, 120] + (1...32).map { Float($0) * .pi / 4 },
      { ElementaryFunctions.cos($0) }, { cosf($0) }),
    FloatFunction(
      "tanh", boundaries: [0x1p-55, 22] + (1...40).map { (Float($0) - 0.5) * 0.34657359 },
      { ElementaryFunctions.tanh($0) }, { tanhf($0) }),
    FloatFunction(
      "expm1", boundaries: [0x1p-25, 0.25, 88.72168, 88.72284] + (1...130).map { (Float($0) - 0.5) * 0.69314718 },
      { ElementaryFunctions.expm1($0) }, { expm1f($0) }),
    FloatFunction(
      "erfc", boundaries: [0x1p-26, 0.25, 0.84375, 1.25, 1 / 0.35, 6, 9.19455, 10.05, 28],
      { ElementaryFunctions.erfc($0) }, { erfcf($0) }),
  ]
}
