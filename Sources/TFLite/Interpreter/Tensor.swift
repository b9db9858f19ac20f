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
  /// The elements as stored, little-endian, in row-major order. ``byteStrings()`` finds strings in them.
  public let data: Data
  /// How stored values map to real ones; nil for a tensor that is not quantized.
  public let quantizationParameters: QuantizationParameters?

  init(
    name: String, dataType: DataType, shape: Shape, data: Data, quantizationParameters: QuantizationParameters? = nil
  ) {
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
    return try Tensor(descriptor(of: index), bytes: UnsafeRawBufferPointer(bytes), strings: strings)
  }
}

extension Tensor {
  /// A copy of a tensor's values.
  ///
  /// - Parameter strings: what elements of type STRING stand for.
  /// - Throws: ``InterpreterError/invalidTensorDataType``, or ``InterpreterError/tensorFlowLiteError(_:)`` for strings that
  ///   take more than the memory limit.
  init(_ descriptor: TensorDescriptor, bytes: UnsafeRawBufferPointer, strings: StringPool) throws(InterpreterError) {
    guard let dataType = DataType(descriptor.type) else { throw .invalidTensorDataType }
    self.init(
      name: descriptor.identity.name, dataType: dataType, shape: Shape(descriptor.shape),
      data: dataType == .string ? Data(try strings.data(bytes, of: descriptor.identity)) : Data(bytes),
      quantizationParameters: descriptor.quantization.flatMap(QuantizationParameters.init))
  }
}

extension Tensor {
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
