import TFLiteSchema

/// BIDIRECTIONAL_SEQUENCE_RNN: two cells, one of which goes through a sequence from the first step to the last, the other
/// from the last to the first.
///
/// Inputs: 0 a sequence [batch, time, size], or [time, batch, size] with `time_major`; 1 to 4 and 5 to 8 the weights,
/// recurrent weights, bias and state of either cell, as those of ``RNNOperator``; 9 to 11 an optional auxiliary sequence, and
/// the weights of either cell for it. Without these weights, and with `time_major`, the auxiliary sequence takes the place
/// of the first for the backward cell. Outputs: as the sequence, with the units of either cell in place of the size; with
/// `merge_outputs` one, with the units of both.
///
/// With int8 weights and `time_major` both cells go through the sequence as often as it has steps, each time with the state
/// that they had at the end, as in the C library.
///
/// Source: `tflite/kernels/bidirectional_sequence_rnn.cc`.
enum BidirectionalSequenceRNNOperator: OperatorDefinition {
  static let weights: Int? = 1
  static let kernels: [KernelDeclaration] = [
    .plain(.float32), .plain(.float32, weights: .int8), .plain(.float32, weights: .uint8),
  ]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let options = try context.optionsOrDefaults(BidirectionalSequenceRNNOptions.self)
    try context.requireOperands(inputs: 12...12, outputs: options.mergeOutputs ? 1 : 2)
    return try SimpleRNN.prepare(
      context, .bothWays(mergesOutputs: options.mergeOutputs),
      SimpleRNNOptions(
        activation: options.fusedActivationFunction, isTimeMajor: options.timeMajor,
        isAsymmetric: options.asymmetricQuantizeInputs))
  }
}
