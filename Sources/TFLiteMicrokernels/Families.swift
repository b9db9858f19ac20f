import TFLiteMicrokernelsPortable

// What the modules of instruction sets offer. Their own documentation says what each function does: it stands at the
// functions of the same names in the folders of Sources/MicrokernelLoops.

/// Functions that one module has together.
public protocol MicrokernelFamily: SendableMetatype {
  typealias ConvolutionShape = Microkernels.ConvolutionShape
  typealias Addend = Microkernels.Addend
  typealias OutputRange = Microkernels.OutputRange
  typealias ScaledOperand = Microkernels.ScaledOperand
  typealias ScaledOperands = Microkernels.ScaledOperands
  typealias PairedRows = Microkernels.PairedRows
  typealias SumFactors = Microkernels.SumFactors
  typealias PixelPosition = Microkernels.PixelPosition

  /// The instructions that the module is compiled for.
  static var instructionSet: InstructionSet { get }
}

/// What becomes of the sums of products of bytes, packed in the order of the weights that they belong to.
public protocol EpilogueMicrokernels: MicrokernelFamily {
  static func epilogueByteCount(weights: UnsafeRawPointer) -> Int
  static func packReferenceEpilogue(
    into block: UnsafeMutableRawPointer, weights: UnsafeRawPointer, bias: UnsafePointer<Int32>?,
    inputZeroPoint: Int32, inputIsSigned: Bool, multipliers: UnsafePointer<Int32>, exponents: UnsafePointer<Int32>,
    range: OutputRange)
  static func packXNNPACKEpilogue(
    into block: UnsafeMutableRawPointer, weights: UnsafeRawPointer, bias: UnsafePointer<Int32>?,
    inputZeroPoint: Int32, inputIsSigned: Bool, scales: UnsafePointer<Float>, range: OutputRange)
  static func packExactEpilogue(
    into block: UnsafeMutableRawPointer, weights: UnsafeRawPointer, bias: UnsafePointer<Int32>?,
    inputZeroPoint: Int32, inputIsSigned: Bool, scales: UnsafePointer<Float>, range: OutputRange)
  static func packAccumulatorEpilogue(
    into block: UnsafeMutableRawPointer, weights: UnsafeRawPointer, bias: UnsafePointer<Int32>?,
    inputZeroPoint: Int32, inputIsSigned: Bool)
}

/// How a convolution is cut into tiles.
public protocol TileMicrokernels: MicrokernelFamily {
  static func panelCount(columns: Int) -> Int
  static func convolutionScratchByteCount(_ shape: ConvolutionShape) -> Int
}

/// See ``Microkernels/convolution``.
public protocol ConvolutionMicrokernels: TileMicrokernels, EpilogueMicrokernels {
  static func packedWeightsByteCount(
    _ weights: UnsafeRawPointer, isSigned: Bool, zeroPoint: Int32, columns: Int, depth: Int, preparesRows: Bool
  ) -> Int
  static func packWeights(
    _ weights: UnsafeRawPointer, isSigned: Bool, zeroPoint: Int32, columns: Int, depth: Int, preparesRows: Bool,
    into block: UnsafeMutableRawPointer)
  static func convolve(
    _ shape: ConvolutionShape, input: UnsafeRawPointer, isSigned: Bool, zeroPoint: Int32,
    weights: UnsafeRawPointer, epilogue: UnsafeRawPointer, output: UnsafeMutableRawPointer,
    pixels: Range<Int>, panels: Range<Int>, scratch: UnsafeMutableRawPointer)
}

/// See ``Microkernels/floatConvolution``.
public protocol FloatConvolutionMicrokernels: TileMicrokernels {
  static func packedFloatWeightsByteCount(columns: Int, depth: Int) -> Int
  static func packFloatWeights(
    _ weights: UnsafeRawPointer, columns: Int, depth: Int, into block: UnsafeMutableRawPointer)
  static func epilogueByteCount(weights: UnsafeRawPointer) -> Int
  static func packFloatEpilogue(
    into block: UnsafeMutableRawPointer, weights: UnsafeRawPointer, bias: UnsafePointer<Float>?, lower: Float,
    upper: Float)
  static func convolveFloat(
    _ shape: ConvolutionShape, isFused: Bool, input: UnsafeRawPointer, weights: UnsafeRawPointer,
    epilogue: UnsafeRawPointer, addend: Addend?, output: UnsafeMutableRawPointer, pixels: Range<Int>,
    panels: Range<Int>, scratch: UnsafeMutableRawPointer)
}

/// See ``Microkernels/depthwise``.
public protocol DepthwiseMicrokernels: EpilogueMicrokernels {
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
    weights: UnsafeRawPointer, epilogue: UnsafeRawPointer, output: UnsafeMutableRawPointer,
    rows: Range<Int>, units: Range<Int>, scratch: UnsafeMutableRawPointer)
}

