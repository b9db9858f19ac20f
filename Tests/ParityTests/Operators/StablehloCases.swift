import TFLiteKernels
import TFLiteSchema

extension ParityRow {
  static let stablehlo =
    pairs("STABLEHLO_ADD", .stablehloAdd) + pairs("STABLEHLO_MULTIPLY", .stablehloMultiply)
    + pairs("STABLEHLO_MAXIMUM", .stablehloMaximum) + pairs("STABLEHLO_MINIMUM", .stablehloMinimum)
    + whole("STABLEHLO_AND", wholeKinds + [.bool]) { $0.equalPair(.stablehloAnd, $1) }
    + whole("STABLEHLO_SHIFT_LEFT", [.int8, .int16, .int32]) { $0.leftShift($1) }
    + rows("STABLEHLO_PAD", ElementKind.any) { $0.stablehloPad($1) }
    + ElementKind.any.map { kind in
      // The C library takes the rank of the result from the file.
      ParityRow("STABLEHLO_GATHER", kind.rawValue, distinct: kind.distinct, allowsOutdatedShapes: false) {
        $0.stablehloGather(kind)
      }
    }
    + rows("STABLEHLO_SCATTER", combinableKinds) { $0.stablehloScatter($1) }
    + [ParityRow("STABLEHLO_RNG_BIT_GENERATOR", "uint64", allowsOutdatedShapes: false) { $0.randomBits() }]

  private static let wholeKinds: [ElementKind] = [.int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64]
  private static let combinableKinds: [ElementKind] = [.float16, .float32, .float64] + wholeKinds + [.bool]

  private static func pairs(_ name: String, _ code: BuiltinOperator) -> [ParityRow] {
    rows(name, combinableKinds) { $0.equalPair(code, $1) }
  }

  /// The reference resolver lacks these.
  private static func whole(
    _ name: String, _ kinds: [ElementKind],
    makeCase: @escaping @Sendable (inout SplitMix64, ElementKind) -> OperatorCase
  ) -> [ParityRow] {
    kinds.map { kind in
      ParityRow(name, kind.rawValue, distinct: kind.distinct, reference: .onlyKernels) { makeCase(&$0, kind) }
    }
  }
}

extension SplitMix64 {
  /// Numbers of any type that can be added and multiplied; no float is NaN.
  mutating func combinable(_ kind: ElementKind, _ shape: [Int], isConstant: Bool = false) -> TensorSketch {
    var sketch: TensorSketch
    switch kind {
    case .float16, .float64:
      sketch = TensorSketch(type: kind.tensorType, shape: shape)
      for _ in 0..<shape.elementCount {
        let value = normal() * logUniform(0.01...100)
        sketch.bytes +=
          kind == .float16
          ? littleEndianBytes(HalfBits(value).bits) : littleEndianBytes(Double(value) * (1 + 1e-10 * Double(normal())))
      }
    default: sketch = numbers(kind, shape)
    }
    sketch.isConstant = isConstant
    return sketch
  }

  fileprivate mutating func equalPair(_ code: BuiltinOperator, _ kind: ElementKind) -> OperatorCase {
    let shape = shape(rank: int(0...4), limit: 400)
    let other = chance(0.03) ? shape + [2] : shape
    return OperatorCase(
      code: code, inputs: [combinable(kind, shape), combinable(kind, other, isConstant: chance(0.3))],
      outputs: [TensorSketch(type: kind.tensorType, shape: shape)])
  }

  fileprivate mutating func leftShift(_ kind: ElementKind) -> OperatorCase {
    var made = equalPair(.stablehloShiftLeft, kind)
    made.options = StablehloShiftLeftOptions()
    let shape = made.outputs[0].shape
    made.inputs[1] = numbers(kind, shape, 0...8 * kind.byteCount - 1)
    return made
  }

  /// The C interface hands out no results without elements.
  fileprivate mutating func stablehloPad(_ kind: ElementKind) -> OperatorCase {
    while true {
      let input = elements(kind, shape(rank: int(1...4), limit: 60))
      func paddings(_ range: ClosedRange<Int>) -> [Int] { input.shape.map { _ in chance(0.3) ? 0 : int(range) } }
      let (low, high, interior) = (paddings(-2...4), paddings(-2...4), paddings(0...3))
      let output = input.shape.indices.map { axis in
        input.shape[axis] + (input.shape[axis] - 1) * interior[axis] + low[axis] + high[axis]
      }
      guard output.allSatisfy({ $0 > 0 }) else { continue }
      var value = elements(kind, chance(0.5) ? [] : [1], isConstant: chance(0.5))
      (value.scales, value.zeroPoints) = (input.scales, input.zeroPoints)
      return OperatorCase(
        code: .stablehloPad,
        options: StablehloPadOptions {
          $0.edgePaddingLow = low.map { Int64($0) }
          $0.edgePaddingHigh = high.map { Int64($0) }
          $0.interiorPadding = interior.map { Int64($0) }
        }, inputs: [input, value], outputs: [input.result(output)])
    }
  }

