#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import TFLiteFlatBuffers
import TFLiteKernels
import TFLiteSchema

/// One operator that has just run: what it read and what it computed.
///
/// The values are those in the interpreter's memory, which the next operators reuse: an `OperatorRun` and its tensors
/// are valid only during the call of the observer that receives them.
public struct OperatorRun {
  /// The operator's position in execution order.
  public let index: Int
  /// The schema's name of the operator (`CONV_2D`), or the name of a custom operator.
  public let name: String
  /// The name of the code that computed it, such as `conv2D int8 vector avx2`.
  public let kernel: String
  /// The inputs; nil stands for an optional input that is omitted.
  public let inputs: [ObservedTensor?]
  /// The outputs.
  public let outputs: [ObservedTensor]
  /// How long the operator took. An operator on constants is computed once, when tensors are allocated, and takes no
  /// time here.
  public let duration: Duration

  /// Changes the values of an output. All later operators, and the model's outputs, use the new ones.
  ///
  /// - Parameters:
  ///   - position: which of the operator's outputs.
  ///   - data: the elements as stored, little-endian, in row-major order; as many bytes as the output has.
  /// - Throws: ``InterpreterError/invalidTensorIndex(index:maxIndex:)``,
  ///   ``InterpreterError/invalidTensorDataCount(provided:required:)``, or
  ///   ``InterpreterError/tensorFlowLiteError(_:)`` for a constant: operators that depend on it have used its values
  ///   already.
  public func replaceOutput(at position: Int, with data: Data) throws(InterpreterError) {
    guard outputs.indices.contains(position) else {
      throw .invalidTensorIndex(index: position, maxIndex: outputs.count - 1)
    }
    try outputs[position].replace(with: data, by: OperatorIdentity(index: index, name: name))
  }
}

/// A tensor that an operator reads or has computed, during the call of an observer.
public struct ObservedTensor {
  private let descriptor: TensorDescriptor
  private let bytes: UnsafeMutableRawBufferPointer
  private let strings: StringPool

  init(_ descriptor: TensorDescriptor, bytes: UnsafeMutableRawBufferPointer, strings: StringPool) {
    self.descriptor = descriptor
    self.bytes = bytes
    self.strings = strings
  }

  /// The tensor's position in the subgraph's list of tensors.
  public var index: Int { descriptor.identity.index }
  /// The tensor's name in the model; may be empty.
  public var name: String { descriptor.identity.name }
  /// The type of one element, as the file states it.
  public var type: TensorType { descriptor.type }
  /// The dimensions, as they are in this invocation.
  public var shape: [Int] { descriptor.shape }
  /// How stored values map to real ones; nil where the model does not say.
  public var quantization: Quantization? { descriptor.quantization }
  /// Whether the values are the same in every invocation.
  public var isConstant: Bool { descriptor.constant != nil }
  /// The number of elements.
  public var elementCount: Int { descriptor.elementCount }

  /// The elements as stored, in row-major order; strings as ``Tensor/data`` has them, none where they take more bytes than
  /// the memory limit.
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard type == .string else { return try body(UnsafeRawBufferPointer(bytes)) }
    return try ByteSlice(strings.buffer(UnsafeRawBufferPointer(bytes)) ?? []).withUnsafeBytes(body)
  }

  /// A copy that outlives the call of the observer.
  ///
  /// - Throws: ``InterpreterError/invalidTensorDataType``.
  public func copy() throws(InterpreterError) -> Tensor {
    try Tensor(descriptor, bytes: UnsafeRawBufferPointer(bytes), strings: strings)
  }

  func replace(with data: Data, by identity: OperatorIdentity) throws(InterpreterError) {
    guard type == .string || data.count == bytes.count else {
      throw .invalidTensorDataCount(provided: data.count, required: bytes.count)
    }
    guard !isConstant else {
      throw .tensorFlowLiteError(
        "\(identity): \(descriptor.identity) is a constant, which other operators may have used already")
    }
    guard type == .string else { return data.withUnsafeBytes { bytes.copyMemory(from: $0) } }
    let found: StringBuffer
    do { found = try StringBuffer(ByteSlice(data), count: elementCount) } catch {
      throw .tensorFlowLiteError("\(identity): the data for \(descriptor.identity) are no strings: \(error)")
    }
    guard let numbers = strings.elements(found) else {
      throw .tensorFlowLiteError("\(identity): the strings for \(descriptor.identity) exceed the memory limit")
    }
    numbers.withUnsafeBytes { bytes.copyMemory(from: $0) }
  }
}
