import TFLiteMicrokernelsPortable

/// The inner loops of an instruction set, family by family: see ``InstructionSet/microkernels``.
///
/// A family is what must come from one module together, because one function packs what another reads.
public struct Microkernels: Sendable {
  /// Convolutions and products of matrices of bytes.
  public internal(set) var convolution: any ConvolutionMicrokernels.Type
  /// Convolutions and products of matrices of floats.
  public internal(set) var floatConvolution: any FloatConvolutionMicrokernels.Type
  /// Depthwise convolutions of bytes.
  public internal(set) var depthwise: any DepthwiseMicrokernels.Type
  /// Depthwise convolutions of floats.
  public internal(set) var floatDepthwise: any FloatDepthwiseMicrokernels.Type
  /// Pairs of bytes to bytes.
  public internal(set) var pairs: any PairMicrokernels.Type
  /// Pairs of floats to floats.
  public internal(set) var floatPairs: any FloatPairMicrokernels.Type
  /// Single elements: tables, quantization.
  public internal(set) var elements: any ElementMicrokernels.Type
  /// Windows that slide over images.
  public internal(set) var pooling: any PoolingMicrokernels.Type
  /// Rows and columns to one element each.
  public internal(set) var reduction: any ReductionMicrokernels.Type
  /// Elements between four pixels.
  public internal(set) var interpolation: any InterpolationMicrokernels.Type
  /// Matrices of bytes.
  public internal(set) var transposition: any TranspositionMicrokernels.Type

  /// These with some families replaced.
  func with(_ replace: (inout Microkernels) -> Void) -> Microkernels {
    var result = self
    replace(&result)
    return result
  }
}

// Tuples, which are the same types in all modules.
extension Microkernels {
  /// Where a convolution finds its activations and puts its results.
  public typealias ConvolutionShape = Portable.ConvolutionShape
  /// What an 8-bit result is clamped to and represented in.
  public typealias OutputRange = Portable.OutputRange
  /// Zero point and multiplier of an operand.
  public typealias ScaledOperand = Portable.ScaledOperand
  /// Zero points and multipliers of two operands and the result.
  public typealias ScaledOperands = Portable.ScaledOperands
  /// Which elements of two arrays belong together.
  public typealias PairedRows = Portable.PairedRows
  /// Where an output pixel lies between two input pixels.
  public typealias PixelPosition = Portable.PixelPosition
}
