/// A number or truth value that FlatBuffers stores inline, little-endian.
public protocol FlatBufferScalar: Equatable, Sendable {
  /// Bytes in the file.
  static var byteCount: Int { get }

  /// Reads a value at `pointer`, which need not be aligned; `byteCount` bytes must be there.
  static func load(from pointer: UnsafeRawPointer) -> Self

  /// The value's bytes, in the low bytes of a word.
  var littleEndianBits: UInt64 { get }

  /// Zero, or false: what an absent field means unless its schema says otherwise.
  static var zero: Self { get }
}

extension FlatBufferScalar where Self: FixedWidthInteger {
  /// Bytes in the file.
  @inlinable public static var byteCount: Int { MemoryLayout<Self>.size }

  /// Reads a value at `pointer`, which need not be aligned.
  @inlinable public static func load(from pointer: UnsafeRawPointer) -> Self {
    Self(littleEndian: pointer.loadUnaligned(as: Self.self))
  }

  /// The value's bytes, in the low bytes of a word.
  @inlinable public var littleEndianBits: UInt64 { UInt64(truncatingIfNeeded: self) }
}

extension Int8: FlatBufferScalar {}
extension UInt8: FlatBufferScalar {}
extension Int16: FlatBufferScalar {}
extension UInt16: FlatBufferScalar {}
extension Int32: FlatBufferScalar {}
extension UInt32: FlatBufferScalar {}
extension Int64: FlatBufferScalar {}
extension UInt64: FlatBufferScalar {}

extension Bool: FlatBufferScalar {
  /// Bytes in the file.
  @inlinable public static var byteCount: Int { 1 }
  /// False.
  @inlinable public static var zero: Bool { false }
  /// Reads a value at `pointer`, which need not be aligned.
  @inlinable public static func load(from pointer: UnsafeRawPointer) -> Bool { pointer.load(as: UInt8.self) != 0 }
  /// The value's bytes, in the low bytes of a word.
  @inlinable public var littleEndianBits: UInt64 { self ? 1 : 0 }
}

extension Float: FlatBufferScalar {
  /// Bytes in the file.
  @inlinable public static var byteCount: Int { 4 }
  /// Reads a value at `pointer`, which need not be aligned.
  @inlinable public static func load(from pointer: UnsafeRawPointer) -> Float {
    Float(bitPattern: UInt32.load(from: pointer))
  }
  /// The value's bytes, in the low bytes of a word.
  @inlinable public var littleEndianBits: UInt64 { UInt64(bitPattern) }
}

extension Double: FlatBufferScalar {
  /// Bytes in the file.
  @inlinable public static var byteCount: Int { 8 }
  /// Reads a value at `pointer`, which need not be aligned.
  @inlinable public static func load(from pointer: UnsafeRawPointer) -> Double {
    Double(bitPattern: UInt64.load(from: pointer))
  }
  /// The value's bytes, in the low bytes of a word.
  @inlinable public var littleEndianBits: UInt64 { bitPattern }
}
