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

  /// Tabulates a function of real values in float32. Every entry is moved by half the error that the line to the next
  /// one would make in its middle.
  init(from input: AffineQuantization, to output: AffineQuantization, _ function: (Float) -> Float) {
    func bound(_ stored: Int32, _ quantization: AffineQuantization) -> Float {
      quantization.scale * Float(stored - quantization.zeroPoint)
    }
    func round(_ value: Float) -> Float { value.rounded(.toNearestOrAwayFromZero) }
    func stored(_ value: Float) -> Int16 {
      // NaN becomes the lowest result; TFLite converts it without a defined outcome.
      value.isNaN ? .min : Int16(min(max(value, -0x1p15), 0x1p15 - 1))
    }
    let lowest = bound(Int16.range.lowerBound, input)
    let highest = bound(Int16.range.upperBound, input)
    let inverseScale =
      Float(0x1p16) / (bound(Int16.range.upperBound, output) - bound(Int16.range.lowerBound, output))
    let step = (highest - lowest) / Float(Self.stepCount)
    let halfStep = step / 2

    table =
      (0..<Self.stepCount).map { index in
        let start = lowest + Float(index) * step
        let value = function(start)
        let middle = function(start + halfStep)
        let next = function(lowest + Float(index + 1) * step)
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
