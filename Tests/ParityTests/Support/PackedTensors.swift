import TFLiteSchema

extension [UInt8] {
  /// int8 values of which only the upper bits are left, as many as a smaller type has.
  func narrowed(to type: TensorType) -> [UInt8] {
    let dropped = 8 - (type.bitWidth ?? 8)
    return map { UInt8(bitPattern: Int8(bitPattern: $0) >> dropped) }
  }
}

extension TensorSketch {
  /// The same values in a type of less than a byte, the first in the lowest bits; they must fit. nil changes nothing.
  func packed(as type: TensorType?) -> TensorSketch {
    guard let type, let bits = type.bitWidth, bits < 8 else { return self }
    let perByte = 8 / bits
    let mask = UInt8(1 << bits - 1)
    var sketch = self
    sketch.type = type
    sketch.bytes = stride(from: 0, to: bytes.count, by: perByte).map { start in
      bytes[start..<min(start + perByte, bytes.count)].enumerated()
        .reduce(0) { $0 | ($1.element & mask) << UInt8($1.offset * bits) }
    }
    return sketch
  }
}

/// The scales of a tensor that has one for each block of elements along its last dimension.
struct BlockSketch: Sendable {
  var blockSize: Int
  /// float16, row by row.
  var scales: [UInt8]
}

extension SplitMix64 {
  /// A matrix of small integers with scales for blocks.
  mutating func blockwise(_ type: TensorType, rows: Int, blocksPerRow: Int, blockSize: Int) -> TensorSketch {
    let columns = blocksPerRow * blockSize
    let bytes = (0..<rows * columns).map { _ in UInt8(truncatingIfNeeded: next()) }
    var sketch = TensorSketch(
      type: .int8, shape: [rows, columns], bytes: bytes.narrowed(to: type), isConstant: true
    ).packed(as: type)
    // From 2 to the power of -11 to nearly 2, and now and then with a sign that no honest converter writes.
    let scales = (0..<rows * blocksPerRow).map { _ in
      UInt16(int(4...15) << 10 | int(0...1023)) | (chance(0.02) ? 0x8000 : 0)
    }
    sketch.blocks = BlockSketch(blockSize: blockSize, scales: scales.flatMap(littleEndianBytes))
    return sketch
  }
}