/// See ``Microkernels/floatDepthwise``.
public protocol FloatDepthwiseMicrokernels: MicrokernelFamily {
  /// The same on vectors of half as many floats, for channels that leave the other half empty: some processors take half of
  /// the time for them, and none takes more. nil where there are none.
  static var onHalfVectors: (any FloatDepthwiseMicrokernels.Type)? { get }
  static var floatLanes: Int { get }
  static func convolveDepthwiseFloat(
    _ shape: ConvolutionShape, isFused: Bool, input: UnsafeRawPointer, weights: UnsafeRawPointer, weightStride: Int,
    bias: UnsafeRawPointer, output: UnsafeMutableRawPointer, lower: Float, upper: Float, rows: Range<Int>)
}

extension FloatDepthwiseMicrokernels {
  /// Most sets have no others to call.
  public static var onHalfVectors: (any FloatDepthwiseMicrokernels.Type)? { nil }
}

/// See ``Microkernels/pairs``.
public protocol PairMicrokernels: MicrokernelFamily {
  static func addReference(
    left: UnsafeRawPointer, right: UnsafeRawPointer, output: UnsafeMutableRawPointer, rows: PairedRows,
    scaled: ScaledOperands, sign: Int32, range: OutputRange)
  static func factorsGiveReferenceSums(
    _ factors: SumFactors, scaled: ScaledOperands, sign: Int32, range: OutputRange
  ) -> Bool
  static func addByFactors(
    left: UnsafeRawPointer, right: UnsafeRawPointer, output: UnsafeMutableRawPointer, rows: PairedRows,
    factors: SumFactors, range: OutputRange)
  static func addXNNPACK(
    left: UnsafeRawPointer, right: UnsafeRawPointer, output: UnsafeMutableRawPointer, rows: PairedRows,
    scaled: ScaledOperands, shift: Int32, range: OutputRange)
  static func multiplyReference(
    left: UnsafeRawPointer, right: UnsafeRawPointer, output: UnsafeMutableRawPointer, rows: PairedRows,
    scaled: ScaledOperands, range: OutputRange)
  static func multiplyXNNPACK(
    left: UnsafeRawPointer, right: UnsafeRawPointer, output: UnsafeMutableRawPointer, rows: PairedRows,
    scaled: ScaledOperands, scale: Float, range: OutputRange)
  static func multiplyExactly(
    left: UnsafeRawPointer, right: UnsafeRawPointer, output: UnsafeMutableRawPointer, rows: PairedRows,
    scaled: ScaledOperands, scale: Float, range: OutputRange)
  static func preluReference(
    left: UnsafeRawPointer, right: UnsafeRawPointer, output: UnsafeMutableRawPointer, rows: PairedRows,
    scaled: ScaledOperands, range: OutputRange)
  static func preluScalesByteCount(channels: Int) -> Int?
  static func packPreluScales(
    into block: UnsafeMutableRawPointer, slopes: UnsafeRawPointer, channels: Int, scaled: ScaledOperands,
    range: OutputRange
  ) -> Bool
  static func preluByScales(
    _ scales: UnsafeRawPointer, input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int,
    range: OutputRange)
}

/// See ``Microkernels/floatPairs``.
public protocol FloatPairMicrokernels: MicrokernelFamily {
  static func addFloats(
    left: UnsafeRawPointer, right: UnsafeRawPointer, output: UnsafeMutableRawPointer, rows: PairedRows, lower: Float,
    upper: Float)
  static func addPaddedFloats(
    left: UnsafeRawPointer, right: UnsafeRawPointer, output: UnsafeMutableRawPointer, rows: Int, count: Int,
    rightCount: Int, lower: Float, upper: Float)
  static func subtractFloats(
    left: UnsafeRawPointer, right: UnsafeRawPointer, output: UnsafeMutableRawPointer, rows: PairedRows, lower: Float,
    upper: Float)
  static func multiplyFloats(
    left: UnsafeRawPointer, right: UnsafeRawPointer, output: UnsafeMutableRawPointer, rows: PairedRows, lower: Float,
    upper: Float)
  static func preluFloats(
    left: UnsafeRawPointer, right: UnsafeRawPointer, output: UnsafeMutableRawPointer, rows: PairedRows, one: Float)
}

/// See ``Microkernels/tables``.
public protocol TableMicrokernels: MicrokernelFamily {
  static func lookUp(
    _ table: UnsafeRawPointer, input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int)
}

