#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

import TFLiteKernels

extension Tensor {
  /// The elements as real numbers, in row-major order.
  ///
  /// Quantized ones by the arithmetic of DEQUANTIZE: the product in double, rounded once, where one scale holds for all;
  /// one float32 product where every channel has its own. Other integers become the nearest float32, truth values 0 or 1.
  /// Source: `tflite/kernels/internal/reference/dequantize.h`.
  ///
  /// - Throws: ``InterpreterError/invalidTensorDataType`` for complex numbers, 8-bit floats and strings.
  public func floats() throws(InterpreterError) -> [Float] {
    switch dataType {
    case .bool: elements(UInt8.self).map { $0 == 0 ? 0 : 1 }
    case .uInt8: dequantized(elements(UInt8.self))
    case .int8: dequantized(elements(Int8.self))
    case .uInt16: dequantized(elements(UInt16.self))
    case .int16: dequantized(elements(Int16.self))
    case .uInt32: dequantized(elements(UInt32.self))
    case .int32: dequantized(elements(Int32.self))
    case .uInt64: dequantized(elements(UInt64.self))
    case .int64: dequantized(elements(Int64.self))
    case .int4: dequantized(packedElements(bitWidth: 4).map { Int8(bitPattern: $0 << 4) >> 4 })
    case .uInt4: dequantized(packedElements(bitWidth: 4))
    case .int2: dequantized(packedElements(bitWidth: 2).map { Int8(bitPattern: $0 << 6) >> 6 })
    case .bfloat16: elements(UInt16.self).map { Float(bfloat16Pattern: $0) }
    case .float32: elements(Float.self)
    case .float64: elements(Double.self).map { Float($0) }
    case .float16: elements(UInt16.self).map { Float(binary16Pattern: $0) }
    case .float8E4M3FN, .float8E5M2, .complex64, .complex128, .string: throw .invalidTensorDataType
    }
  }

  /// The bytes that stand for real numbers in this tensor, ready for ``Interpreter/copy(_:toInputAt:)-(Data,_)``.
  ///
  /// Quantized ones by the arithmetic of QUANTIZE: divided by the scale in float32, rounded to the nearest integer, halves
  /// away from zero, plus the zero point, kept within the type. Other integers likewise with scale 1 and zero point 0; NaN
  /// counts as 0; truth values are what is not 0. Source: `tflite/kernels/internal/reference/quantize.h`.
  ///
  /// - Parameter values: As many as the tensor has elements, in row-major order.
  /// - Throws: ``InterpreterError/invalidTensorDataCount(provided:required:)`` for another number of values (counted in
  ///   elements), ``InterpreterError/invalidTensorDataType`` for integers of less than a byte, complex numbers, 8-bit
  ///   floats and strings.
  public func quantize(_ values: [Float]) throws(InterpreterError) -> Data {
    let required = shape.dimensions.reduce(1, *)
    guard values.count == required else {
      throw .invalidTensorDataCount(provided: values.count, required: required)
    }
    switch dataType {
    case .bool: return Data(values.map { $0 == 0 ? 0 : 1 })
    case .uInt8: return quantized(values, as: UInt8.self)
    case .int8: return quantized(values, as: Int8.self)
    case .uInt16: return quantized(values, as: UInt16.self)
    case .int16: return quantized(values, as: Int16.self)
    case .uInt32: return quantized(values, as: UInt32.self)
    case .int32: return quantized(values, as: Int32.self)
    case .uInt64: return quantized(values, as: UInt64.self)
    case .int64: return quantized(values, as: Int64.self)
    case .float32: return Self.bytes(values)
    case .float64: return Self.bytes(values.map { Double($0) })
    case .bfloat16: return Self.bytes(values.map { BrainBits($0).bits })
    case .float16: return Self.bytes(values.map { HalfBits($0).bits })
    case .int4, .uInt4, .int2, .float8E4M3FN, .float8E5M2, .complex64, .complex128, .string:
      throw .invalidTensorDataType
    }
  }

  // MARK: Stored elements

  private func elements<Element: BitwiseCopyable>(_ type: Element.Type) -> [Element] {
    let size = MemoryLayout<Element>.stride
    return data.withUnsafeBytes { bytes in
      (0..<bytes.count / size).map { bytes.loadUnaligned(fromByteOffset: $0 * size, as: type) }
    }
  }

  /// Several in a byte, the first in the lowest bits.
  private func packedElements(bitWidth: UInt8) -> [UInt8] {
    let mask: UInt8 = (1 << bitWidth) - 1
    let elements = data.flatMap { byte in
      stride(from: 0, to: 8, by: UInt8.Stride(bitWidth)).map { byte >> UInt8($0) & mask }
    }
    return Array(elements.prefix(shape.dimensions.reduce(1, *)))
  }

  private static func bytes<Element: BitwiseCopyable>(_ elements: [Element]) -> Data {
    elements.withUnsafeBytes { Data($0) }
  }

  // MARK: Quantization

  private func dequantized<Element: FixedWidthInteger>(_ stored: [Element]) -> [Float] {
    guard let parameters = quantizationParameters else { return stored.map { Float($0) } }
    guard parameters.isPerChannel else {
      let scale = Double(parameters.scale)
      return stored.map { Float(scale * Double(Int(truncatingIfNeeded: $0) &- parameters.zeroPoint)) }
    }
    let stride = channelStride(parameters)
    return stored.enumerated().map { index, element in
      let channel = index / stride % parameters.scales.count
      return parameters.scales[channel] * Float(Int(truncatingIfNeeded: element) &- parameters.zeroPoints[channel])
    }
  }

  private func quantized<Element: FixedWidthInteger & BitwiseCopyable>(
    _ values: [Float], as type: Element.Type
  ) -> Data {
    let parameters = quantizationParameters ?? QuantizationParameters(scale: 1, zeroPoint: 0)
    let stride = channelStride(parameters)
    let stored = values.enumerated().map { index, value in
      let channel = index / stride % parameters.scales.count
      let rounded = (value / parameters.scales[channel]).rounded(.toNearestOrAwayFromZero)
      return Element(saturating: Double(rounded) + Double(parameters.zeroPoints[channel]))
    }
    return Self.bytes(stored)
  }

  /// How many elements follow each other in one channel; at least 1.
  private func channelStride(_ parameters: QuantizationParameters) -> Int {
    max(1, shape.dimensions.dropFirst(parameters.quantizedDimension + 1).reduce(1, *))
  }
}

extension FixedWidthInteger {
  /// A whole number kept within the type; NaN becomes 0.
  fileprivate init(saturating value: Double) {
    // The largest number of a wide type is no double, so that the comparison must be with the next one.
    if value >= Double(Self.max) {
      self = .max
    } else if value <= Double(Self.min) {
      self = .min
    } else {
      self = value.isNaN ? 0 : Self(value)
    }
  }
}
