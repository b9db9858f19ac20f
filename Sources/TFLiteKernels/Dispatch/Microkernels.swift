import TFLiteMicrokernelsPortable

#if arch(x86_64)
  import TFLiteMicrokernelsAVX2
  import TFLiteMicrokernelsAVX512
#endif

/// What every instruction-set module offers. The modules' own documentation says what each function does.
protocol Microkernels: ElementwiseMicrokernels {
  typealias OutputRange = Portable.OutputRange
  typealias ConvolutionShape = Portable.ConvolutionShape

  // MARK: Convolution and products of matrices

  static func packedWeightsByteCount(
    _ weights: UnsafeRawPointer, isSigned: Bool, zeroPoint: Int32, columns: Int, depth: Int
  ) -> Int
  static func packWeights(
    _ weights: UnsafeRawPointer, isSigned: Bool, zeroPoint: Int32, columns: Int, depth: Int,
    into block: UnsafeMutableRawPointer)
  static func panelCount(columns: Int) -> Int
  static func convolutionScratchByteCount(_ shape: ConvolutionShape) -> Int
  static func convolve(
    _ shape: ConvolutionShape, input: UnsafeRawPointer, isSigned: Bool, zeroPoint: Int32,
    weights: UnsafeRawPointer, packedOutput: UnsafeRawPointer, output: UnsafeMutableRawPointer,
    pixels: Range<Int>, panels: Range<Int>, scratch: UnsafeMutableRawPointer)

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

  // MARK: Depthwise convolution

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

  static func convolveDepthwiseFloat(
    _ shape: ConvolutionShape, isFused: Bool, input: UnsafeRawPointer, weights: UnsafeRawPointer,
    bias: UnsafeRawPointer, output: UnsafeMutableRawPointer, lower: Float, upper: Float, rows: Range<Int>)

  // MARK: Results

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
}

extension Portable: Microkernels {}
#if arch(x86_64)
  extension AVX2: Microkernels {}
  extension AVX512VNNI: Microkernels {}
#endif
