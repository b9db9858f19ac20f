/// Options of SVDF.
public struct SVDFOptions: OperatorOptions {
  /// Rank of the factorization.
  public var rank: Int32 = 0

  /// Activation applied to the result.
  public var fusedActivationFunction: ActivationFunctionType = .none

  /// Whether a hybrid product quantizes its float input with a zero point.
  public var asymmetricQuantizeInputs: Bool = false

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "rank", &rank)
    try visitor.visit(1, "fused_activation_function", &fusedActivationFunction)
    try visitor.visit(2, "asymmetric_quantize_inputs", &asymmetricQuantizeInputs)
  }
}

/// Options of RNN.
public struct RNNOptions: OperatorOptions {
  /// Activation of the cell.
  public var fusedActivationFunction: ActivationFunctionType = .none

  /// Whether a hybrid product quantizes its float input with a zero point.
  public var asymmetricQuantizeInputs: Bool = false

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "fused_activation_function", &fusedActivationFunction)
    try visitor.visit(1, "asymmetric_quantize_inputs", &asymmetricQuantizeInputs)
  }
}

/// Options of UNIDIRECTIONAL_SEQUENCE_RNN.
public struct SequenceRNNOptions: OperatorOptions {
  /// Whether the first dimension is time, instead of batch.
  public var timeMajor: Bool = false

  /// Activation of the cell.
  public var fusedActivationFunction: ActivationFunctionType = .none

  /// Whether a hybrid product quantizes its float input with a zero point.
  public var asymmetricQuantizeInputs: Bool = false

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "time_major", &timeMajor)
    try visitor.visit(1, "fused_activation_function", &fusedActivationFunction)
    try visitor.visit(2, "asymmetric_quantize_inputs", &asymmetricQuantizeInputs)
  }
}

/// Options of BIDIRECTIONAL_SEQUENCE_RNN.
public struct BidirectionalSequenceRNNOptions: OperatorOptions {
  /// Whether the first dimension is time, instead of batch.
  public var timeMajor: Bool = false

  /// Activation of the cell.
  public var fusedActivationFunction: ActivationFunctionType = .none

  /// Whether both directions go into the first output.
  public var mergeOutputs: Bool = false

  /// Whether a hybrid product quantizes its float input with a zero point.
  public var asymmetricQuantizeInputs: Bool = false

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "time_major", &timeMajor)
    try visitor.visit(1, "fused_activation_function", &fusedActivationFunction)
    try visitor.visit(2, "merge_outputs", &mergeOutputs)
    try visitor.visit(3, "asymmetric_quantize_inputs", &asymmetricQuantizeInputs)
  }
}

/// Options of LSTM.
public struct LSTMOptions: OperatorOptions {
  /// Activation of the cell.
  public var fusedActivationFunction: ActivationFunctionType = .none

  /// Bound on the cell state; 0 means none.
  public var cellClip: Float = 0

  /// Bound on the projection; 0 means none.
  public var projClip: Float = 0

  /// Which cell is computed.
  public var kernelType: LSTMKernelType = .full

  /// Whether a hybrid product quantizes its float input with a zero point.
  public var asymmetricQuantizeInputs: Bool = false

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "fused_activation_function", &fusedActivationFunction)
    try visitor.visit(1, "cell_clip", &cellClip)
    try visitor.visit(2, "proj_clip", &projClip)
    try visitor.visit(3, "kernel_type", &kernelType)
    try visitor.visit(4, "asymmetric_quantize_inputs", &asymmetricQuantizeInputs)
  }
}

/// Options of UNIDIRECTIONAL_SEQUENCE_LSTM.
public struct UnidirectionalSequenceLSTMOptions: OperatorOptions {
  /// Activation of the cell.
  public var fusedActivationFunction: ActivationFunctionType = .none

  /// Bound on the cell state; 0 means none.
  public var cellClip: Float = 0

  /// Bound on the projection; 0 means none.
  public var projClip: Float = 0

  /// Whether the first dimension is time, instead of batch.
  public var timeMajor: Bool = false

  /// Whether a hybrid product quantizes its float input with a zero point.
  public var asymmetricQuantizeInputs: Bool = false

  /// Whether the recurrent weights are diagonal matrices stored as vectors.
  public var diagonalRecurrentTensors: Bool = false

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "fused_activation_function", &fusedActivationFunction)
    try visitor.visit(1, "cell_clip", &cellClip)
    try visitor.visit(2, "proj_clip", &projClip)
    try visitor.visit(3, "time_major", &timeMajor)
    try visitor.visit(4, "asymmetric_quantize_inputs", &asymmetricQuantizeInputs)
    try visitor.visit(5, "diagonal_recurrent_tensors", &diagonalRecurrentTensors)
  }
}

/// Options of BIDIRECTIONAL_SEQUENCE_LSTM.
public struct BidirectionalSequenceLSTMOptions: OperatorOptions {
  /// Activation of the cell.
  public var fusedActivationFunction: ActivationFunctionType = .none

  /// Bound on the cell state; 0 means none.
  public var cellClip: Float = 0

  /// Bound on the projection; 0 means none.
  public var projClip: Float = 0

  /// Whether both directions go into the first output.
  public var mergeOutputs: Bool = false

  /// Whether the first dimension is time, instead of batch.
  public var timeMajor: Bool = true

  /// Whether a hybrid product quantizes its float input with a zero point.
  public var asymmetricQuantizeInputs: Bool = false

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "fused_activation_function", &fusedActivationFunction)
    try visitor.visit(1, "cell_clip", &cellClip)
    try visitor.visit(2, "proj_clip", &projClip)
    try visitor.visit(3, "merge_outputs", &mergeOutputs)
    try visitor.visit(4, "time_major", &timeMajor, default: true)
    try visitor.visit(5, "asymmetric_quantize_inputs", &asymmetricQuantizeInputs)
  }
}
