import TFLiteMicrokernelsPortable

/// The inner loops of all operators but convolutions and products of matrices. The modules' own documentation says what
/// each function does.
protocol ElementwiseMicrokernels: SendableMetatype {
  typealias ScaledOperand = Portable.ScaledOperand
  typealias ScaledOperands = Portable.ScaledOperands
  typealias PairedRows = Portable.PairedRows
  typealias PixelPosition = Portable.PixelPosition

  // MARK: Pairs of elements

  static func addReference(
    left: UnsafeRawPointer, right: UnsafeRawPointer, output: UnsafeMutableRawPointer, rows: PairedRows,
    scaled: ScaledOperands, sign: Int32, range: Portable.OutputRange)
  static func addXNNPACK(
    left: UnsafeRawPointer, right: UnsafeRawPointer, output: UnsafeMutableRawPointer, rows: PairedRows,
    scaled: ScaledOperands, shift: Int32, range: Portable.OutputRange)
  static func multiplyReference(
    left: UnsafeRawPointer, right: UnsafeRawPointer, output: UnsafeMutableRawPointer, rows: PairedRows,
    scaled: ScaledOperands, range: Portable.OutputRange)
  static func multiplyXNNPACK(
    left: UnsafeRawPointer, right: UnsafeRawPointer, output: UnsafeMutableRawPointer, rows: PairedRows,
    scaled: ScaledOperands, scale: Float, range: Portable.OutputRange)
  static func slopeReference(
    left: UnsafeRawPointer, right: UnsafeRawPointer, output: UnsafeMutableRawPointer, rows: PairedRows,
    scaled: ScaledOperands, range: Portable.OutputRange)

  // MARK: Single elements

  static func lookUp(
    _ table: UnsafeRawPointer, input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int)
  static func quantize(
    input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int, scale: Float, zeroPoint: Int32,
    isSigned: Bool)
  static func dequantize(
    input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int, scale: Float, zeroPoint: Int32,
    isSigned: Bool)

  // MARK: Movement

  static func transposeBytes(
    source: UnsafeRawPointer, sourceStride: Int, target: UnsafeMutableRawPointer, targetStride: Int, rows: Int,
    columns: Int)

  // MARK: Many elements to one

  static func maxPool(
    _ shape: Portable.ConvolutionShape, input: UnsafeRawPointer, output: UnsafeMutableRawPointer, isSigned: Bool,
    lower: Int32, upper: Int32, rows: Range<Int>)
  static func averagePool(
    _ shape: Portable.ConvolutionShape, input: UnsafeRawPointer, output: UnsafeMutableRawPointer, isSigned: Bool,
    lower: Int32, upper: Int32, rows: Range<Int>)
  static func sumPixels(
    input: UnsafeRawPointer, pixels: Int, pixelStride: Int, channels: Int, isSigned: Bool,
    sums: UnsafeMutablePointer<Int32>)
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
}
