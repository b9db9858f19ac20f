import TFLiteSchema

/// UNIDIRECTIONAL_SEQUENCE_LSTM: a cell that remembers, step by step through a sequence.
///
/// Inputs: 0 a sequence [batch, time, size], or [time, batch, size] with `time_major`; the others, and their types, are
/// those of ``FloatLSTM`` or, for int8, of ``IntegerLSTM``. Output: as the sequence, with the number of outputs in
/// place of the size, of the activations' type.
///
/// Source: `tflite/kernels/unidirectional_sequence_lstm.cc` and `tflite/kernels/lstm_eval.cc`;
/// `tflite/kernels/internal/reference/portable_tensor_utils.cc`.
enum UnidirectionalSequenceLSTMOperator: OperatorDefinition {
  static let weights: Int? = 2
  static let kernels: [KernelDeclaration] = [
    .plain(.float32), .vector(.int8), .plain(.float32, weights: .int8), .plain(.float32, weights: .uint8),
  ]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 20...24)
    let type = try context.activationType(of: Self.self)
    try context.require(try context.input(0), rank: 3...3)
    let options = try context.options(UnidirectionalSequenceLSTMOptions.self)
    guard type == .float32 else {
      return try IntegerLSTM.prepare(
        context, activation: options.fusedActivationFunction, isTimeMajor: options.timeMajor,
        cellClip: options.cellClip,
        projectionClip: options.projClip)
    }
    return try FloatLSTM.prepare(
      context,
      FloatLSTMOptions(
        activation: options.fusedActivationFunction, cellClip: options.cellClip, projectionClip: options.projClip,
        isTimeMajor: options.timeMajor, isAsymmetric: options.asymmetricQuantizeInputs))
  }
}
