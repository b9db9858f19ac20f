import TFLiteMicrokernels

/// An operator on pairs of elements whose inner loop is a microkernel.
struct VectorPairs: Sendable {
  /// The inner loop, with all but the addresses and rows filled in.
  typealias Loop =
    @Sendable (
      _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ output: UnsafeMutableRawPointer,
      _ rows: Microkernels.PairedRows
    ) -> Void

  fileprivate var left: VectorOperand
  fileprivate var right: VectorOperand
  /// The bytes of an element.
  fileprivate let elementSize: Int
  fileprivate let loop: Loop

  init(_ context: OperatorContext, elementSize: Int = 1, _ loop: @escaping Loop) throws(KernelError) {
    self.elementSize = elementSize
    left = try VectorOperand(context, input: 0)
    right = try VectorOperand(context, input: 1)
    self.loop = loop
  }

  func run(_ call: OperatorCall, _ broadcast: Broadcast) {
    let (left, right, output) = (left.address(call), right.address(call), call.outputBytes(0))
    broadcast.forEachPlane(sharedBy: call.workers) { position, leftPosition, rightPosition, rows in
      loop(
        left + leftPosition * elementSize, right + rightPosition * elementSize, output + position * elementSize, rows)
    }
  }
}

/// An operator on pairs behind the one that computes one of its operands.
struct PairPostOperation: PostOperation {
  private let pairs: VectorPairs
  private let broadcast: Broadcast
  /// Whether the results to be replaced are the left operand.
  private let isLeft: Bool

  /// nil where the other operand repeats in a way that multiples of `channels` elements do not follow.
  init?(_ pairs: VectorPairs, _ broadcast: Broadcast, on input: Int, inputsAt positions: [Int], channels: Int) {
    guard broadcast.unrepeatedOperands.contains(input), let length = broadcast.rowLengthOfPlane,
      channels.isMultiple(of: length)
    else { return nil }
    var pairs = pairs
    pairs.left.position = positions[0]
    pairs.right.position = positions[1]
    self.pairs = pairs
    self.broadcast = broadcast
    isLeft = input == 0
  }

  func apply(_ call: OperatorCall, to results: UnsafeMutableRawPointer, bytes: Range<Int>) {
    let size = pairs.elementSize
    let plane = broadcast.plane(bytes.lowerBound / size..<bytes.upperBound / size)
    let output = results + bytes.lowerBound
    let left = isLeft ? UnsafeRawPointer(output) : pairs.left.address(call) + plane.left * size
    let right = isLeft ? pairs.right.address(call) + plane.right * size : UnsafeRawPointer(output)
    pairs.loop(left, right, output, plane.rows)
  }
}

extension BinaryQuantization {
  /// Zero points and multipliers, as microkernels take them.
  func scaled(
    left leftMultiplier: QuantizedMultiplier, right rightMultiplier: QuantizedMultiplier,
    output outputMultiplier: QuantizedMultiplier
  ) -> Microkernels.ScaledOperands {
    func operand(
      _ quantization: AffineQuantization, _ multiplier: QuantizedMultiplier
    ) -> Microkernels.ScaledOperand {
      (quantization.zeroPoint, multiplier.mantissa, multiplier.exponent)
    }
    return (operand(left, leftMultiplier), operand(right, rightMultiplier), operand(output, outputMultiplier))
  }
}

extension VectorPairs {
  /// A microkernel on pairs of floats that clamps its results.
  typealias FloatKernel =
    @Sendable (
      _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ output: UnsafeMutableRawPointer,
      _ rows: Microkernels.PairedRows, _ lower: Float, _ upper: Float
    ) -> Void

  /// Pairs of floats.
  init(
    _ context: OperatorContext, _ bounds: ActivationBounds<Float>, _ kernel: @escaping FloatKernel
  ) throws(KernelError) {
    try self.init(context, elementSize: 4) { left, right, output, rows in
      kernel(left, right, output, rows, bounds.low, bounds.high)
    }
  }
}

extension OperatorContext {
  /// The inner loops for a pair of floats; nil where plain loops have to do.
  var floatPairKernels: (any FloatPairMicrokernels.Type)? {
    inputs.contains { $0?.isPaddedForOverReads == true } ? microkernels?.floatPairs : nil
  }

  /// The inner loops for a pair of 8-bit elements; nil where plain loops have to do.
  ///
  /// - Parameter exponent: that of the multiplier which makes results. Enormous ones may carry values around the limits
  ///   of 32 bits, where microkernels and plain loops part.
  func pairKernels<Element: QuantizedInteger>(
    _ element: Element.Type, exponent: Int32 = 0, largestExponent: Int32 = 0
  ) -> (any PairMicrokernels.Type)? {
    guard Element.bitWidth == 8, exponent <= largestExponent,
      inputs.contains(where: { $0?.isPaddedForOverReads == true })
    else { return nil }
    return microkernels?.pairs
  }
}
