import TFLiteSchema

/// LSTM: one step of a cell that remembers.
///
/// Inputs: 0 activations [batch, size]; the others, and their types, are those of ``FloatLSTM`` or, for int8, of
/// ``IntegerLSTM``. Output: [batch, outputs], of the activations' type. With the kernel BASIC, inputs and outputs are those
/// of ``BasicLSTM``.
///
/// Source: `tflite/kernels/lstm.cc` and `tflite/kernels/lstm_eval.cc`;
/// `tflite/kernels/internal/reference/portable_tensor_utils.cc`.
enum LSTMOperator: OperatorDefinition {
  static let weights: Int? = 2
  static let kernels: [KernelDeclaration] = [
    .plain(.float32, .uint8), .vector(.int8), .plain(.float32, weights: .int8), .plain(.float32, weights: .uint8),
  ]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let options = try context.options(LSTMOptions.self)
    guard options.kernelType == .full else {
      try context.requireOperands(inputs: 5...5, outputs: 4)
      try context.require(try context.input(0), type: .float32, .uint8)
      return try BasicLSTM.prepare(context, type: try context.activationType(of: Self.self))
    }
    try context.requireOperands(inputs: 20...24)
    let type = try context.activationType(of: Self.self)
    try context.require(try context.input(0), type: .float32, .int8)
    try context.require(try context.input(0), rank: 2...2)
    guard type == .float32 else {
      return try IntegerLSTM.prepare(
        context, activation: options.fusedActivationFunction, isTimeMajor: true, cellClip: options.cellClip,
        projectionClip: options.projClip)
    }
    return try FloatLSTM.prepare(
      context,
      FloatLSTMOptions(
        activation: options.fusedActivationFunction, cellClip: options.cellClip, projectionClip: options.projClip,
        isTimeMajor: true, isAsymmetric: options.asymmetricQuantizeInputs))
  }
}
