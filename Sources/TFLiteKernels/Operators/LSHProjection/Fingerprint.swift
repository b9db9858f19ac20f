/// FarmHash's 64-bit fingerprint: a number of some bytes, the same on every platform.
///
/// Source: `src/farmhash.cc` of google/farmhash, `farmhashna`; Geoff Pike, "Introducing FarmHash", 2014.
enum Fingerprint {
  private static let factors: (UInt64, UInt64, UInt64) = (
    0xc3a5_c85c_97cb_3127, 0xb492_b66f_be98_f273, 0x9ae1_6a3b_2f90_404f
  )

  /// - Parameter watch: once it has ended the run, the number means nothing.
  static func of(_ bytes: UnsafeRawBufferPointer, _ watch: inout StopWatch) -> UInt64 {
    switch bytes.count {
    case 0...16: ofUpTo16(bytes)
    case 17...32: ofUpTo32(bytes)
    case 33...64: ofUpTo64(bytes)
    default: ofMany(bytes, &watch)
    }
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  private static func halfWord(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
  }

  private static func rotated(_ value: UInt64, _ bits: UInt64) -> UInt64 { value &>> bits | value &<< (64 &- bits) }

  private static func folded(_ value: UInt64) -> UInt64 { value ^ value &>> 47 }

  private static func mixed(_ first: UInt64, _ second: UInt64, _ factor: UInt64) -> UInt64 {
    let low = folded((first ^ second) &* factor)
    return folded((second ^ low) &* factor) &* factor
  }

  private static func ofUpTo16(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    let count = bytes.count
    let third = factors.2
    let factor = third &+ UInt64(count) &* 2
    if count >= 8 {
      let (start, end) = (word(bytes, 0) &+ third, word(bytes, count - 8))
      return mixed(
        rotated(end, 37) &* factor &+ start, (rotated(start, 25) &+ end) &* factor, factor)
    }
    if count >= 4 {
      return mixed(UInt64(count) &+ halfWord(bytes, 0) &<< 3, halfWord(bytes, count - 4), factor)
    }
    guard count > 0 else { return third }
    let pair = UInt64(bytes[0]) &+ UInt64(bytes[count / 2]) &<< 8
    let size = UInt64(count) &+ UInt64(bytes[count - 1]) &<< 2
    return folded(pair &* third ^ size &* factors.0) &* third
  }

  private static func ofUpTo32(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    let count = bytes.count
    let factor = factors.2 &+ UInt64(count) &* 2
    let (a, b) = (word(bytes, 0) &* factors.1, word(bytes, 8))
    let (c, d) = (word(bytes, count - 8) &* factor, word(bytes, count - 16) &* factors.2)
    return mixed(
      rotated(a &+ b, 43) &+ rotated(c, 30) &+ d, a &+ rotated(b &+ factors.2, 18) &+ c, factor)
  }

  private static func ofUpTo64(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    let count = bytes.count
    let factor = factors.2 &+ UInt64(count) &* 2
    let (a, b) = (word(bytes, 0) &* factors.2, word(bytes, 8))
    let (c, d) = (word(bytes, count - 8) &* factor, word(bytes, count - 16) &* factors.2)
    let y = rotated(a &+ b, 43) &+ rotated(c, 30) &+ d
    let z = mixed(y, a &+ rotated(b &+ factors.2, 18) &+ c, factor)
    let (e, f) = (word(bytes, 16) &* factor, word(bytes, 24))
    let g = (y &+ word(bytes, count - 32)) &* factor
    let h = (z &+ word(bytes, count - 24)) &* factor
    return mixed(rotated(e &+ f, 43) &+ rotated(g, 30) &+ h, e &+ rotated(f &+ a, 18) &+ g, factor)
  }

  /// Two sums of 32 bytes and two seeds.
  private static func sums(
    _ bytes: UnsafeRawBufferPointer, _ offset: Int, _ first: UInt64, _ second: UInt64
  ) -> (UInt64, UInt64) {
    let (w, x, y, z) = (
      word(bytes, offset), word(bytes, offset + 8), word(bytes, offset + 16), word(bytes, offset + 24)
    )
    let start = first &+ w
    let turned = rotated(second &+ start &+ z, 21)
    let sum = start &+ x &+ y
    return (sum &+ z, turned &+ rotated(sum, 44) &+ start)
  }

  /// 64 bytes at a time; the last 64 once more.
  private static func ofMany(_ bytes: UnsafeRawBufferPointer, _ watch: inout StopWatch) -> UInt64 {
    let (_, second, third) = factors
    let count = bytes.count
    var x: UInt64 = 81
    var y = x &* second &+ 113
    var z = folded(y &* third &+ 113) &* third
    var (v, w): ((UInt64, UInt64), (UInt64, UInt64)) = ((0, 0), (0, 0))
    x = x &* third &+ word(bytes, 0)
    let last = (count - 1) / 64 * 64
    var offset = 0
    repeat {
      x = rotated(x &+ y &+ v.0 &+ word(bytes, offset + 8), 37) &* second
      y = rotated(y &+ v.1 &+ word(bytes, offset + 48), 42) &* second
      x ^= w.1
      y = y &+ v.0 &+ word(bytes, offset + 40)
      z = rotated(z &+ w.0, 33) &* second
      v = sums(bytes, offset, v.1 &* second, x &+ w.0)
      w = sums(bytes, offset + 32, z &+ w.1, y &+ word(bytes, offset + 16))
      swap(&z, &x)
      offset += 64
      if watch.isOver(after: 64) { return 0 }
    } while offset != last
    let factor = second &+ (z & 0xff) &<< 1
    offset = count - 64
    w.0 = w.0 &+ UInt64((count - 1) & 63)
    v.0 = v.0 &+ w.0
    w.0 = w.0 &+ v.0
    x = rotated(x &+ y &+ v.0 &+ word(bytes, offset + 8), 37) &* factor
    y = rotated(y &+ v.1 &+ word(bytes, offset + 48), 42) &* factor
    x ^= w.1 &* 9
    y = y &+ v.0 &* 9 &+ word(bytes, offset + 40)
    z = rotated(z &+ w.0, 33) &* factor
    v = sums(bytes, offset, v.1 &* factor, x &+ w.0)
    w = sums(bytes, offset + 32, z &+ w.1, y &+ word(bytes, offset + 16))
    swap(&z, &x)
    return mixed(
      mixed(v.0, w.0, factor) &+ folded(y) &* factors.0 &+ z, mixed(v.1, w.1, factor) &+ x, factor)
  }
}
