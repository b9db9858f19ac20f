import TFLiteMicrokernels

typealias ConvolutionShape = Microkernels.ConvolutionShape
typealias OutputRange = Microkernels.OutputRange
typealias ScaledOperands = Microkernels.ScaledOperands
typealias PairedRows = Microkernels.PairedRows
typealias PixelPosition = Microkernels.PixelPosition

extension InstructionSet {
  /// Those of this machine that have inner loops.
  static let available = allCases.filter { $0.isAvailable && $0.microkernels != nil }
}
