/// Integers at offsets of a buffer, bounds checked. Whoever gets nil knows best what to make of it.
struct ByteReader {
  enum ByteOrder {
    case littleEndian
    case bigEndian
  }

  let bytes: UnsafeRawBufferPointer
  let byteOrder: ByteOrder

  init(_ bytes: UnsafeRawBufferPointer, _ byteOrder: ByteOrder) {
    self.bytes = bytes
    self.byteOrder = byteOrder
  }

  func uint16(at offset: Int) -> UInt16? { integer(at: offset) }
  func uint32(at offset: Int) -> UInt32? { integer(at: offset) }
  func int32(at offset: Int) -> Int32? { integer(at: offset) }

  private func integer<Value: FixedWidthInteger>(at offset: Int) -> Value? {
    let size = MemoryLayout<Value>.size
    guard offset >= 0, bytes.count >= size, offset <= bytes.count - size else { return nil }
    let value = bytes.loadUnaligned(fromByteOffset: offset, as: Value.self)
    return byteOrder == .littleEndian ? Value(littleEndian: value) : Value(bigEndian: value)
  }
}