  /// Some of at least two dimensions, in ascending order, but not all: the C library does not look whether a list that is
  /// empty is there, and then takes what it finds in memory for its length.
  private mutating func someDimensions(below rank: Int) -> [Int] {
    while true {
      let dimensions = (0..<rank).filter { _ in chance(0.4) }
      if !dimensions.isEmpty, dimensions.count < rank { return dimensions }
    }
  }

  fileprivate mutating func stablehloGather(_ kind: ElementKind) -> OperatorCase {
    let operand = elements(kind, shape(rank: int(2...4), limit: 300))
    let rank = operand.shape.count
    let collapsed = someDimensions(below: rank)
    let sizes = (0..<rank).map { collapsed.contains($0) ? 1 : int(1...operand.shape[$0]) }
    var map = Array(0..<rank)
    for place in map.indices.reversed() { map.swapAt(place, int(0...place)) }
    map = Array(map.prefix(int(1...rank)))
    let counts = (0..<int(0...2)).map { _ in int(1...4) }
    let vectorAxis = int(0...counts.count)
    var shape = counts
    shape.insert(map.count, at: vectorAxis)
    let kept = (0..<rank).filter { !collapsed.contains($0) }
    let resultRank = counts.count + kept.count
    var offsets = Array(0..<resultRank)
    while offsets.count > kept.count { offsets.remove(at: int(0...offsets.count - 1)) }
    var output: [Int] = []
    var (slices, batches) = (kept.map { sizes[$0] }[...], counts[...])
    for axis in 0..<resultRank { output.append(offsets.contains(axis) ? slices.removeFirst() : batches.removeFirst()) }
    let values = (0..<shape.elementCount).map { _ in int(-1...7) }
    return OperatorCase(
      code: .stablehloGather,
      options: StablehloGatherOptions {
        $0.offsetDims = offsets.map { Int64($0) }
        $0.collapsedSliceDims = collapsed.map { Int64($0) }
        $0.startIndexMap = map.map { Int64($0) }
        $0.indexVectorDim = Int64(vectorAxis)
        $0.sliceSizes = sizes.map { Int64($0) }
      }, inputs: [operand, indices(values, shape: shape, types: [.int32, .int64])],
      outputs: [operand.result(output)])
  }

  fileprivate mutating func stablehloScatter(_ kind: ElementKind) -> OperatorCase {
    let input = combinable(kind, shape(rank: int(2...4), limit: 200))
    let rank = input.shape.count
    let inserted = someDimensions(below: rank)
    let kept = (0..<rank).filter { !inserted.contains($0) }
    var map = Array(0..<rank)
    for place in map.indices.reversed() { map.swapAt(place, int(0...place)) }
    map = Array(map.prefix(int(1...rank)))
    let counts = (0..<int(0...2)).map { _ in int(1...4) }
    let vectorAxis = int(0...counts.count)
    var shape = counts
    shape.insert(map.count, at: vectorAxis)
    let updateRank = counts.count + kept.count
    var windows = Array(0..<updateRank)
    while windows.count > kept.count { windows.remove(at: int(0...windows.count - 1)) }
    var updates: [Int] = []
    var (slices, batches) = (kept.map { int(1...input.shape[$0]) }[...], counts[...])
    for axis in 0..<updateRank { updates.append(windows.contains(axis) ? slices.removeFirst() : batches.removeFirst()) }
    let values = (0..<shape.elementCount).map { _ in int(-1...5) }
    var made = OperatorCase(
      code: .stablehloScatter,
      options: StablehloScatterOptions {
        $0.updateWindowDims = windows.map { Int64($0) }
        $0.insertedWindowDims = inserted.map { Int64($0) }
        $0.scatterDimsToOperandDims = map.map { Int64($0) }
        $0.indexVectorDim = Int64(vectorAxis)
        $0.updateComputationSubgraphIndex = 1
      },
      inputs: [input, indices(values, shape: shape, types: [.int32, .int64]), combinable(kind, updates)],
      outputs: [input.result(input.shape)])
    let computations: [[BuiltinOperator]] = [
      [], [.stablehloAdd], [.stablehloMultiply], [.stablehloMaximum], [.stablehloMinimum],
    ]
    made.computation = pick(computations)
    return made
  }

  fileprivate mutating func randomBits() -> OperatorCase {
    let algorithm: RngAlgorithm = pick([.default, .philox, .threefry])
    let size = algorithm == .threefry || chance(0.5) ? 2 : 3
    let state = TensorSketch(
      type: .uint64, shape: [chance(0.03) ? 4 : size],
      bytes: (0..<4).flatMap { _ in littleEndianBytes(chance(0.1) ? UInt64.max : next()) })
    var input = state
    input.bytes = Array(state.bytes.prefix(8 * state.elementCount))
    return OperatorCase(
      code: .stablehloRngBitGenerator, options: StablehloRngBitGeneratorOptions { $0.algorithm = algorithm },
      inputs: [input],
      outputs: [
        TensorSketch(type: .uint64, shape: state.shape),
        TensorSketch(type: pick([.int32, .int64, .uint32, .uint64]), shape: shape(rank: int(0...3), limit: 200)),
      ])
  }
}
