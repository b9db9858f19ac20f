#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Errors of ``SignatureRunner``. Cases and messages are those of TensorFlowLiteSwift.
public enum SignatureRunnerError: Error, Equatable, Hashable, Sendable {
  /// The data has not as many bytes as the tensor.
  case invalidTensorDataCount(provided: Int, required: Int)
  /// The tensor's type has no counterpart in ``Tensor/DataType-swift.enum``.
  case invalidTensorDataType
  /// The model has no signature with this key.
  case failedToCreateSignatureRunner(signatureKey: String)
  /// The signature has no input or output with this name.
  case failedToGetTensor(tensorType: String, nameInSignature: String)
  /// The input cannot take this shape, or there is none with this name.
  case failedToResizeInputTensor(inputName: String)
  /// The data cannot be copied into the input.
  case failedToCopyDataToInputTensor
  /// The tensors cannot be allocated; ``SignatureRunner/failureReason`` says why.
  case failedToAllocateTensors
  /// The signature cannot run on these values; ``SignatureRunner/failureReason`` says why.
  case failedToInvokeSignature(signatureKey: String)
  /// The tensor has no memory: an input has been resized, or only a run tells the tensor's shape.
  case allocateTensorsRequired
}

extension SignatureRunnerError: LocalizedError {
  /// What went wrong, in one line.
  public var errorDescription: String? {
    switch self {
    case .invalidTensorDataCount(let provided, let required):
      "Provided data count \(provided) must match the required count \(required)."
    case .invalidTensorDataType:
      "Tensor data type is unsupported or could not be determined due to a model error."
    case .failedToCreateSignatureRunner(let key):
      "Failed to create a signature runner. Signature with key (\(key)) not found."
    case .failedToGetTensor(let type, let name): "Failed to get \(type) tensor with \(type) name (\(name))."
    case .failedToResizeInputTensor(let name): "Failed to resize input tensor with input name (\(name))."
    case .failedToCopyDataToInputTensor: "Failed to copy data to input tensor."
    case .failedToAllocateTensors: "Failed to allocate memory for input tensors."
    case .failedToInvokeSignature(let key): "Failed to invoke the signature runner with key (\(key))."
    case .allocateTensorsRequired: "Must call allocateTensors()."
    }
  }
}

extension SignatureRunnerError: CustomStringConvertible {
  /// What went wrong, in one line.
  public var description: String { errorDescription ?? "Unknown error." }
}
