import TFLiteMicrokernels
import TFLiteSchema

/// ADD in float32 on vectors.
struct FloatAddition: BroadcastOperator {
  private let kernels: any FloatPairMicrokernels.Type
  private var sum: BinaryArithmetic
  private let left: VectorOperand
  private let right: VectorOperand
  private let bounds: ActivationBounds<Float>

  var broadcast: Broadcast {
    get { sum.broadcast }
    set { sum.broadcast = newValue }
  }
  var outputShapes: [[Int]] { sum.outputShapes }
  var outputTypes: [TensorType]? { sum.outputTypes }
  var overwritableInputs: [Int] { sum.overwritableInputs }
  var path: KernelPath { .vector }

  init(
    _ context: OperatorContext, _ operands: BinaryOperands, _ kernels: any FloatPairMicrokernels.Type,
    _ bounds: ActivationBounds<Float>
  ) throws(KernelError) {
    self.kernels = kernels
    self.bounds = bounds
    left = try VectorOperand(context, input: 0)
    right = try VectorOperand(context, input: 1)
    sum = BinaryArithmetic(
      operands.broadcast, try VectorPairs(context, bounds, kernels.addFloats), outputType: operands.type)
  }

  func run(_ call: OperatorCall) { sum.run(call) }
}

extension FloatAddition {
  func postOperation(on input: Int, inputsAt positions: [Int], channels: Int) -> (any PostOperation)? {
    guard broadcast.unrepeatedOperands == [0, 1] else {
      return sum.postOperation(on: input, inputsAt: positions, channels: channels)
    }
    var operand = input == 0 ? right : left
    operand.position = positions[1 - input]
    return FloatPostAddition(kernels: kernels, operand: operand, bounds: bounds)
  }
}

/// ADD in float32 of a tensor of the same shape, behind the operator that computes the other operand.
struct FloatPostAddition: PostOperation {
  fileprivate let kernels: any FloatPairMicrokernels.Type
  fileprivate let operand: VectorOperand
  fileprivate let bounds: ActivationBounds<Float>

  func apply(_ call: OperatorCall, to results: UnsafeMutableRawPointer, bytes: Range<Int>) {
    let values = results + bytes.lowerBound
    kernels.addFloats(
      left: values, right: operand.address(call) + bytes.lowerBound, output: values,
      rows: (1, bytes.count / 4, 1, 1, 0, 0), lower: bounds.low, upper: bounds.high)
  }

  /// For microkernels that add it to their results themselves.
  func addend(_ call: OperatorCall) -> Microkernels.Addend { (operand.address(call), bounds.low, bounds.high) }
}

extension FloatAddition {
  func fusing(_ channels: Int, on input: Int) -> (any PreparedOperator)? {
    guard broadcast.unrepeatedOperands == [0, 1], let outputChannels = broadcast.outputShape.last,
      channels <= outputChannels
    else { return nil }
    return PaddedAddition(
      kernels: kernels, outputShape: broadcast.outputShape, outputChannels: outputChannels, channels: channels,
      paddedInput: input, whole: input == 0 ? right : left, padded: input == 0 ? left : right, bounds: bounds)
  }
}

/// ADD in float32 of two images, one of which lacks channels, as if it had zeros there.
struct PaddedAddition: TotalOperator {
  fileprivate let kernels: any FloatPairMicrokernels.Type
  fileprivate let outputShape: [Int]
  fileprivate let outputChannels: Int
  /// Those of the padded image.
  fileprivate let channels: Int
  /// Which input is padded.
  fileprivate let paddedInput: Int
  fileprivate var whole: VectorOperand
  fileprivate var padded: VectorOperand
  fileprivate let bounds: ActivationBounds<Float>

  var outputShapes: [[Int]] { [outputShape] }
  var overwritableInputs: [Int] { [1 - paddedInput] }
  var path: KernelPath { .vector }

  func run(_ call: OperatorCall) {
    guard outputChannels > 0 else { return }
    let pixelCount = outputShape.dropLast().reduce(1, *)
    call.workers.forEachRange(of: pixelCount, minimumCount: max(1, 4096 / outputChannels)) { pixels in
      add(
        call, whole.address(call) + 4 * pixels.lowerBound * outputChannels,
        to: call.outputBytes(0) + 4 * pixels.lowerBound * outputChannels, pixels: pixels)
    }
  }

  /// - Parameter values: the first of the pixels of the image that has all channels.
  private func add(
    _ call: OperatorCall, _ values: UnsafeRawPointer, to output: UnsafeMutableRawPointer, pixels: Range<Int>
  ) {
    kernels.addPaddedFloats(
      left: values, right: padded.address(call) + 4 * pixels.lowerBound * channels, output: output, rows: pixels.count,
      count: outputChannels, rightCount: channels, lower: bounds.low, upper: bounds.high)
  }
}

extension PaddedAddition: PostOperation {
  func postOperation(on input: Int, inputsAt positions: [Int], channels: Int) -> (any PostOperation)? {
    guard input != paddedInput, channels.isMultiple(of: outputChannels) else { return nil }
    var moved = self
    moved.padded.position = positions[paddedInput]
    return moved
  }

  func apply(_ call: OperatorCall, to results: UnsafeMutableRawPointer, bytes: Range<Int>) {
    let size = 4 * outputChannels
    add(
      call, results + bytes.lowerBound, to: results + bytes.lowerBound,
      pixels: bytes.lowerBound / size..<bytes.upperBound / size)
  }
}
