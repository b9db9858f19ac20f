import TFLiteSchema

extension ParityRow {
  static let gather =
    rows("GATHER", ElementKind.narrow + [.bfloat16]) { $0.gather($1) }
    + stringRow("GATHER") { $0.gather($1) }
  static let gatherND =
    rows("GATHER_ND", ElementKind.narrow + [.bfloat16]) {
      $0.gatherND($1)
    } + stringRow("GATHER_ND") { $0.gatherND($1) }
  static let scatterND = rows("SCATTER_ND", [.float32, .uint8, .int8, .int32, .int64, .bool]) { $0.scatterND($1) }
  static let oneHot = rows("ONE_HOT", [.float32, .uint8, .int8, .int32, .int64, .bool]) { $0.oneHot($1) }
}

extension SplitMix64 {
  fileprivate mutating func gather(_ kind: ElementKind) -> OperatorCase {
    // The original takes vectors of strings alone.
    let input = elements(kind, shape(rank: kind == .string ? 1 : int(1...4), limit: 400))
    let axis = int(0...input.shape.count - 1)
    let shared = chance(0.3) ? int(0...axis) : 0
    let own = (0..<int(0...2)).map { _ in int(1...5) }
    let positions = input.shape.prefix(shared) + own
    var values = (0..<positions.elementCount).map { _ in int(0...input.shape[axis] - 1) }
    if chance(0.05) { values[0] = chance(0.5) ? -1 : input.shape[axis] }
    return OperatorCase(
      code: .gather, version: 5,
      options: GatherOptions {
        $0.axis = Int32(chance(0.3) ? axis - input.shape.count : axis)
        $0.batchDims = Int32(shared)
      },
      inputs: [input, indices(values, shape: Array(positions), types: [.int32, .int64, .int16])],
      outputs: [input.result(input.shape[..<axis] + own + input.shape[(axis + 1)...])])
  }

  /// Indices of one slice after the other, and the shape of their tensor.
  private mutating func slices(
    of shape: [Int], depth: Int, outer: [Int]? = nil
  ) -> (values: [Int], shape: [Int]) {
    let outer = outer ?? (0..<int(0...2)).map { _ in int(1...5) }
    let values = (0..<outer.elementCount).flatMap { _ in shape.prefix(depth).map { int(0...$0 - 1) } }
    return (values, outer + [depth])
  }

  fileprivate mutating func gatherND(_ kind: ElementKind) -> OperatorCase {
    let input = elements(kind, shape(rank: int(1...4), limit: 400))
    let depth = int(1...input.shape.count)
    var (values, shape) = slices(of: input.shape, depth: depth)
    if chance(0.05) { values[0] = chance(0.5) ? -1 : input.shape[0] }
    return OperatorCase(
      code: .gatherND, version: 3, options: GatherNdOptions(),
      inputs: [input, indices(values, shape: shape, types: [.int32, .int64, .int16])],
      outputs: [input.result(shape.dropLast() + input.shape[depth...])])
  }

  fileprivate mutating func scatterND(_ kind: ElementKind) -> OperatorCase {
    let output = shape(rank: int(1...4), limit: 400)
    let depth = int(1...output.count)
    // Most of the output, some of it several times.
    let count = min(200, output.prefix(depth).elementCount * 3 / 2)
    var (values, shape) = slices(of: output, depth: depth, outer: chance(0.7) ? [count] : nil)
    // The C library wants updates of at least one dimension.
    if shape.count == 1, depth == output.count { shape.insert(1, at: 0) }
    let updates = elements(kind, shape.dropLast() + output[depth...])
    if chance(0.05) { values[0] = chance(0.5) ? -1 : output[0] }
    return OperatorCase(
      code: .scatterND, options: ScatterNdOptions(),
      inputs: [indices(values, shape: shape), updates, parameters(output)],
      outputs: [updates.result(output)])
  }

  fileprivate mutating func oneHot(_ kind: ElementKind) -> OperatorCase {
    let indices = shape(rank: int(0...3), limit: 60)
    let depth = int(1...8)
    let axis = int(0...indices.count)
    var output = indices
    output.insert(depth, at: axis)
    let values = (0..<indices.elementCount).map { _ in int(-2...depth + 1) }
    let on = elements(kind, chance(0.5) ? [] : [1], isConstant: chance(0.7))
    var off = elements(kind, [], isConstant: chance(0.7))
    (off.scales, off.zeroPoints) = (on.scales, on.zeroPoints)
    return OperatorCase(
      code: .oneHot, options: OneHotOptions { $0.axis = Int32(axis == indices.count && chance(0.5) ? -1 : axis) },
      inputs: [
        self.indices(values, shape: indices, types: [.int32, .int64]), parameters([depth], shape: []),
        on, off,
      ],
      outputs: [on.result(output)])
  }
}
