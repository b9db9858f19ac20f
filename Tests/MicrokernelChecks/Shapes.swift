import TFLiteMicrokernels

typealias ConvolutionShape = Microkernels.ConvolutionShape
typealias OutputRange = Microkernels.OutputRange
typealias ScaledOperand = Microkernels.ScaledOperand
typealias ScaledOperands = Microkernels.ScaledOperands
typealias PairedRows = Microkernels.PairedRows
typealias PixelPosition = Microkernels.PixelPosition
