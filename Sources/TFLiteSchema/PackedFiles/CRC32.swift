import TFLiteFlatBuffers

/// The checksum of ZIP archives and gzip files, of bytes that come piece by piece.
package struct CRC32 {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
  }

  private var complement: UInt32 = ~0

  package init() {}

  /// Of the bytes so far.
  package var value: UInt32 { ~complement }

  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    complement = bytes.reduce(complement) { value, byte in
      Self.table[Int(UInt8(truncatingIfNeeded: value) ^ byte)] ^ value >> 8
    }
  }

  static func checksum(of data: ByteSlice) -> UInt32 {
    var checksum = CRC32()
    data.withUnsafeBytes { checksum.update($0) }
    return checksum.value
  }
}
