import Foundation
import PeakPortable
import TFLiteMicrokernels

#if arch(x86_64)
import PeakAVX2
import PeakAVX512
import PeakAVXVNNI
#endif

/// What one core of this machine can do at most, measured when it is first asked for.
///
/// Rates are in operations per nanosecond: thousands of millions a second.
enum Peaks {
  private static let bytes = rates { set in set.multiplyAddBytes }
  private static let floats = rates { set in set.multiplyAddFloats }

  /// Multiplications of 8-bit numbers with their sums (GMAC/s).
  static func multiplyAddsOfBytes(_ set: InstructionSet) -> Double { bytes[set] ?? .infinity }

  /// Multiplications of floats with their sums, unfused (GMAC/s).
  static func multiplyAddsOfFloats(_ set: InstructionSet) -> Double { floats[set] ?? .infinity }

  /// Bytes read and written by `memcpy`, when it moves so many in all (GB/s).
  static func bytesMoved(_ count: Int) -> Double {
    let source = Operand(byteCount: max(64, count / 2))
    let target = Operand(byteCount: max(64, count / 2))
    let repetitions = max(1, 1_000_000 / source.byteCount)
    return best {
      for _ in 0..<repetitions { memcpy(target.address, source.address, source.byteCount) }
      return 2 * source.byteCount * repetitions
    }
  }

  private static func rates(_ work: (InstructionSet) -> ((Int) -> Int)) -> [InstructionSet: Double] {
    return Dictionary(uniqueKeysWithValues: InstructionSet.available.map { set in (set, best { work(set)(20_000) }) })
  }

  /// The greatest of many short measurements: others who use the machine can only make it slower.
  private static func best(_ work: () -> Int) -> Double {
    (0..<40).map { _ in
      let start = DispatchTime.now().uptimeNanoseconds
      let operations = work()
      return Double(operations) / Double(max(1, DispatchTime.now().uptimeNanoseconds - start))
    }.max() ?? .infinity
  }
}

extension InstructionSet {
  /// Runs the loop of bytes; gives the number of products.
  func multiplyAddBytes(iterations: Int) -> Int {
    switch self {
    #if arch(x86_64)
    case .avx2:
      keep(PeakAVX2.multiplyAddBytes(iterations: iterations))
      return iterations * PeakAVX2.chains * PeakAVX2.bytesPerInstruction
    case .avxvnni:
      keep(PeakAVXVNNI.multiplyAddBytes(iterations: iterations))
      return iterations * PeakAVXVNNI.chains * PeakAVXVNNI.bytesPerInstruction
    case .avx512vnni, .avx512vbmi:
      keep(PeakAVX512.multiplyAddBytes(iterations: iterations))
      return iterations * PeakAVX512.chains * PeakAVX512.bytesPerInstruction
    #endif
    default:
      keep(PeakPortable.multiplyAddBytes(iterations: iterations))
      return iterations * PeakPortable.chains * PeakPortable.bytesPerInstruction
    }
  }

  /// Runs the loop of floats; gives the number of products.
  func multiplyAddFloats(iterations: Int) -> Int {
    switch self {
    #if arch(x86_64)
    case .avx2, .avxvnni:
      keep(PeakAVX2.multiplyAddFloats(iterations: iterations))
      return iterations * PeakAVX2.chains * PeakAVX2.floatsPerInstruction
    case .avx512vnni, .avx512vbmi:
      keep(PeakAVX512.multiplyAddFloats(iterations: iterations))
      return iterations * PeakAVX512.chains * PeakAVX512.floatsPerInstruction
    #endif
    default:
      keep(PeakPortable.multiplyAddFloats(iterations: iterations))
      return iterations * PeakPortable.chains * PeakPortable.floatsPerInstruction
    }
  }

  @inline(never) @_optimize(none) private func keep(_ result: some Any) {}
}
