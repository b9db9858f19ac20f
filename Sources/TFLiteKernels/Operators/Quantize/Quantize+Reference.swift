/// The specification of QUANTIZE from float32: divided by the scale, ties away from zero. The sum with the zero point wraps
/// around.
///
/// Source: `tflite/kernels/internal/reference/quantize.h`.
extension Quantize {
  @specialized(where Output == UInt8)
  @specialized(where Output == Int8)
  @specialized(where Output == Int16)
  func runReference(_ call: OperatorCall) {
    let input = call.input(0, as: Float.self)
    let output = call.output(0, as: Output.self)
    call.forEachPart(of: 0..<outputShape.reduce(1, *)) { part in
      for index in part { output[index] = Output(quantizing: input[index], quantization) }
    }
  }
}

/// The specification of QUANTIZE with a scale for each channel.
///
/// Source: `tflite/kernels/internal/reference/quantize.h`, PerChannelQuantize.
extension QuantizePerChannel {
  func runReference(_ call: OperatorCall) {
    let input = call.input(0, as: Float.self)
    let output = call.output(0, as: Output.self)
    channels.forEachElement(outputShape, call.workers) { index, quantization in
      output[index] = Output(quantizing: input[index], quantization)
    }
  }
}

extension QuantizedInteger {
  @inline(__always)
  fileprivate init(quantizing value: Float, _ quantization: AffineQuantization) {
    self = Self(quantization.stored(value), clampedTo: Self.range)
  }
}

extension AffineQuantization {
  /// `round(value / scale) + zeroPoint`, not clamped; ties are rounded away from zero. The lowest 32-bit integer is the
  /// quotient that does not fit, and NaN: C++ leaves open what these become, this is what x86-64 does.
  @inline(__always)
  func stored(_ value: Float) -> Int32 {
    let rounded = (value / scale).rounded(.toNearestOrAwayFromZero)
    return (rounded.magnitude < 0x1p31 ? Int32(rounded) : .min) &+ zeroPoint
  }
}

/// The specification of QUANTIZE from stored values.
///
/// Source: `tflite/kernels/internal/reference/requantize.h`.
extension Requantize {
  @specialized(where Input == UInt8, Output == UInt8)
  @specialized(where Input == UInt8, Output == Int8)
  @specialized(where Input == UInt8, Output == Int16)
  @specialized(where Input == Int8, Output == UInt8)
  @specialized(where Input == Int8, Output == Int8)
  @specialized(where Input == Int8, Output == Int16)
  @specialized(where Input == Int16, Output == Int8)
  @specialized(where Input == Int16, Output == Int16)
  @specialized(where Input == Int16, Output == Int32)
  @specialized(where Input == Int32, Output == Int8)
  @specialized(where Input == Int32, Output == Int16)
  func runReference(_ call: OperatorCall) {
    let input = call.input(0, as: Input.self)
    let output = call.output(0, as: Output.self)
    call.forEachPart(of: 0..<outputShape.reduce(1, *)) { part in
      for index in part {
        output[index] = Output(change(Int32(truncatingIfNeeded: input[index])), clampedTo: Output.range)
      }
    }
  }
}
