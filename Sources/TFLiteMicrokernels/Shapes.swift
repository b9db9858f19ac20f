import TFLiteMicrokernelsPortable

// Tuples, which are the same types in all modules.
extension Microkernels {
  /// Where a convolution finds its activations and puts its results.
  public typealias ConvolutionShape = Portable.ConvolutionShape
  /// What is added to floats, and the bounds of the sums.
  public typealias Addend = Portable.Addend
  /// What an 8-bit result is clamped to and represented in.
  public typealias OutputRange = Portable.OutputRange
  /// Zero point and multiplier of an operand.
  public typealias ScaledOperand = Portable.ScaledOperand
  /// Zero points and multipliers of two operands and the result.
  public typealias ScaledOperands = Portable.ScaledOperands
  /// What two bytes are multiplied by before they are added.
  public typealias SumFactors = Portable.SumFactors
  /// Which elements of two arrays belong together.
  public typealias PairedRows = Portable.PairedRows
  /// Where an output pixel lies between two input pixels.
  public typealias PixelPosition = Portable.PixelPosition
}
