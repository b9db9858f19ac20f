import TFLiteSchema

/// UNIDIRECTIONAL_SEQUENCE_RNN: units whose output is fed back to them, step by step through a sequence.
///
/// Inputs: 0 a sequence [batch, time, size], or [time, batch, size] with `time_major`; the others are those of
/// ``RNNOperator``. Output: as the sequence, with the units in place of the size.
///
/// Source: `tflite/kernels/unidirectional_sequence_rnn.cc`.
enum UnidirectionalSequenceRNNOperator: OperatorDefinition {
  static let weights: Int? = 1
  static let kernels: [KernelDeclaration] = [
    .plain(.float32), .plain(.float32, weights: .int8), .plain(.float32, weights: .uint8),
  ]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 5...5)
    let options = try context.optionsOrDefaults(SequenceRNNOptions.self)
    return try SimpleRNN.prepare(
      context, .forward,
      SimpleRNNOptions(
        activation: options.fusedActivationFunction, isTimeMajor: options.timeMajor,
        isAsymmetric: options.asymmetricQuantizeInputs))
  }
}
