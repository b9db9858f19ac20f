import TFLiteSchema

/// LSTM with the kernel BASIC: a cell that remembers, whose four gates share one matrix.
///
/// Inputs: 0 activations [batch, size]; 1 the output before [batch, cells]; 2 the weights [4 · cells, size + cells] of input gate,
/// cell, forget gate and output gate; 3 their biases; 4 the cell state before [batch, cells]. Where inputs 1 and 4 are variable
/// tensors, the new ones are kept in them. Outputs: 0 the new output; 1 the new cell state; 2 the activations with the
/// output before behind each; 3 the four gates before their activation. All are float32, or uint8 with steps of 2⁻⁷ around
/// 128, with int32 biases, int16 states in steps of 2⁻¹¹ and int16 gates in steps of 2⁻¹².
struct BasicLSTM: TotalOperator {
  let batches: Int
  let inputSize: Int
  let cells: Int
  let arithmetic: Arithmetic
  /// Whether the output before and the cell state are kept.
  let keepsStates: Bool

  enum Arithmetic {
    case float
    /// The zero point of weights, and what scales sums to steps of gates.
    case integer(weightZeroPoint: Int32, scale: QuantizedMultiplier)
  }

  /// What is multiplied by a row of weights.
  var depth: Int { inputSize + cells }

  var outputShapes: [[Int]] { [[batches, cells], [batches, cells], [batches, depth], [batches, 4 * cells]] }

  /// What was computed before is part of the result.
  var isPure: Bool { false }

  func run(_ call: OperatorCall) { runReference(call) }
}

extension BasicLSTM {
  /// - Parameter type: that of the activations, float32 or uint8.
  static func prepare(_ context: OperatorContext, type: TensorType) throws(KernelError) -> BasicLSTM {
    let (input, output) = (try context.input(0), try context.input(1))
    try context.require(input, rank: 2...2)
    try context.require(output, rank: 2...2)
    try context.requireElements(input)
    try context.requireElements(output)
    let (batches, size, cells) = (input.shape[0], input.shape[1], output.shape[1])
    let (sum, isTooLarge) = size.addingReportingOverflow(cells)
    let (rows, hasTooManyRows) = cells.multipliedReportingOverflow(by: 4)
    guard !isTooLarge, !hasTooManyRows else {
      throw .shape(context.identity, output.identity, found: output.shape, expected: "fewer cells")
    }
    let (weights, bias, state) = (try context.input(2), try context.input(3), try context.input(4))
    try context.require(output, shape: [batches, cells])
    try context.require(weights, shape: [rows, sum])
    try context.require(bias, shape: [rows])
    try context.require(state, shape: [batches, cells])

    let isFloat = type == .float32
    for tensor in [input, output, weights, context.output(0), context.output(2)] {
      try context.require(tensor, type: type)
    }
    try context.require(bias, type: isFloat ? .float32 : .int32)
    for tensor in [state, context.output(1), context.output(3)] {
      try context.require(tensor, type: isFloat ? .float32 : .int16)
    }
    guard output.isVariable == state.isVariable else {
      throw .operands(
        context.identity, "has one state that is a variable tensor and one that is none: inputs 1 and 4")
    }
    return BasicLSTM(
      batches: batches, inputSize: size, cells: cells, arithmetic: isFloat ? .float : try context.integerArithmetic(),
      keepsStates: state.isVariable)
  }
}

extension OperatorContext {
  fileprivate func integerArithmetic() throws(KernelError) -> BasicLSTM.Arithmetic {
    let state = output(1)
    let ratio = try perTensorQuantization(state).scale * 2048
    // As near to a power of two as the C library wants it: within a thousandth of a binary logarithm.
    guard abs(ratio - 1) < 6.93e-4 else {
      throw .quantization(identity, state.identity, expected: "a scale of 2⁻¹¹")
    }
    let bias = try input(3)
    let scale = try perTensorQuantization(bias).scale
    return .integer(
      weightZeroPoint: try perTensorQuantization(try input(2)).zeroPoint,
      scale: try multiplier(4096 * Double(scale), for: bias))
  }
}
