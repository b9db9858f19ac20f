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
  /// Tables of bytes.
  public internal(set) var tables: any TableMicrokernels.Type
  /// Single elements to and from bytes.
  public internal(set) var elements: any ElementMicrokernels.Type
  /// Elementary functions of single floats.
  public internal(set) var elementary: any ElementaryMicrokernels.Type
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
