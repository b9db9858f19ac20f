#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import TFLiteKernels
import TFLiteSchema

/// A copy of one input or output of an ``Interpreter``.
public struct Tensor: Equatable, Hashable, Sendable {
  /// The tensor's name in the model.
  public let name: String
  /// The type of one element.
  public let dataType: DataType
  /// The dimensions.
  public let shape: Shape
  /// The elements as stored, little-endian, in row-major order.
  public let data: Data
  /// How stored values map to real ones; nil for a tensor without one scale for all elements.
  public let quantizationParameters: QuantizationParameters?

  init(name: String, dataType: DataType, shape: Shape, data: Data, quantizationParameters: QuantizationParameters?) {
    self.name = name
    self.dataType = dataType
    self.shape = shape
    self.data = data
    self.quantizationParameters = quantizationParameters
  }
}

extension Execution {
  /// A copy of a tensor; nil where only a run can tell its values, and none has yet, or the last has not come to it.
  ///
  /// - Throws: ``InterpreterError/invalidTensorDataType``.
  func copy(of index: Int) throws(InterpreterError) -> Tensor? {
    guard let bytes = bytes(of: index), !uncomputed.contains(index) else { return nil }
    return try Tensor(descriptor(of: index), bytes: UnsafeRawBufferPointer(bytes))
  }
}

extension Tensor {
  /// A copy of a tensor's values.
  ///
  /// - Throws: ``InterpreterError/invalidTensorDataType``.
  init(_ descriptor: TensorDescriptor, bytes: UnsafeRawBufferPointer) throws(InterpreterError) {
    guard let dataType = DataType(descriptor.type) else { throw .invalidTensorDataType }
    self.init(
      name: descriptor.identity.name, dataType: dataType, shape: Shape(descriptor.shape), data: Data(bytes),
      quantizationParameters: descriptor.quantization.flatMap(QuantizationParameters.init))
  }
}

extension Tensor {
  /// The type of one element.
  public enum DataType: Equatable, Hashable, Sendable {
    /// One byte, 0 or 1.
    case bool
    /// 8 bits without sign.
    case uInt8
    /// 8 bits with sign.
    case int8
    /// 16 bits with sign.
    case int16
    /// 32 bits with sign.
    case int32
    /// 64 bits with sign.
    case int64
    /// IEEE binary16.
    case float16
    /// IEEE binary32.
    case float32
    /// IEEE binary64.
    case float64

    init?(_ type: TensorType) {
      switch type {
      case .bool: self = .bool
      case .uint8: self = .uInt8
      case .int8: self = .int8
      case .int16: self = .int16
      case .int32: self = .int32
      case .int64: self = .int64
      case .float16: self = .float16
      case .float32: self = .float32
      case .float64: self = .float64
      default: return nil
      }
    }
  }

  /// The dimensions of a tensor.
  public struct Shape: Equatable, Hashable, Sendable {
    /// The number of dimensions.
    public let rank: Int
    /// The size of each dimension, outermost first.
    public let dimensions: [Int]

    /// A shape with the given dimensions.
    public init(_ dimensions: [Int]) {
      self.rank = dimensions.count
      self.dimensions = dimensions
    }

    /// A shape with the given dimensions.
    public init(_ elements: Int...) {
      self.init(elements)
    }
  }
}

extension Tensor.Shape: ExpressibleByArrayLiteral {
  /// A shape with the given dimensions.
  public init(arrayLiteral elements: Int...) {
    self.init(elements)
  }
}
