// All that is said of instruction sets outside of their own modules: which there are, what they need of a processor, and
// which module serves which family of inner loops. How to add one: see the article "Adding an instruction set".
import TFLiteMicrokernelsPortable

#if arch(x86_64)
import TFLiteMicrokernelsAVX2
import TFLiteMicrokernelsAVX512
import TFLiteMicrokernelsAVX512VBMI
import TFLiteMicrokernelsAVXVNNI
#elseif arch(arm64)
import TFLiteMicrokernelsNEONDotprod
import TFLiteMicrokernelsNEONI8MM
#endif

/// The instructions that inner loops are made of. Results never depend on them.
public enum InstructionSet: String, CaseIterable, Sendable {
  /// No inner loops of any module: every operator runs its plain loops, the specification of all others. Slow.
  case scalar
  /// What every processor of the architecture has: SSE2 on x86-64, NEON on arm64.
  case portable
  /// 256-bit vectors, and fused multiplication of floats.
  case avx2
  /// These, and dot products of bytes.
  case avxvnni
  /// 512-bit vectors and dot products of bytes.
  case avx512vnni
  /// These, and permutations of bytes.
  case avx512vbmi
  /// NEON and dot products of bytes.
  case neonDotprod
  /// These, and products of matrices of bytes.
  case neonI8MM

  /// Whether this processor has the instructions and the operating system lets programs use them.
  public var isAvailable: Bool {
    switch self {
    case .scalar, .portable: true
    case .avx2: CPU.has(.avx2, .fma)
    case .avxvnni: CPU.has(.avx2, .fma, .avxvnni)
    case .avx512vnni: CPU.has(.avx512f, .avx512dq, .avx512bw, .avx512vl, .avx512vnni)
    case .avx512vbmi: CPU.has(.avx512f, .avx512dq, .avx512bw, .avx512vl, .avx512vnni, .avx512vbmi)
    case .neonDotprod: CPU.has(.asimddp)
    case .neonI8MM: CPU.has(.asimddp, .i8mm)
    }
  }

  /// The best of those that are available: each is better than those before it.
  public static let best: InstructionSet = allCases.last { $0.isAvailable } ?? .portable

  /// The inner loops compiled for these instructions; nil where there are none, and every operator runs its plain loops.
  public var microkernels: Microkernels? {
    switch self {
    case .scalar: nil
    case .portable: .portable
    #if arch(x86_64)
    case .avx2: .avx2
    case .avxvnni: .avxvnni
    case .avx512vnni: .avx512vnni
    case .avx512vbmi: .avx512vbmi
    case .neonDotprod, .neonI8MM: nil
    #elseif arch(arm64)
    case .avx2, .avxvnni, .avx512vnni, .avx512vbmi: nil
    case .neonDotprod: .neonDotprod
    case .neonI8MM: .neonI8MM
    #else
    case .avx2, .avxvnni, .avx512vnni, .avx512vbmi, .neonDotprod, .neonI8MM: nil
    #endif
    }
  }
}

extension Microkernels {
  static let portable = Microkernels(
    convolution: Portable.self, floatConvolution: Portable.self, depthwise: Portable.self,
    floatDepthwise: Portable.self, pairs: Portable.self, floatPairs: Portable.self, tables: Portable.self,
    elements: Portable.self, elementary: Portable.self, pooling: Portable.self, reduction: Portable.self,
    interpolation: Portable.self, transposition: Portable.self)

  #if arch(x86_64)
  /// Transposition stays as it is: it moves bytes in vectors of 128 bits, whatever the set.
  static let avx2 = portable.with {
    $0.convolution = AVX2.self
    $0.floatConvolution = AVX2.self
    $0.depthwise = AVX2.self
    $0.floatDepthwise = AVX2.self
    $0.pairs = AVX2.self
    $0.floatPairs = AVX2.self
    $0.tables = AVX2.self
    $0.elements = AVX2.self
    $0.elementary = AVX2.self
    $0.pooling = AVX2.self
    $0.reduction = AVX2.self
    $0.interpolation = AVX2.self
  }

