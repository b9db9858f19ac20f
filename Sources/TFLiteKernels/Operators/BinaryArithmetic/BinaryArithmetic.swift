import TFLiteSchema

/// An operator on pairs of elements of two tensors, whose shapes are broadcast to one: arithmetic, comparisons, logic.
struct BinaryArithmetic: BroadcastOperator {
  var broadcast: Broadcast
  /// The loop, compiled for one operation.
  private let loop: @Sendable (OperatorCall, Broadcast) -> Void

  var outputShapes: [[Int]] { [broadcast.outputShape] }
  let outputTypes: [TensorType]?
  /// The compiler's vector loops do without vectors where memory overlaps.
  var overwritableInputs: [Int] { pairs == nil ? [] : broadcast.unrepeatedOperands }
  let path: KernelPath
  /// The microkernel's operands; nil where plain loops have to do.
  private let pairs: VectorPairs?

  /// - Parameter outputType: the type that the operator gives its output; nil leaves it as it is in the file.
  init<Operation: BinaryOperation>(
    _ broadcast: Broadcast, _ operation: Operation, outputType: TensorType? = nil
  ) {
    self.broadcast = broadcast
    outputTypes = outputType.map { [$0] }
    path = .plain
    pairs = nil
    loop = { call, broadcast in runReference(call, broadcast, operation) }
  }

  /// An operator whose loop is a microkernel.
  init(_ broadcast: Broadcast, _ pairs: VectorPairs, outputType: TensorType? = nil) {
    self.broadcast = broadcast
    outputTypes = outputType.map { [$0] }
    path = .vector
    self.pairs = pairs
    loop = { call, broadcast in pairs.run(call, broadcast) }
  }

  func run(_ call: OperatorCall) { loop(call, broadcast) }
}

extension BinaryArithmetic {
  func postOperation(on input: Int, inputsAt positions: [Int], channels: Int) -> (any PostOperation)? {
    pairs.flatMap { PairPostOperation($0, broadcast, on: input, inputsAt: positions, channels: channels) }
  }
}

/// What one operator computes from a pair of elements.
protocol BinaryOperation: Sendable {
  associatedtype Input
  associatedtype Output

  func callAsFunction(_ left: Input, _ right: Input) -> Output
}

/// Two tensors of one type, and where their combination goes.
struct BinaryOperands {
  let left: TensorDescriptor
  let right: TensorDescriptor
  let output: TensorDescriptor
  let broadcast: Broadcast

  /// The type of both operands.
  var type: TensorType { left.type }
}

extension OperatorContext {
  /// The operands of an operator on pairs: both of one type, with shapes that can be broadcast to one.
  func binaryOperands() throws(KernelError) -> BinaryOperands {
    try requireOperands(inputs: 2...2)
    let (left, right) = (try input(0), try input(1))
    try require(right, sameTypeAs: left)
    return BinaryOperands(left: left, right: right, output: output(0), broadcast: try broadcast(left, right))
  }

  /// The operands of an operator on pairs whose output has the type of its inputs.
  func arithmeticOperands() throws(KernelError) -> BinaryOperands {
    let operands = try binaryOperands()
    try require(operands.output, sameTypeAs: operands.left)
    return operands
  }
}

/// The quantization of both operands and of the result.
struct BinaryQuantization {
  let left: AffineQuantization
  let right: AffineQuantization
  let output: AffineQuantization
}

extension OperatorContext {
  /// The quantization of both operands and of the result.
  func quantization(of operands: BinaryOperands) throws(KernelError) -> BinaryQuantization {
    let output = try perTensorQuantization(operands.output)
    // The file may give the output another type, whose zero points are others.
    guard operands.type.integerRange?.contains(Int64(output.zeroPoint)) != false else {
      throw .quantization(
        identity, operands.output.identity,
        expected: "a zero point that is \(operands.type.schemaName), as results are, found \(output.zeroPoint)")
    }
    return BinaryQuantization(
      left: try perTensorQuantization(operands.left), right: try perTensorQuantization(operands.right), output: output)
  }

  /// Checks that every zero point is 0, as 16-bit quantization demands.
  func requireSymmetric(_ tensors: TensorDescriptor...) throws(KernelError) {
    for tensor in tensors where try perTensorQuantization(tensor).zeroPoint != 0 {
      throw .quantization(identity, tensor.identity, expected: "zero point 0")
    }
  }
}

extension TensorDescriptor {
  /// Whether stored values stand for real ones; 16-bit integers may just be numbers.
  var isQuantized: Bool { quantization?.scale.isEmpty == false }
}

extension BinaryOperands {
  /// XNNPACK takes tensors of at most 6 dimensions.
  var isTakenByXNNPACK: Bool { left.rank <= 6 && right.rank <= 6 }
}
