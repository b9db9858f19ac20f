import TFLiteSchema

/// The real values of a tensor, each decoded when it is asked for: an array of them takes up to 32 times the memory of what
/// is stored.
package struct RealValues: RandomAccessCollection, Sendable {
  private let values: TensorValues
  /// One for all, or one for each channel; none where stored values are real.
  private var scales: [Double] = []
  private var zeroPoints: [Double] = []
  /// How many elements in a row belong to one channel.
  private var channelStride = 1

  package let startIndex = 0
  package let endIndex: Int

  /// - Parameters:
  ///   - values: the stored values; of types without numbers there are none.
  ///   - quantization: what they stand for; nil takes them as they are.
  package init(_ values: TensorValues, _ quantization: Quantization?) {
    self.values = values
    endIndex = values.type.bitWidth.map { Swift.min(values.elementCount, 8 * values.bytes.count / $0) } ?? 0
    guard let quantization, values.type.integerRange != nil else { return }
    if quantization.scale.count > 1 {
      let axis = Int(quantization.quantizedDimension)
      guard values.shape.indices.contains(axis), values.shape[axis] == quantization.scale.count else { return }
      channelStride = values.shape[(axis + 1)...].reduce(1, *)
    }
    scales = quantization.scale.map(Double.init)
    zeroPoints = quantization.zeroPoint.map(Double.init)
  }

  package subscript(position: Int) -> Double {
    precondition(position >= 0 && position < endIndex, "element \(position) of \(endIndex)")
    let stored = values.number(at: position)
    guard !scales.isEmpty else { return stored }
    let channel = scales.count > 1 ? position / channelStride % scales.count : 0
    return scales[channel] * (stored - (channel < zeroPoints.count ? zeroPoints[channel] : 0))
  }
}

extension TensorValues {
  /// An element as one of ``numbers``; there must be one at this position.
  fileprivate func number(at position: Int) -> Double {
    switch type {
    case .float32: Double(element(position, as: Float.self))
    case .float64: Double(bitPattern: element(position, as: UInt64.self))
    case .float16: Double(HalfPrecision.float(bits: element(position, as: UInt16.self)))
    case .bfloat16: Double(Float(bitPattern: UInt32(element(position, as: UInt16.self)) << 16))
    case .uint8: Double(bytes[position])
    case .int8: Double(Int8(bitPattern: bytes[position]))
    case .bool: bytes[position] == 0 ? 0 : 1
    case .int16: Double(element(position, as: Int16.self))
    case .uint16: Double(element(position, as: UInt16.self))
    case .int32: Double(element(position, as: Int32.self))
    case .uint32: Double(element(position, as: UInt32.self))
    case .int64: Double(element(position, as: Int64.self))
    case .uint64: Double(element(position, as: UInt64.self))
    // The real part comes first.
    case .complex64: Double(element(2 * position, as: Float.self))
    case .complex128: Double(bitPattern: element(2 * position, as: UInt64.self))
    case .int4: Double(Int8(truncatingIfNeeded: packed(position, bits: 4) << 4) >> 4)
    case .uint4: Double(packed(position, bits: 4))
    case .int2: Double(Int8(truncatingIfNeeded: packed(position, bits: 2) << 6) >> 6)
    case .float8E4M3FN: Double(EightBitFloat.e4m3fn(bytes[position]))
    case .float8E5M2: Double(EightBitFloat.e5m2(bytes[position]))
    case .string, .resource, .variant: .nan
    }
  }

  private func element<Element: BitwiseCopyable>(_ position: Int, as type: Element.Type) -> Element {
    bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: position * MemoryLayout<Element>.size, as: type) }
  }

  /// An element of fewer than 8 bits; the first of a byte is in its lowest bits.
  private func packed(_ position: Int, bits: Int) -> UInt8 {
    let perByte = 8 / bits
    let mask: UInt8 = (1 << bits) - 1
    return bytes[position / perByte] >> UInt8(bits * (position % perByte)) & mask
  }
}
