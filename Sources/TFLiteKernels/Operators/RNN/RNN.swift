import TFLiteSchema

/// RNN: one step of units whose output is fed back to them.
///
/// Inputs: 0 activations [batch, size]; 1 weights [units, size] and 2 recurrent weights [units, units], float32 or int8; 3
/// the bias [units]; 4 the state [batch, units], the output before, which is kept from one invocation to the next. Output:
/// [batch, units], the activation of the sum of both products and the bias.
///
/// Source: `tflite/kernels/basic_rnn.cc`.
enum RNNOperator: OperatorDefinition {
  static let weights: Int? = 1
  static let kernels: [KernelDeclaration] = [
    .plain(.float32), .plain(.float32, weights: .int8), .plain(.float32, weights: .uint8),
  ]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 5...5)
    let options = try context.optionsOrDefaults(RNNOptions.self)
    return try SimpleRNN.prepare(
      context, .step,
      SimpleRNNOptions(
        activation: options.fusedActivationFunction, isTimeMajor: true, isAsymmetric: options.asymmetricQuantizeInputs))
  }
}
