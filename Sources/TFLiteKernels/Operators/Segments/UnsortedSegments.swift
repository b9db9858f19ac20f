import TFLiteSchema

/// UNSORTED_SEGMENT_MAX, UNSORTED_SEGMENT_MIN, UNSORTED_SEGMENT_PROD and UNSORTED_SEGMENT_SUM: slices of a tensor are
/// combined, those of one segment into one.
struct UnsortedSegments: ThrowingOperator {
  let outputShape: [Int]
  /// How many slices there are.
  let sliceCount: Int
  private let identity: OperatorIdentity
  private let segmentTensor: TensorIdentity
  /// The loop, compiled for one type and rule.
  private let loop: @Sendable (UnsortedSegments, OperatorCall) throws -> Void

  var outputShapes: [[Int]] { [outputShape] }

  func run(_ call: OperatorCall) throws { try loop(self, call) }
}

/// How two elements of a segment become one.
protocol SegmentRule: Sendable {
  /// What a segment without elements holds.
  static func initial<Element: ArithmeticElement>(_ element: Element.Type) -> Element
  static func combine<Element: ArithmeticElement>(_ result: Element, _ element: Element) -> Element
}

extension UnsortedSegments {
  fileprivate init<Rule: SegmentRule, Element: ArithmeticElement & SendableMetatype>(
    _ context: OperatorContext, outputShape: [Int], segments: TensorDescriptor, _ rule: Rule.Type,
    _ element: Element.Type
  ) {
    self.outputShape = outputShape
    sliceCount = segments.elementCount
    identity = context.identity
    segmentTensor = segments.identity
    loop = { try $0.combine($1, rule, element) }
  }

  /// The specification. Slices of negative segments are left out.
  ///
  /// Source: `tflite/kernels/internal/reference/reference_ops.h`, UnsortedSegmentRef.
  private func combine<Rule: SegmentRule, Element: ArithmeticElement>(
    _ call: OperatorCall, _ rule: Rule.Type, _ element: Element.Type
  ) throws {
    let count = outputShape.wrappingProduct
    let length = outputShape.dropFirst().wrappingProduct
    let output = call.output(0, as: element)
    var watch = call.stopWatch
    watch.forEachPart(of: 0..<count) { part in
      (output + part.lowerBound).initialize(repeating: rule.initial(element), count: part.count)
    }
    for slice in 0..<sliceCount {
      try watch.check(after: 4)
      let segment = Int(call.input(1, as: Int32.self)[slice])
      guard segment < outputShape[0] else {
        throw KernelError.value(
          identity, segmentTensor,
          "holds the segment \(segment) at place \(slice), expected less than \(outputShape[0])")
      }
      guard segment >= 0, count > 0 else { continue }
      let (values, results) = (call.input(0, as: element) + slice * length, output + segment * length)
      for part in (0..<length).parts {
        for index in part { results[index] = rule.combine(results[index], values[index]) }
        try watch.check(after: part.count)
      }
    }
  }
}

extension OperatorContext {
  func prepareUnsortedSegments<Rule: SegmentRule>(_ rule: Rule.Type) throws(KernelError) -> UnsortedSegments {
    try requireOperands(inputs: 3...3)
    let (input, segments, countTensor) = (try input(0), try input(1), try input(2))
    try require(input, type: .float32, .int32)
    try require(output(0), sameTypeAs: input)
    try require(segments, type: .int32)
    guard input.shape.starts(with: segments.shape) else {
      throw .shape(
        identity, segments.identity, found: segments.shape,
        expected: "the first dimensions of \(input.identity), whose shape is \(input.shape)")
    }
    try require(countTensor, rank: 0...1)
    let count = try integer(countTensor, types: [.int32])
    guard count >= 0 else {
      throw .value(identity, countTensor.identity, "holds \(count), expected 0 segments or more")
    }
    let shape = [count] + input.shape.dropFirst(segments.rank)
    return input.type == .float32
      ? UnsortedSegments(self, outputShape: shape, segments: segments, rule, Float.self)
      : UnsortedSegments(self, outputShape: shape, segments: segments, rule, Int32.self)
  }
}
