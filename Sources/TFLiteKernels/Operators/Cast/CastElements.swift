// MARK: - Integers

extension CastElement where Self: FixedWidthInteger, Exact == Int64 {
  var exact: Int64 { Int64(truncatingIfNeeded: self) }

  init(whole: Int64) { self.init(truncatingIfNeeded: whole) }

  /// What does not fit becomes the nearest value; what is no number, the highest.
  init(real: Double) {
    // Comparing with powers of two, which are exact in double, keeps the conversion from trapping.
    if real >= Double(sign: .plus, exponent: Self.bitWidth - (Self.isSigned ? 1 : 0), significand: 1) {
      self = .max
    } else if real <= Double(Self.min) {
      self = .min
    } else {
      self = real.isNaN ? .max : Self(real)
    }
  }
}

extension UInt8: CastElement { typealias Exact = Int64 }
extension Int8: CastElement { typealias Exact = Int64 }
extension UInt16: CastElement { typealias Exact = Int64 }
extension Int16: CastElement { typealias Exact = Int64 }
extension UInt32: CastElement { typealias Exact = Int64 }
extension Int32: CastElement { typealias Exact = Int64 }
extension Int64: CastElement { typealias Exact = Int64 }

extension TruthValue: CastElement {
  var exact: Int64 { isTrue ? 1 : 0 }
  init(whole: Int64) { self.init(whole != 0) }
  init(real: Double) { self.init(real != 0) }
}

// MARK: - Real numbers

extension Float: CastElement {
  var exact: Double { Double(self) }
  init(whole: Int64) { self.init(whole) }
  init(real: Double) { self.init(real) }
}

extension Double: CastElement {
  var exact: Double { self }
  init(whole: Int64) { self.init(whole) }
  init(real: Double) { self = real }
}

/// A real and an imaginary part in float32.
struct ComplexFloat: CastElement {
  let real: Float
  let imaginary: Float

  var exact: Double { Double(real) }

  init(whole: Int64) { (real, imaginary) = (Float(whole), 0) }
  init(real: Double) { (self.real, imaginary) = (Float(real), 0) }
}

/// A float16 number. Values are rounded to float32 first, as upstream does.
struct HalfBits: CastElement {
  let bits: UInt16

  var exact: Double {
    let magnitude = bits & 0x7FFF
    let (exponent, fraction) = (Int(magnitude >> 10), Double(magnitude & 0x3FF))
    let value =
      switch exponent {
      case 0: fraction * 0x1p-24
      case 31: fraction == 0 ? Double.infinity : Double.nan
      default: Double(sign: .plus, exponent: exponent - 15, significand: 1 + fraction * 0x1p-10)
      }
    return bits >> 15 == 0 ? value : -value
  }

  init(whole: Int64) { self.init(Float(whole)) }
  init(real: Double) { self.init(Float(real)) }

  /// The nearest float16 number; of two, the even one. Infinity from 65520 on.
  private init(_ value: Float) {
    let sign: UInt16 = value.sign == .minus ? 0x8000 : 0
    let magnitude = Double(value.magnitude)
    if magnitude.isNaN {
      bits = sign | 0x7E00
    } else if magnitude >= 65520 {
      bits = sign | 0x7C00
    } else if magnitude < 0x1p-14 {
      // Subnormal: whole multiples of 2⁻²⁴. A result of 1024 of them is the smallest normal number.
      bits = sign | UInt16((magnitude * 0x1p24).rounded(.toNearestOrEven))
    } else {
      // 1024 … 2048 multiples of the exponent's unit; 2048 carries into the exponent.
      let exponent = Int(magnitude.exponent)
      let units = (magnitude * Double(sign: .plus, exponent: 10 - exponent, significand: 1)).rounded(.toNearestOrEven)
      bits = sign | (UInt16(exponent + 14) << 10 + UInt16(units))
    }
  }
}

/// A bfloat16 number: the upper half of a float32 one.
struct BrainBits: CastElement {
  let bits: UInt16

  var exact: Double { Double(Float(bitPattern: UInt32(bits) << 16)) }

  init(whole: Int64) { self.init(Float(whole)) }
  init(real: Double) { self.init(Float(real)) }

  /// The nearest bfloat16 number; of two, the even one.
  private init(_ value: Float) {
    let pattern = value.bitPattern
    if value.isNaN {
      bits = value.sign == .minus ? 0xFFC0 : 0x7FC0
    } else {
      bits = UInt16(truncatingIfNeeded: (pattern &+ 0x7FFF &+ (pattern >> 16 & 1)) >> 16)
    }
  }
}

// MARK: - Integers of less than a byte

/// Integers that share a byte, the first in the lowest bits, and fit into a signed one. Only float32 is cast to and from
/// them.
protocol PackedInteger: CastType {
  static var bitWidth: Int { get }
  static var range: ClosedRange<Double> { get }
}

enum PackedInt4: PackedInteger {
  static let bitWidth = 4
  static let range = -8.0...7.0
}

enum PackedUInt4: PackedInteger {
  static let bitWidth = 4
  static let range = 0.0...15.0
}

enum PackedInt2: PackedInteger {
  static let bitWidth = 2
  static let range = -2.0...1.0
}

extension PackedInteger {
  private static var perByte: Int { 8 / bitWidth }

  /// One of the integers that are stored from an address on.
  static func value(at element: Int, of stored: UnsafeRawPointer) -> Int8 {
    // The element's bits are moved to the top of the byte and back, which extends the sign.
    let byte = stored.load(fromByteOffset: element / perByte, as: UInt8.self)
    let top = byte << (8 - bitWidth - element % perByte * bitWidth)
    return range.lowerBound < 0
      ? Int8(bitPattern: top) >> (8 - bitWidth) : Int8(bitPattern: top >> (8 - bitWidth))
  }

  static func read(
    from input: UnsafeRawPointer, _ elements: Range<Int>, writingTo output: UnsafeMutableRawPointer,
    as target: any CastType.Type
  ) {
    withUnsafeTemporaryAllocation(of: Int64.self, capacity: elements.count) { values in
      guard let start = values.baseAddress else { return }
      for (index, element) in elements.enumerated() {
        (start + index).initialize(to: Int64(value(at: element, of: input)))
      }
      target.write(UnsafePointer(start), to: output, elements)
    }
  }

  static func write(_ values: UnsafePointer<Int64>, to output: UnsafeMutableRawPointer, _ elements: Range<Int>) {
    pack(elements, to: output) { values[$0] }
  }

  static func write(_ values: UnsafePointer<Double>, to output: UnsafeMutableRawPointer, _ elements: Range<Int>) {
    pack(elements, to: output) { index in
      // What is no number becomes the highest one.
      let value = values[index]
      return Int64(value.isNaN ? range.upperBound : min(max(value, range.lowerBound), range.upperBound))
    }
  }

  /// Elements start at a whole byte.
  private static func pack(
    _ elements: Range<Int>, to output: UnsafeMutableRawPointer, _ value: (Int) -> Int64
  ) {
    let bytes = output.assumingMemoryBound(to: UInt8.self)
    for (index, element) in elements.enumerated() {
      let offset = element % perByte * bitWidth
      if offset == 0 { bytes[element / perByte] = 0 }
      let mask = UInt8(1 << bitWidth - 1)
      bytes[element / perByte] |= (UInt8(truncatingIfNeeded: value(index)) & mask) << offset
    }
  }
}
