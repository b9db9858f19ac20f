#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import TFLiteFlatBuffers
import TFLiteKernels
import TFLiteSchema

extension Tensor {
  /// The elements of a tensor of type ``DataType-swift.enum/string`` as text, in row-major order.
  ///
  /// - Throws: ``InterpreterError/invalidTensorDataType`` for tensors of other types, and for strings that are not UTF-8:
  ///   ``byteStrings()`` has their bytes.
  public func strings() throws(InterpreterError) -> [String] {
    var strings: [String] = []
    for bytes in try slices() {
      guard let text = bytes.text else { throw .invalidTensorDataType }
      strings.append(text)
    }
    return strings
  }

  /// The bytes of each element of a tensor of type ``DataType-swift.enum/string``, in row-major order.
  ///
  /// - Throws: ``InterpreterError/invalidTensorDataType`` for tensors of other types.
  public func byteStrings() throws(InterpreterError) -> [Data] {
    try slices().map { $0.withUnsafeBytes { Data($0) } }
  }

  private func slices() throws(InterpreterError) -> [ByteSlice] {
    guard dataType == .string, let found = try? StringBuffer(ByteSlice(data)) else { throw .invalidTensorDataType }
    return (0..<found.count).map { found[$0] }
  }
}

extension Interpreter {
  /// Copies strings into an input of type ``Tensor/DataType-swift.enum/string``, as UTF-8.
  ///
  /// - Parameters:
  ///   - strings: one for each element of the input, in row-major order.
  ///   - index: of the input.
  /// - Returns: the input with its new values.
  /// - Throws: ``InterpreterError/invalidTensorIndex(index:maxIndex:)``, ``InterpreterError/invalidTensorDataType`` for an
  ///   input of another type, ``InterpreterError/invalidTensorDataCount(provided:required:)``, counted in strings,
  ///   ``InterpreterError/allocateTensorsRequired``, ``InterpreterError/failedToCopyDataToInputTensor`` for an input that
  ///   is a constant, ``InterpreterError/tensorFlowLiteError(_:)`` where all strings together exceed the memory limit,
  ///   checked in this order.
  @discardableResult
  public func copy(_ strings: [String], toInputAt index: Int) throws -> Tensor {
    try main.copy(strings.map { ByteSlice(Array($0.utf8)) }, to: try inputTensor(index))
    return try input(at: index)
  }
}

extension SignatureRunner {
  /// Copies strings into an input of type ``Tensor/DataType-swift.enum/string``, as UTF-8.
  ///
  /// - Parameters:
  ///   - strings: one for each element of the input, in row-major order.
  ///   - name: of the input in the signature.
  /// - Throws: ``SignatureRunnerError/failedToGetTensor(tensorType:nameInSignature:)``,
  ///   ``SignatureRunnerError/invalidTensorDataType`` for an input of another type,
  ///   ``SignatureRunnerError/invalidTensorDataCount(provided:required:)``, counted in strings,
  ///   ``SignatureRunnerError/allocateTensorsRequired``, ``SignatureRunnerError/failedToCopyDataToInputTensor`` for a
  ///   constant, ``InterpreterError/tensorFlowLiteError(_:)`` where all strings together exceed the memory limit, checked
  ///   in this order.
  public func copy(_ strings: [String], toInputNamed name: String) throws {
    try copy(byteStrings: strings.map { ByteSlice(Array($0.utf8)) }, toInputNamed: name)
  }
}

extension StringPool {
  /// The strings of a tensor as ``Tensor/data`` has them.
  ///
  /// - Throws: ``InterpreterError/tensorFlowLiteError(_:)`` where they take more than the memory limit, or than 2 GiB.
  func data(_ elements: UnsafeRawBufferPointer, of tensor: TensorIdentity) throws(InterpreterError) -> [UInt8] {
    guard let bytes = buffer(elements) else {
      throw .tensorFlowLiteError("the strings of \(tensor) take more bytes, one after the other, than the memory limit")
    }
    return bytes
  }
}
