import TFLiteMicrokernelsPortable

#if arch(x86_64)
  import TFLiteMicrokernelsAVX2
  import TFLiteMicrokernelsAVX512
#endif

/// The instructions that inner loops are made of. Results never depend on them.
public enum InstructionSet: String, CaseIterable, Sendable {
  /// No inner loops of any module: every operator runs its plain loops, the specification of all others. Slow.
  case scalar
  /// What every processor of the architecture has: SSE2 on x86-64, NEON on arm64.
  case portable
  /// 256-bit vectors, and fused multiplication of floats.
  case avx2
  /// 512-bit vectors and dot products of bytes.
  case avx512vnni

  /// Whether this processor has the instructions and the operating system lets programs use them.
  public var isAvailable: Bool {
    switch self {
    case .scalar, .portable: true
    #if arch(x86_64)
      case .avx2: CPU.hasAVX2
      case .avx512vnni: CPU.hasAVX512VNNI
    #else
      case .avx2, .avx512vnni: false
    #endif
    }
  }

  /// The best of those that are available.
  public static let best: InstructionSet = allCases.last { $0.isAvailable } ?? .portable

  /// The module compiled for these instructions; nil where there is none, and an operator runs its plain loops.
  var microkernels: (any Microkernels.Type)? {
    switch self {
    case .scalar: nil
    case .portable: Portable.self
    #if arch(x86_64)
      case .avx2: AVX2.self
      case .avx512vnni: AVX512VNNI.self
    #else
      case .avx2, .avx512vnni: Portable.self
    #endif
    }
  }
}

extension OperatorContext {
  /// The inner loops that the operator may use; nil where it shall run its plain loops.
  var microkernels: (any Microkernels.Type)? { instructionSet.microkernels }
}
