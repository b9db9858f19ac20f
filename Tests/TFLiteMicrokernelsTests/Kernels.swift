// Benchmarks use this file, too.
import TFLiteMicrokernelsPortable

#if arch(x86_64)
  import TFLiteMicrokernelsAVX2
  import TFLiteMicrokernelsAVX512
#endif

/// What every instruction-set module has to offer.
protocol Kernels {
  static func packedWeightsByteCount(
    _ weights: UnsafeRawPointer, isSigned: Bool, zeroPoint: Int32, columns: Int, depth: Int
  ) -> Int
  static func packWeights(
    _ weights: UnsafeRawPointer, isSigned: Bool, zeroPoint: Int32, columns: Int, depth: Int,
    into block: UnsafeMutableRawPointer)

  static func packedOutputByteCount(weights: UnsafeRawPointer) -> Int
  static func packReferenceOutput(
    into block: UnsafeMutableRawPointer, weights: UnsafeRawPointer, bias: UnsafePointer<Int32>?,
    inputZeroPoint: Int32, inputIsSigned: Bool, multipliers: UnsafePointer<Int32>, exponents: UnsafePointer<Int32>,
    range: OutputRange)
  static func packXNNPACKOutput(
    into block: UnsafeMutableRawPointer, weights: UnsafeRawPointer, bias: UnsafePointer<Int32>?,
    inputZeroPoint: Int32, inputIsSigned: Bool, scales: UnsafePointer<Float>, range: OutputRange)
  static func packAccumulatorOutput(
    into block: UnsafeMutableRawPointer, weights: UnsafeRawPointer, bias: UnsafePointer<Int32>?,
    inputZeroPoint: Int32, inputIsSigned: Bool)

  static func panelCount(columns: Int) -> Int
  static func convolutionScratchByteCount(_ shape: ConvolutionShape) -> Int
  static func convolve(
    _ shape: ConvolutionShape, input: UnsafeRawPointer, isSigned: Bool, zeroPoint: Int32,
    weights: UnsafeRawPointer, packedOutput: UnsafeRawPointer, output: UnsafeMutableRawPointer,
    pixels: Range<Int>, panels: Range<Int>, scratch: UnsafeMutableRawPointer)

  static func packedDepthwiseWeightsByteCount(
    _ weights: UnsafeRawPointer, isSigned: Bool, zeroPoint: Int32, channels: Int, kernelHeight: Int, kernelWidth: Int
  ) -> Int
  static func packDepthwiseWeights(
    _ weights: UnsafeRawPointer, isSigned: Bool, zeroPoint: Int32, channels: Int, kernelHeight: Int, kernelWidth: Int,
    into block: UnsafeMutableRawPointer)
  static func depthwiseUnitCount(channels: Int) -> Int
  static func depthwiseScratchByteCount(_ shape: ConvolutionShape, weights: UnsafeRawPointer) -> Int
  static func convolveDepthwise(
    _ shape: ConvolutionShape, multiplier: Int, input: UnsafeRawPointer, isSigned: Bool, zeroPoint: Int32,
    weights: UnsafeRawPointer, packedOutput: UnsafeRawPointer, output: UnsafeMutableRawPointer,
    rows: Range<Int>, units: Range<Int>, scratch: UnsafeMutableRawPointer)

  static func packedFloatWeightsByteCount(columns: Int, depth: Int) -> Int
  static func packFloatWeights(
    _ weights: UnsafeRawPointer, columns: Int, depth: Int, into block: UnsafeMutableRawPointer)
  static func packFloatOutput(
    into block: UnsafeMutableRawPointer, weights: UnsafeRawPointer, bias: UnsafePointer<Float>?, lower: Float,
    upper: Float)
  static func convolveFloat(
    _ shape: ConvolutionShape, isFused: Bool, input: UnsafeRawPointer, weights: UnsafeRawPointer,
    packedOutput: UnsafeRawPointer, output: UnsafeMutableRawPointer, pixels: Range<Int>, panels: Range<Int>,
    scratch: UnsafeMutableRawPointer)
  static func convolveDepthwiseFloat(
    _ shape: ConvolutionShape, isFused: Bool, input: UnsafeRawPointer, weights: UnsafeRawPointer,
    bias: UnsafeRawPointer, output: UnsafeMutableRawPointer, lower: Float, upper: Float, rows: Range<Int>)

