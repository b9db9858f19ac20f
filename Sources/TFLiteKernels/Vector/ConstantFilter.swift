import TFLiteFlatBuffers

/// A filter and a bias that are known at *prepare*.
struct ConstantFilter: Sendable {
  /// As stored.
  let weights: ByteSlice
  /// As stored; nil where the operator has none.
  let bias: ByteSlice?

  /// The elements of the bias; none where the operator has no bias.
  func biasElements<Element: BitwiseCopyable>(_ type: Element.Type = Element.self) -> [Element] {
    let size = MemoryLayout<Element>.size
    return bias?.withUnsafeBytes { bytes in
      (0..<bytes.count / size).map { bytes.loadUnaligned(fromByteOffset: size * $0, as: type) }
    } ?? []
  }
}

extension OperatorContext {
  /// The filter and the bias, where both are known at *prepare* and the activations have over-read padding.
  func constantFilter(activations: Int = 0, filter: Int = 1, bias: Int = 2) -> ConstantFilter? {
    guard optionalInput(activations)?.isPaddedForOverReads == true, let weights = optionalInput(filter)?.constant
    else { return nil }
    guard let bias = optionalInput(bias) else { return ConstantFilter(weights: weights, bias: nil) }
    // Both types that a bias may have, int32 and float32, are of 4 bytes.
    return bias.constant?.slice(offset: 0, count: 4 * UInt64(bias.elementCount)).map {
      ConstantFilter(weights: weights, bias: $0)
    }
  }
}

extension OperatorContext {
  /// A float32 filter that vector loops may take: one of finite numbers, because these multiply padding, which plain
  /// loops skip.
  func constantFloatFilter(activations: Int = 0, filter: Int = 1, bias: Int = 2) -> ConstantFilter? {
    guard let constant = constantFilter(activations: activations, filter: filter, bias: bias) else { return nil }
    return constant.weights.withUnsafeBytes(\.holdsFiniteFloats) ? constant : nil
  }
}

extension UnsafeRawBufferPointer {
  /// Whether all float32 elements are finite: no product of one and 0 is anything but 0.
  var holdsFiniteFloats: Bool {
    (0..<count / 4).allSatisfy { loadUnaligned(fromByteOffset: 4 * $0, as: Float.self).isFinite }
  }
}

extension ConstantFilter {
  /// The sum of the int8 weights of each output channel.
  func sums(channels: Int, depth: Int) -> [Int32] {
    weights.withUnsafeBytes { bytes in
      (0..<channels).map { channel in
        (0..<depth).reduce(0) { $0 &+ Int32(bytes.load(fromByteOffset: channel * depth + $1, as: Int8.self)) }
      }
    }
  }
}
