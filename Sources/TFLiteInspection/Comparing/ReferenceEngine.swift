import TFLiteSchema

/// An engine that models can be compared against: something else that runs `.tflite` files.
public protocol ReferenceEngine {
  /// What people call it.
  var name: String { get }

  /// Whether it computes what follows from constants alone where a model asks for it. An engine that takes such
  /// operators in, such as the unpacking of weights, leaves no values of theirs behind.
  var keepsConstantResults: Bool { get }

  /// Whether it judges a model of these operators: one without kernels of a kind may have some for single operators.
  func isJudge(of model: Model) -> Bool

  /// Runs a model once.
  ///
  /// - Parameters:
  ///   - model: the bytes of a `.tflite` file.
  ///   - inputs: the bytes of each input by the index of its tensor in the main subgraph.
  /// - Returns: the values of each output by the index of its tensor. What the engine does not hand out is not there.
  /// - Throws: what keeps the engine from running the model.
  func results(of model: [UInt8], inputs: [Int: [UInt8]]) throws -> [Int: TensorValues]
}

extension ReferenceEngine {
  /// All models.
  public func isJudge(of model: Model) -> Bool { true }
}
