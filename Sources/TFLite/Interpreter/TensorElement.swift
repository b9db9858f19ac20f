/// A Swift type whose values lie in a tensor's memory one after the other.
///
/// The conformances of the standard library's numbers are here. A fixed group of such numbers, the three bytes of a
/// pixel, say, may conform as well.
public protocol TensorElement: BitwiseCopyable, Sendable {
  /// The types of tensors that may be seen as elements of this type.
  static var dataTypes: Set<Tensor.DataType> { get }
}

extension UInt8: TensorElement {
  /// Bytes, and truth values, of which 0 is false.
  public static let dataTypes: Set<Tensor.DataType> = [.uInt8, .bool]
}

extension Int8: TensorElement {
  /// 8 bits with sign.
  public static let dataTypes: Set<Tensor.DataType> = [.int8]
}

extension UInt16: TensorElement {
  /// 16 bits without sign, and the bit patterns of 16-bit floating-point numbers.
  public static let dataTypes: Set<Tensor.DataType> = [.uInt16, .float16, .bfloat16]
}

extension Int16: TensorElement {
  /// 16 bits with sign.
  public static let dataTypes: Set<Tensor.DataType> = [.int16]
}

extension UInt32: TensorElement {
  /// 32 bits without sign.
  public static let dataTypes: Set<Tensor.DataType> = [.uInt32]
}

extension Int32: TensorElement {
  /// 32 bits with sign.
  public static let dataTypes: Set<Tensor.DataType> = [.int32]
}

extension UInt64: TensorElement {
  /// 64 bits without sign.
  public static let dataTypes: Set<Tensor.DataType> = [.uInt64]
}

extension Int64: TensorElement {
  /// 64 bits with sign.
  public static let dataTypes: Set<Tensor.DataType> = [.int64]
}

extension Float: TensorElement {
  /// IEEE binary32.
  public static let dataTypes: Set<Tensor.DataType> = [.float32]
}

extension Double: TensorElement {
  /// IEEE binary64.
  public static let dataTypes: Set<Tensor.DataType> = [.float64]
}