  /// All else needs no products of bytes.
  static let avxvnni = avx2.with {
    $0.convolution = AVXVNNI.self
    $0.depthwise = AVXVNNI.self
  }

  /// Here, transposition has twice as many registers, which hold all 16 rows of a block.
  static let avx512vnni = avx2.with {
    $0.convolution = AVX512VNNI.self
    $0.floatConvolution = AVX512VNNI.self
    $0.depthwise = AVX512VNNI.self
    $0.floatDepthwise = AVX512VNNI.self
    $0.pairs = AVX512VNNI.self
    $0.floatPairs = AVX512VNNI.self
    $0.tables = AVX512VNNI.self
    $0.elements = AVX512VNNI.self
    $0.elementary = AVX512VNNI.self
    $0.pooling = AVX512VNNI.self
    $0.reduction = AVX512VNNI.self
    $0.interpolation = AVX512VNNI.self
    $0.transposition = AVX512VNNI.self
  }

  /// All else has no use for permutations of bytes.
  static let avx512vbmi = avx512vnni.with { $0.tables = AVX512VBMI.self }
  #elseif arch(arm64)
  /// All else needs no products of bytes.
  static let neonDotprod = portable.with { $0.convolution = NEONDotprod.self }
  static let neonI8MM = neonDotprod.with { $0.convolution = NEONI8MM.self }
  #endif
}

// What each module is linked with.

extension Portable: ConvolutionMicrokernels, FloatConvolutionMicrokernels, DepthwiseMicrokernels,
  FloatDepthwiseMicrokernels, PairMicrokernels, FloatPairMicrokernels, TableMicrokernels, ElementMicrokernels,
  ElementaryMicrokernels, PoolingMicrokernels, ReductionMicrokernels, InterpolationMicrokernels,
  TranspositionMicrokernels
{
  /// The instructions that its functions need.
  public static var instructionSet: InstructionSet { .portable }
}

#if arch(x86_64)
extension AVX2: ConvolutionMicrokernels, FloatConvolutionMicrokernels, DepthwiseMicrokernels,
  FloatDepthwiseMicrokernels, PairMicrokernels, FloatPairMicrokernels, TableMicrokernels, ElementMicrokernels,
  ElementaryMicrokernels, PoolingMicrokernels, ReductionMicrokernels, InterpolationMicrokernels
{
  /// The instructions that its functions need.
  public static var instructionSet: InstructionSet { .avx2 }
}

extension AVXVNNI: ConvolutionMicrokernels, DepthwiseMicrokernels {
  /// The instructions that its functions need.
  public static var instructionSet: InstructionSet { .avxvnni }
}

extension AVX512VNNI: ConvolutionMicrokernels, FloatConvolutionMicrokernels, DepthwiseMicrokernels,
  FloatDepthwiseMicrokernels, PairMicrokernels, FloatPairMicrokernels, TableMicrokernels, ElementMicrokernels,
  ElementaryMicrokernels, PoolingMicrokernels, ReductionMicrokernels, InterpolationMicrokernels,
  TranspositionMicrokernels
{
  /// The instructions that its functions need.
  public static var instructionSet: InstructionSet { .avx512vnni }

  /// Every processor with AVX-512 has these, too.
  public static var onHalfVectors: (any FloatDepthwiseMicrokernels.Type)? { AVX2.self }
}

extension AVX512VBMI: TableMicrokernels {
  /// The instructions that its functions need.
  public static var instructionSet: InstructionSet { .avx512vbmi }
}
#elseif arch(arm64)
extension NEONDotprod: ConvolutionMicrokernels {
  /// The instructions that its functions need.
  public static var instructionSet: InstructionSet { .neonDotprod }
}

extension NEONI8MM: ConvolutionMicrokernels {
  /// The instructions that its functions need.
  public static var instructionSet: InstructionSet { .neonI8MM }
}
#endif
