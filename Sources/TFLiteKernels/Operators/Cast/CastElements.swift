// MARK: - Integers

extension CastElement where Self: FixedWidthInteger, Exact == Int64 {
  var exact: Int64 { Int64(truncatingIfNeeded: self) }

  init(whole: Int64) { self.init(truncatingIfNeeded: whole) }

  /// What does not fit becomes the nearest value; NaN, the highest.
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

extension Double: CastElement {
  var exact: Double { self }
  init(whole: Int64) { self.init(whole) }
  init(real: Double) { self = real }
}

extension Float: SinglePrecisionElement {
  var exact: Float { self }
  init(single: Float) { self = single }
}

/// A real and an imaginary part in float32.
struct ComplexFloat: SinglePrecisionElement {
  let real: Float
  let imaginary: Float

  var exact: Float { real }

  init(single: Float) { (real, imaginary) = (single, 0) }
}

extension BrainBits: SinglePrecisionElement {
  var exact: Float { Float(bfloat16Pattern: bits) }
  init(single: Float) { self.init(single) }

  /// Whether it is 0 its bits tell: subnormal numbers are not.
  static func read(
    from input: UnsafeRawPointer, _ elements: Range<Int>, writingTo output: UnsafeMutableRawPointer,
    as target: any CastType.Type
  ) {
    if target is TruthValue.Type {
      read(from: input, elements, writingTo: output, as: target) { Int64($0.bits & 0x7fff) }
    } else {
      read(from: input, elements, writingTo: output, as: target) { $0.exact }
    }
  }
}

extension HalfBits: CastElement {
  var exact: Float { Float(binary16Pattern: bits) }
  init(whole: Int64) { self.init(Float(whole)) }
  init(real: Double) { self.init(Float(real)) }
}

// MARK: - Integers of less than a byte

/// Integers that share a byte, the first in the lowest bits, and fit into a signed one. Only float32 is cast to and
/// from them.
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
      // NaN becomes the highest one.
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
