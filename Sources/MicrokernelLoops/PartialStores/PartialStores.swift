#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
// Writes the first `count` bytes, and no other: for sets without masked stores. What is not a whole vector is written out
// of line, so that it costs neither room nor registers where vectors are whole.

/// Whether part of a vector is stored as fast as a whole one.
@inline(__always) var storesPartsAtOnce: Bool { false }

@inline(__always) func storeBytes(_ bytes: SIMD32<UInt8>, to address: UnsafeMutableRawPointer, count: Int) {
  if count == 32 {
    address.storeBytes(of: bytes, as: SIMD32<UInt8>.self)
  } else {
    storePart(bytes, to: address, count: count)
  }
}

@inline(__always) func storeBytes(_ bytes: SIMD16<UInt8>, to address: UnsafeMutableRawPointer, count: Int) {
  if count == 16 {
    address.storeBytes(of: bytes, as: SIMD16<UInt8>.self)
  } else {
    storePart(bytes, to: address, count: count)
  }
}

@inline(__always) func storeBytes(_ bytes: SIMD8<UInt8>, to address: UnsafeMutableRawPointer, count: Int) {
  if count == 8 {
    address.storeBytes(of: bytes, as: SIMD8<UInt8>.self)
  } else {
    storePart(bytes, to: address, count: count)
  }
}

@inline(__always) func storeBytes(_ bytes: SIMD4<UInt8>, to address: UnsafeMutableRawPointer, count: Int) {
  if count == 4 {
    address.storeBytes(of: bytes, as: SIMD4<UInt8>.self)
    return
  }
  for i in 0..<count { address.storeBytes(of: bytes[i], toByteOffset: i, as: UInt8.self) }
}

@inline(never) private func storePart(_ bytes: SIMD32<UInt8>, to address: UnsafeMutableRawPointer, count: Int) {
  let halves = cast(bytes, to: (SIMD16<UInt8>, SIMD16<UInt8>).self)
  storeBytes(halves.0, to: address, count: min(count, 16))
  if count > 16 { storeBytes(halves.1, to: address + 16, count: count &- 16) }
}

@inline(never) private func storePart(_ bytes: SIMD16<UInt8>, to address: UnsafeMutableRawPointer, count: Int) {
  let halves = cast(bytes, to: (SIMD8<UInt8>, SIMD8<UInt8>).self)
  storeBytes(halves.0, to: address, count: min(count, 8))
  if count > 8 { storeBytes(halves.1, to: address + 8, count: count &- 8) }
}

@inline(never) private func storePart(_ bytes: SIMD8<UInt8>, to address: UnsafeMutableRawPointer, count: Int) {
  var rest = cast(bytes, to: UInt64.self)
  var address = address
  if count & 4 != 0 {
    address.storeBytes(of: UInt32(truncatingIfNeeded: rest), as: UInt32.self)
    rest &>>= 32
    address += 4
  }
  if count & 2 != 0 {
    address.storeBytes(of: UInt16(truncatingIfNeeded: rest), as: UInt16.self)
    rest &>>= 16
    address += 2
  }
  if count & 1 != 0 { address.storeBytes(of: UInt8(truncatingIfNeeded: rest), as: UInt8.self) }
}
#endif
