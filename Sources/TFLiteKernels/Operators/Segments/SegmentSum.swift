import TFLiteSchema

/// SEGMENT_SUM into a known number of segments.
struct SegmentSum: TotalOperator {
  let outputShape: [Int]
  let type: TensorType
  /// The segment of each slice of the tensor.
  let segments: [Int]

  var outputShapes: [[Int]] { [outputShape] }

  func run(_ call: OperatorCall) {
    switch type {
    case .int32: add(call, Int32.self)
    default: add(call, Float.self)
    }
  }

  private func add<Element: ArithmeticElement>(_ call: OperatorCall, _ element: Element.Type) {
    guard !outputShape.contains(0) else { return }
    let (input, output) = (call.input(0, as: element), call.output(0, as: element))
    let length = outputShape.dropFirst().wrappingProduct
    call.outputBytes(0).fill(
      with: 0, byteCount: outputShape[0] * length * MemoryLayout<Element>.stride, call.workers)
    var watch = call.stopWatch
    for (slice, segment) in segments.enumerated() {
      for part in (0..<length).parts {
        for index in part {
          output[segment * length + index] = output[segment * length + index].plus(input[slice * length + index])
        }
        if watch.isOver(after: part.count) { return }
      }
    }
  }
}

/// SEGMENT_SUM: slices along the first dimension are added up, those of one segment in one sum.
///
/// Inputs: a tensor [slices, ...]; the segment of each slice [slices], int32, which begin with 0, and from one slice to
/// the next stay or grow by 1. Output: [segments, ...], of the tensor's type. Integers wrap around.
///
/// Source: `tflite/kernels/segment_sum.cc`; `tflite/kernels/internal/reference/reference_ops.h`, SegmentSum.
enum SegmentSumOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32, .int32)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 2...2)
    let (input, segmentTensor) = (try context.input(0), try context.input(1))
    try context.requireActivationType(of: Self.self)
    try context.require(context.output(0), sameTypeAs: input)
    try context.require(input, rank: 1...Int(Int32.max))
    try context.require(segmentTensor, shape: [input.shape[0]])
    let segments = try context.integers(segmentTensor, types: [.int32])
    var last = -1
    var watch = context.stopWatch
    for (slice, segment) in segments.enumerated() {
      try watch.check(after: 1)
      guard segment == last + 1 || slice > 0 && segment == last else {
        let expected = slice > 0 ? "\(last) or \(last + 1)" : "0"
        throw KernelError.value(
          context.identity, segmentTensor.identity, "holds the segment \(segment) at \(slice), expected \(expected)")
      }
      last = segment
    }
    return SegmentSum(outputShape: [last + 1] + input.shape.dropFirst(), type: input.type, segments: segments)
  }
}
