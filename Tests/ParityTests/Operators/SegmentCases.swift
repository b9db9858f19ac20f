import TFLiteSchema

extension ParityRow {
  static let segments =
    [ElementKind.float32, .int32].map { kind in
      ParityRow("SEGMENT_SUM", kind.rawValue, reference: .onlyKernels) { $0.segmentSum(kind) }
    } + unsorted("MAX", .unsortedSegmentMax) + unsorted("MIN", .unsortedSegmentMin)
    + unsorted("PROD", .unsortedSegmentProd) + unsorted("SUM", .unsortedSegmentSum)

  private static func unsorted(_ name: String, _ code: BuiltinOperator) -> [ParityRow] {
    rows("UNSORTED_SEGMENT_\(name)", [.float32, .int32]) { $0.unsortedSegments(code, $1) }
  }
}

extension SplitMix64 {
  /// The C library knows the shape of the result where all is constant.
  fileprivate mutating func segmentSum(_ kind: ElementKind) -> OperatorCase {
    var input = numbers(kind, shape(rank: int(1...4), limit: 400))
    (input.isConstant, input.isFedHere) = (true, chance(0.5))
    var (segments, last) = ([0], 0)
    for _ in 1..<max(1, input.shape[0]) {
      last += chance(0.4) ? 1 : 0
      segments.append(last)
    }
    if chance(0.05) { segments[segments.count - 1] = pick([-1, last + 2]) }
    return OperatorCase(
      code: .segmentSum, options: SegmentSumOptions(), inputs: [input, parameters(segments)],
      outputs: [input.result([last + 1] + input.shape.dropFirst())])
  }

  fileprivate mutating func unsortedSegments(_ code: BuiltinOperator, _ kind: ElementKind) -> OperatorCase {
    let input = numbers(kind, shape(rank: int(1...4), limit: 400), isFinite: true)
    let depth = int(1...input.shape.count)
    let places = Array(input.shape.prefix(depth))
    let count = int(1...7)
    var segments = (0..<places.elementCount).map { _ in chance(0.1) ? -1 : int(0...count - 1) }
    if chance(0.05) { segments[0] = count }
    return OperatorCase(
      code: code,
      inputs: [input, parameters(segments, shape: places), parameters([count], shape: chance(0.5) ? [] : [1])],
      outputs: [input.result([count] + input.shape.dropFirst(depth))])
  }
}
