#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Errors of ``Interpreter``. Cases and messages are those of TensorFlowLiteSwift.
public enum InterpreterError: Error, Equatable, Hashable, Sendable {
  /// No input or output has this index.
  case invalidTensorIndex(index: Int, maxIndex: Int)
  /// The data has not as many bytes as the tensor.
  case invalidTensorDataCount(provided: Int, required: Int)
  /// The tensor's type has no counterpart in ``Tensor/DataType-swift.enum``.
  case invalidTensorDataType
  /// The file cannot be read or is no valid model. TensorFlowLiteSwift has no reason here: patterns without one match.
  case failedToLoadModel(reason: String)
  /// The interpreter cannot be created. This package says why instead, in ``tensorFlowLiteError(_:)``.
  case failedToCreateInterpreter
  /// The input cannot take this shape.
  case failedToResizeInputTensor(index: Int)
  /// The data cannot be copied into the input.
  case failedToCopyDataToInputTensor
  /// The tensors cannot be allocated. ``Interpreter/failureReason`` says why.
  case failedToAllocateTensors
  /// ``Interpreter/allocateTensors()`` has not been called since the interpreter was made or an input was resized.
  case allocateTensorsRequired
  /// The output has no values before ``Interpreter/invoke()``.
  case invokeInterpreterRequired
  /// Anything else; the message names operator, tensor and cause.
  case tensorFlowLiteError(String)

  /// An error of the package's inner modules, whose message names operator, tensor and cause.
  init(wrapping error: any Error) {
    self = error as? InterpreterError ?? .tensorFlowLiteError("\(error)")
  }

  /// What `body` returns.
  ///
  /// - Throws: what `body` throws, as an error of this type.
  static func wrapping<Success>(_ body: () throws -> Success) throws(InterpreterError) -> Success {
    do { return try body() } catch { throw InterpreterError(wrapping: error) }
  }
}

extension InterpreterError: LocalizedError {
  /// What went wrong, in one line.
  public var errorDescription: String? {
    switch self {
    case .invalidTensorIndex(let index, let maxIndex):
      "Invalid tensor index \(index), max index is \(maxIndex)."
    case .invalidTensorDataCount(let provided, let required):
      "Provided data count \(provided) must match the required count \(required)."
    case .invalidTensorDataType:
      "Tensor data type is unsupported or could not be determined due to a model error."
    case .failedToLoadModel(let reason): "Failed to load the given model: \(reason)"
    case .failedToCreateInterpreter: "Failed to create the interpreter."
    case .failedToResizeInputTensor(let index): "Failed to resize input tensor at index \(index)."
    case .failedToCopyDataToInputTensor: "Failed to copy data to input tensor."
    case .failedToAllocateTensors: "Failed to allocate memory for input tensors."
    case .allocateTensorsRequired: "Must call allocateTensors()."
    case .invokeInterpreterRequired: "Must call invoke()."
    case .tensorFlowLiteError(let message): "TensorFlow Lite Error: \(message)"
    }
  }

  /// Where to look, for the errors whose cases have no room for a reason.
  public var recoverySuggestion: String? {
    switch self {
    case .failedToAllocateTensors:
      "The interpreter's failureReason names the operator, the tensor and what does not fit, or the memory that is needed."
    default: nil
    }
  }
}

extension InterpreterError: CustomStringConvertible {
  /// What went wrong, in one line.
  public var description: String { errorDescription ?? "Unknown error." }
}