  static func addReference(
    left: UnsafeRawPointer, right: UnsafeRawPointer, output: UnsafeMutableRawPointer, rows: PairedRows,
    scaled: ScaledOperands, sign: Int32,
    range: OutputRange)
  static func addXNNPACK(
    left: UnsafeRawPointer, right: UnsafeRawPointer, output: UnsafeMutableRawPointer, rows: PairedRows,
    scaled: ScaledOperands, shift: Int32,
    range: OutputRange)
  static func multiplyReference(
    left: UnsafeRawPointer, right: UnsafeRawPointer, output: UnsafeMutableRawPointer, rows: PairedRows,
    scaled: ScaledOperands, range: OutputRange)
  static func multiplyXNNPACK(
    left: UnsafeRawPointer, right: UnsafeRawPointer, output: UnsafeMutableRawPointer, rows: PairedRows,
    scaled: ScaledOperands, scale: Float,
    range: OutputRange)
  static func slopeReference(
    left: UnsafeRawPointer, right: UnsafeRawPointer, output: UnsafeMutableRawPointer, rows: PairedRows,
    scaled: ScaledOperands, range: OutputRange)
  static func transposeBytes(
    source: UnsafeRawPointer, sourceStride: Int, target: UnsafeMutableRawPointer, targetStride: Int, rows: Int,
    columns: Int)
  static func largestBytes(
    input: UnsafeRawPointer, rowStride: Int, columns: Int, rows: Int, maxima: UnsafeMutablePointer<UInt8>)
  static func largestFloats(
    input: UnsafeRawPointer, rowStride: Int, columns: Int, rows: Int, maxima: UnsafeMutablePointer<Float>)
  static func interpolateFloat(
    top: UnsafeRawPointer, bottom: UnsafeRawPointer, vertical: Float, columns: UnsafePointer<PixelPosition>,
    count: Int, channels: Int, output: UnsafeMutableRawPointer)
  static func interpolateFixed(
    top: UnsafeRawPointer, bottom: UnsafeRawPointer, vertical: Float, columns: UnsafePointer<PixelPosition>,
    count: Int, channels: Int, output: UnsafeMutableRawPointer)
  static func lookUp(
    _ table: UnsafeRawPointer, input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int)
  static func quantize(
    input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int, scale: Float, zeroPoint: Int32,
    isSigned: Bool)
  static func dequantize(
    input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int, scale: Float, zeroPoint: Int32,
    isSigned: Bool)
  static func maxPool(
    _ shape: ConvolutionShape, input: UnsafeRawPointer, output: UnsafeMutableRawPointer, isSigned: Bool,
    lower: Int32, upper: Int32, rows: Range<Int>)
  static func averagePool(
    _ shape: ConvolutionShape, input: UnsafeRawPointer, output: UnsafeMutableRawPointer, isSigned: Bool,
    lower: Int32, upper: Int32, rows: Range<Int>)
  static func sumPixels(
    input: UnsafeRawPointer, pixels: Int, pixelStride: Int, channels: Int, isSigned: Bool,
    sums: UnsafeMutablePointer<Int32>)
}

typealias ScaledOperand = Portable.ScaledOperand
typealias ScaledOperands = Portable.ScaledOperands
typealias PairedRows = Portable.PairedRows
typealias PixelPosition = Portable.PixelPosition
typealias OutputRange = Portable.OutputRange
typealias ConvolutionShape = Portable.ConvolutionShape

extension Portable: Kernels {}
#if arch(x86_64)
  extension AVX2: Kernels {}
  extension AVX512VNNI: Kernels {}

  /// glibc's view of CPUID; `active` counts only what the operating system has switched on.
  @_silgen_name("__x86_get_cpuid_feature_leaf")
  private func cpuidFeatureLeaf(_ leaf: UInt32) -> UnsafePointer<
    (cpuid: (UInt32, UInt32, UInt32, UInt32), active: (UInt32, UInt32, UInt32, UInt32))
  >

  private let leaf1 = cpuidFeatureLeaf(0).pointee.active
  private let leaf7 = cpuidFeatureLeaf(1).pointee.active
#endif

/// The instruction sets of this architecture, for parameterized tests.
enum InstructionSet: String, CaseIterable {
  case portable, avx2, avx512vnni

  var kernels: any Kernels.Type {
    switch self {
    case .portable: Portable.self
    #if arch(x86_64)
      case .avx2: AVX2.self
      case .avx512vnni: AVX512VNNI.self
    #else
      default: Portable.self
    #endif
    }
  }

  var isAvailable: Bool {
    switch self {
    case .portable: true
    #if arch(x86_64)
      case .avx2: leaf7.1 & 1 << 5 != 0 && leaf1.2 & 1 << 12 != 0
      // AVX-512 F, DQ, BW and VL, then VNNI.
      case .avx512vnni: [16, 17, 30, 31].allSatisfy { leaf7.1 & 1 << $0 != 0 } && leaf7.2 & 1 << 11 != 0
    #else
      default: false
    #endif
    }
  }

  /// What this machine can test. The others are named, so that nobody takes them for tested.
  static let available: [InstructionSet] = {
    let missing = allCases.filter { !$0.isAvailable }
    if !missing.isEmpty { print("not tested, since this machine lacks them: \(missing.map(\.rawValue))") }
    return allCases.filter(\.isAvailable)
  }()
}
