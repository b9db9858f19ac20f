import TFLiteSchema

/// UNIDIRECTIONAL_SEQUENCE_LSTM: a cell that remembers, step by step through a sequence, on float32 activations
/// (``FloatLSTM``) or on int8 ones with an int16 cell state (``IntegerLSTM``), which say what the inputs are.
///
/// Source: `tflite/kernels/unidirectional_sequence_lstm.cc`.
enum UnidirectionalSequenceLSTMOperator: OperatorDefinition {
  static let weights: Int? = 2
  static let kernels: [KernelDeclaration] = [.plain(.float32, .int8), .plain(.float32, weights: .int8)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 20...24)
    let type = try context.activationType(of: Self.self)
    try context.require(try context.input(0), rank: 3...3)
    let options = try context.options(UnidirectionalSequenceLSTMOptions.self)
    guard type == .float32 else {
      return try IntegerLSTM.prepare(
        context, activation: options.fusedActivationFunction, isTimeMajor: options.timeMajor,
        cellClip: options.cellClip)
    }
    return try FloatLSTM.prepare(
      context,
      FloatLSTMOptions(
        activation: options.fusedActivationFunction, cellClip: options.cellClip, projectionClip: options.projClip,
        isTimeMajor: options.timeMajor, isAsymmetric: options.asymmetricQuantizeInputs))
  }
}