/// See ``Microkernels/elements``.
public protocol ElementMicrokernels: MicrokernelFamily {
  static func quantize(
    input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int, scale: Float, zeroPoint: Int32,
    isSigned: Bool)
  static func quantizeToEven(
    input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int, factor: Float, zeroPoint: Int32,
    isSigned: Bool, notANumber: Float)
  static func dequantize(
    input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int, scale: Float, zeroPoint: Int32,
    isSigned: Bool)
  static func quantizeByTruncation(
    input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int, inverseScale: Float, zeroPoint: Int32,
    lower: Int32, upper: Int32
  ) -> Int
  static func scaleSums(
    _ values: UnsafeMutableRawPointer, pixels: Int, channels: Int, zeroPoint: Int32, scale: Float,
    weightSums: UnsafeRawPointer, weightScales: UnsafeRawPointer, scalesFirst: Bool, bias: UnsafeRawPointer?,
    lower: Float, upper: Float)
}

/// See ``Microkernels/elementary``.
public protocol ElementaryMicrokernels: MicrokernelFamily {
  static func applyExp(input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int)
  static func applyExp(
    input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int, offset: Float, scale: Float)
  static func applyLogistic(input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int)
  static func applySiLU(input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int)
  static func applyApproximateLogistic(input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int)
  static func applyApproximateSiLU(input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int)
  static func applyHardSwish(input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int)
  static func applyLeakyRelu(input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int, slope: Float)
  static func applyTanh(input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int)
  static func applyElu(input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int)
}

/// See ``Microkernels/pooling``.
public protocol PoolingMicrokernels: MicrokernelFamily {
  static func maxPool(
    _ shape: ConvolutionShape, input: UnsafeRawPointer, output: UnsafeMutableRawPointer, isSigned: Bool,
    lower: Int32, upper: Int32, rows: Range<Int>)
  static func averagePool(
    _ shape: ConvolutionShape, input: UnsafeRawPointer, output: UnsafeMutableRawPointer, isSigned: Bool,
    lower: Int32, upper: Int32, rows: Range<Int>)
  static func maxPoolFloat(
    _ shape: ConvolutionShape, input: UnsafeRawPointer, output: UnsafeMutableRawPointer, lower: Float, upper: Float,
    rows: Range<Int>)
  static func averagePoolFloat(
    _ shape: ConvolutionShape, input: UnsafeRawPointer, output: UnsafeMutableRawPointer, lower: Float, upper: Float,
    rows: Range<Int>)
  static func l2PoolFloat(
    _ shape: ConvolutionShape, input: UnsafeRawPointer, output: UnsafeMutableRawPointer, lower: Float, upper: Float,
    rows: Range<Int>)
}

/// See ``Microkernels/reduction``.
public protocol ReductionMicrokernels: MicrokernelFamily {
  static func sumPixels(
    input: UnsafeRawPointer, pixels: Int, pixelStride: Int, channels: Int, isSigned: Bool,
    sums: UnsafeMutablePointer<Int32>)
  static func largestBytes(
    input: UnsafeRawPointer, rowStride: Int, columns: Int, rows: Int, maxima: UnsafeMutablePointer<UInt8>)
  static func largestFloats(
    input: UnsafeRawPointer, rowStride: Int, columns: Int, rows: Int, maxima: UnsafeMutablePointer<Float>)
  static func extremeFloats(input: UnsafeRawPointer, count: Int, extremes: UnsafeMutablePointer<Float>)
}

/// See ``Microkernels/interpolation``.
public protocol InterpolationMicrokernels: MicrokernelFamily {
  static func interpolateFloat(
    top: UnsafeRawPointer, bottom: UnsafeRawPointer, vertical: Float, columns: UnsafePointer<PixelPosition>,
    count: Int, channels: Int, output: UnsafeMutableRawPointer)
  static func interpolateFloats(
    top: UnsafeRawPointer, bottom: UnsafeRawPointer, vertical: Float, columns: UnsafePointer<PixelPosition>,
    count: Int, channels: Int, output: UnsafeMutableRawPointer)
  static func interpolateFixed(
    top: UnsafeRawPointer, bottom: UnsafeRawPointer, vertical: Float, columns: UnsafePointer<PixelPosition>,
    count: Int, channels: Int, output: UnsafeMutableRawPointer)
  static func interpolateXNNPACK(
    top: UnsafeRawPointer, bottom: UnsafeRawPointer, vertical: Float, columns: UnsafePointer<PixelPosition>,
    count: Int, channels: Int, isSigned: Bool, output: UnsafeMutableRawPointer)
}

/// See ``Microkernels/transposition``.
public protocol TranspositionMicrokernels: MicrokernelFamily {
  static func transposeBytes(
    source: UnsafeRawPointer, sourceStride: Int, target: UnsafeMutableRawPointer, targetStride: Int, rows: Int,
    columns: Int)
}
