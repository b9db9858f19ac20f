/// What hands a model's operators to other hardware.
///
/// The protocol is here so that programs written for TensorFlowLiteSwift compile. A delegate works on the C structures of
/// TensorFlow Lite's interpreter, which this package does not contain: an ``Interpreter`` that is given one throws
/// ``InterpreterError/tensorFlowLiteError(_:)``. Without delegates every operator runs on the processor.
public protocol Delegate: AnyObject {
  /// The address of the C structure.
  typealias CDelegate = UnsafeMutablePointer<TfLiteDelegate>

  /// The C structure.
  var cDelegate: CDelegate { get }
}

/// Stands for the C structure of a delegate, of which nothing is known here.
public struct TfLiteDelegate: Sendable {}

extension InterpreterError {
  /// Says why a delegate cannot be used.
  static func refusing(_ delegate: any Delegate) -> InterpreterError {
    let reason =
      switch delegate {
      case is MetalDelegate: "there is no Metal runtime in this package"
      case is CoreMLDelegate: "there is no Core ML runtime in this package"
      default: "it belongs to TensorFlow Lite's C interpreter, which this package does not contain"
      }
    return .tensorFlowLiteError(
      "the delegate \(type(of: delegate)) cannot be used: \(reason). All operators run on the processor; pass no "
        + "delegates")
  }
}
