import TFLiteSchema

/// A function of int16 values as straight lines between 513 stored results.
///
/// Source: `tflite/kernels/internal/common.h`, LUTPopulate and LUTLookup for int16.
///
/// - Complexity: 1537 evaluations of the function at *prepare*; a run only interpolates.
struct InterpolatedTable: UnaryFunction {
  /// The stored results for every 128th stored value, and for the highest one.
  let table: [Int16]

  private static let stepCount = 512

  /// Tabulates a function of real values in float32.
  init(from input: AffineQuantization, to output: AffineQuantization, _ function: (Float) -> Float) {
    self.init(
      scale: input.scale, zeroPoint: input.zeroPoint, outputScale: output.scale, outputZeroPoint: output.zeroPoint,
      function)
  }

  /// Tabulates a function of real values in the precision of the scales. Every entry is moved by half the error that the
  /// line to the next one would make in its middle.
  init<Real: BinaryFloatingPoint>(
    scale: Real, zeroPoint: Int32, outputScale: Real, outputZeroPoint: Int32, _ function: (Real) -> Real
  ) {
    func bound(_ stored: Int32, _ scale: Real, _ zeroPoint: Int32) -> Real { scale * Real(stored - zeroPoint) }
    func round(_ value: Real) -> Real { value.rounded(.toNearestOrAwayFromZero) }
    func stored(_ value: Real) -> Int16 {
      // NaN becomes the lowest result; TFLite converts it without a defined outcome.
      value.isNaN ? .min : Int16(min(max(value, -0x1p15), 0x1p15 - 1))
    }
    let lowest = bound(Int16.range.lowerBound, scale, zeroPoint)
    let highest = bound(Int16.range.upperBound, scale, zeroPoint)
    let inverseScale =
      Real(0x1p16)
      / (bound(Int16.range.upperBound, outputScale, outputZeroPoint)
        - bound(Int16.range.lowerBound, outputScale, outputZeroPoint))
    let step = (highest - lowest) / Real(Self.stepCount)
    let halfStep = step / 2

    table =
      (0..<Self.stepCount).map { index in
        let start = lowest + Real(index) * step
        let value = function(start)
        let middle = function(start + halfStep)
        let next = function(lowest + Real(index + 1) * step)
        let sample = round(value * inverseScale)
        let interpolated = round((next * inverseScale + sample) / 2)
        let error = interpolated - round(middle * inverseScale)
        return stored(sample - round(error / 2))
      } + [stored(round(function(highest) * inverseScale))]
  }

  @inline(__always)
  func callAsFunction(_ stored: Int16) -> Int16 {
    let index = 256 + Int(stored >> 7)
    let offset = Int32(stored & 0x7F)
    let slope = table[index + 1] &- table[index]
    return table[index] &+ Int16(truncatingIfNeeded: roundingUpwardDivideByPowerOfTwo(Int32(slope) &* offset, 7))
  }
}

extension OperatorContext {
  /// Tabulates a function of real values for an operator with one int16 input and an output of the same type and shape.
  func interpolatedTable(of function: (Float) -> Float) throws(KernelError) -> ElementwiseFunction {
    let quantization = try unaryQuantization()
    return ElementwiseFunction(
      outputShape: try input(0).shape, InterpolatedTable(from: quantization.input, to: quantization.output, function))
  }
}
