import TFLiteElementaryFunctions
import TFLiteSchema

/// LOGISTIC or TANH of int16 values, as straight lines between 256 stored values of the logistic function, 10.667 / 256
/// apart. TANH is a logistic function of twice the argument.
///
/// Source: `tflite/kernels/activations.cc`, SigmoidPrepare and TanhPrepare;
/// `tflite/kernels/internal/reference/integer_ops/logistic.h` and `tanh.h`; `tflite/kernels/internal/common.h`.
struct InterpolatedSigmoid: UnaryFunction {
  let isTanh: Bool
  let argument: Argument
  private let table = Self.table

  /// How a stored value becomes a place in the table.
  struct Argument: Equatable, Sendable {
    let multiplier: Int32
    let shift: Int32

    /// - Parameter shifts: where the scale is 2⁻¹² times one of these powers of two, places are exact.
    init(scale: Float, exact shifts: ClosedRange<Int32>) {
      if let exponent = exponentOfTwo(scale), shifts.contains(12 + exponent) {
        (multiplier, shift) = (3 << (12 + exponent), 0)
        return
      }
      // Units of 1 / (3 · 4096), with as many bits as there are.
      var (real, shift) = (Double(scale) * 4096 * 3, Int32(0))
      while real <= 32767 / 2, shift <= 30 {
        shift += 1
        real *= 2
      }
      (multiplier, self.shift) = (Int32(min(real, 0x1p31 - 1)), shift)
    }

    @inline(__always)
    func callAsFunction(_ stored: Int16) -> Int32 {
      let half: Int32 = shift > 0 ? 1 << (shift - 1) : 0
      return (Int32(stored) &* multiplier &+ half) >> shift
    }
  }

  /// 2¹⁶ times the logistic function, not above 2¹⁶ - 1. Five entries of TFLite's table are not what this formula gives.
  private static let table: [Int32] = {
    var table = (0..<256).map { index in
      let value = 65535.5 / (1 + ElementaryFunctions.exp(-Double(index) * 10.667 / 256)) + 1
      return min(Int32(value), 65535)
    }
    for (index, value) in odd { table[index] = value }
    return table
  }()

  private static let odd: [(index: Int, value: Int32)] = [
    (3, 34813), (35, 53169), (43, 56174), (174, 65489), (255, 65535),
  ]

  @inline(__always)
  func callAsFunction(_ stored: Int16) -> Int16 {
    let place = argument(stored)
    return Int16(truncatingIfNeeded: isTanh ? tanh(place) : logistic(place))
  }

  @inline(__always)
  private func logistic(_ place: Int32) -> Int32 {
    let magnitude = place.magnitude
    let index = Int(magnitude >> 9)
    let value =
      index >= 255
      ? 0x7FFF << 10 : table[index] << 9 &+ Int32(magnitude & 0x1FF) &* (table[index + 1] &- table[index])
    return (place >= 0 ? value &+ 1 << 9 : 1 << 25 &- value &+ 1 << 9 &- 1) >> 10
  }

  @inline(__always)
  private func tanh(_ place: Int32) -> Int32 {
    let magnitude = place.magnitude
    let index = Int(magnitude >> 8)
    let value =
      index >= 255
      ? 0xFFFF << 8 : table[index] << 8 &+ Int32(magnitude & 0xFF) &* (table[index + 1] &- table[index])
    return (place >= 0 ? value &- 1 << 23 &+ 1 << 7 : 1 << 23 &- value &+ 1 << 7 &- 1) >> 8
  }
}

/// LOGISTIC or TANH of int16 values in units of 2⁻¹², as TFLite computes them unless asked for its reference kernels.
///
/// Source: `tflite/kernels/internal/optimized/optimized_ops.h`, Logistic and Tanh of int16.
private struct FixedPointSigmoid: UnaryFunction {
  let isTanh: Bool
  let shift: Int32

  @inline(__always)
  func callAsFunction(_ stored: Int16) -> Int16 {
    let argument = Int16(clamping: Int32(stored) << shift)
    return isTanh ? FixedPoint16.tanh(argument, integerBits: 3) : FixedPoint16.logistic(argument)
  }
}

extension OperatorContext {
  /// LOGISTIC or TANH of int16: zero points are 0, and results are in units of 2⁻¹⁵.
  func interpolatedSigmoid(isTanh: Bool) throws(KernelError) -> ElementwiseFunction {
    let (input, output) = (try input(0), output(0))
    try require(output, sameTypeAs: input)
    let quantization = try unaryQuantization()
    guard isTanh ? exponentOfTwo(quantization.output.scale) == -15 : quantization.output.scale == 0x1p-15 else {
      throw .quantization(identity, output.identity, expected: "scale \(0x1p-15 as Float), as results have on int16")
    }
    let exact: ClosedRange<Int32> = isTanh ? 0...1 : 0...0
    if numerics != .reference, let exponent = exponentOfTwo(quantization.input.scale), exact.contains(12 + exponent) {
      return ElementwiseFunction(outputShape: input.shape, FixedPointSigmoid(isTanh: isTanh, shift: 12 + exponent))
    }
    let argument = InterpolatedSigmoid.Argument(scale: quantization.input.scale, exact: exact)
    return ElementwiseFunction(outputShape: input.shape, InterpolatedSigmoid(isTanh: isTanh, argument: argument))
  }
}
