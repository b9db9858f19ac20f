import TFLiteKernels
import TFLiteSchema
import Testing

/// Operators that move elements, as no honest converter writes them (rows 24, 29 to 32 and 41).
@Suite struct HostileMovementTests {
  typealias Case = HostileOperator

  @Test(arguments: axes + slices + splits + gathers + blocks + paddings + selections)
  func isRefused(_ hostile: Case) throws {
    try hostile.expectRefusal()
  }

  /// An operator on a tensor [4, 6] with constant operands behind it.
  private static func on(
    _ code: BuiltinOperator, options: (any OperatorOptions)? = nil, shape: [Int] = [4, 6],
    _ operands: TensorDescriptor..., outputs: Int = 1
  ) -> OperatorContext {
    OperatorContext(
      code, options, inputs: [.activation(0, shape)] + operands,
      outputs: (0..<outputs).map { .activation(9 + $0, [1]) })
  }

  private static func vector(_ index: Int, _ values: Int32...) -> TensorDescriptor {
    .constant(index, [values.count], values)
  }

  // MARK: - Axes and orders (rows 29, 41)

  static let axes: [Case] = [
    Case("expand far before the first axis", .expandDims, on(.expandDims, vector(1, -100_000)), "tensor 1", "-100000"),
    Case("expand behind the last axis", .expandDims, on(.expandDims, vector(1, 3)), "tensor 1", "-3 to 2"),
    Case("expand at two axes", .expandDims, on(.expandDims, vector(1, 0, 1)), "tensor 1", "one element"),
    Case("order out of range", .transpose, on(.transpose, vector(1, 0, 2)), "tensor 1", "axis 2"),
    Case("order far out of range", .transpose, on(.transpose, vector(1, .min, 0)), "tensor 1", "-2147483648"),
    Case("order repeats", .transpose, on(.transpose, vector(1, 1, 1)), "tensor 1", "[1, 1]"),
    Case("order repeats counted from the end", .transpose, on(.transpose, vector(1, 1, -1)), "tensor 1", "[1, 1]"),
    Case("order of another rank", .transpose, on(.transpose, vector(1, 0, 1, 2)), "tensor 1", "[2]"),
    Case("order of fewer dimensions", .transpose, on(.transpose, vector(1, 0)), "tensor 1", "[2]"),
    Case(
      "squeeze what is not 1", .squeeze, on(.squeeze, options: SqueezeOptions { $0.squeezeDims = [1] }), "tensor 0",
      "[4, 6]"),
    Case(
      "squeeze beyond", .squeeze, on(.squeeze, options: SqueezeOptions { $0.squeezeDims = [-3] }), "squeeze_dims", "-3"),
    Case("reverse beyond", .reverseV2, on(.reverseV2, vector(1, 2)), "tensor 1", "axis 2"),
    Case("reverse twice", .reverseV2, on(.reverseV2, vector(1, 0, 0)), "tensor 1", "[0, 0]"),
    Case(
      "reverse sequences of themselves", .reverseSequence,
      on(.reverseSequence, options: ReverseSequenceOptions(), vector(1, 1, 1, 1, 1)), "batch_dim"),
    Case(
      "sequences beyond", .reverseSequence,
      on(.reverseSequence, options: ReverseSequenceOptions { $0.seqDim = 2 }, vector(1, 1, 1, 1, 1)), "seq_dim", "2"),
    Case(
      "pack beyond", .pack, on(.pack, options: PackOptions { ($0.valuesCount, $0.axis) = (1, 3) }), "axis", "-3 to 2"),
    Case("pack another count", .pack, on(.pack, options: PackOptions { $0.valuesCount = 2 }), "1 inputs"),
    Case("pack nothing", .pack, on(.pack, options: PackOptions()), "values_count", "0"),
    Case(
      "pack unlike shapes", .pack, on(.pack, options: PackOptions { $0.valuesCount = 2 }, .activation(1, [4, 7])),
      "tensor 1",
      "[4, 7]"),
    Case("rank of nothing", .rank, OperatorContext(.rank, nil, inputs: [], outputs: [.activation(0, [])]), "0 inputs"),
    Case("shape as floats", .shape, on(.shape, options: ShapeOptions()), "out_type", "FLOAT32"),
  ]

  // MARK: - Slices (row 30)

  private static func strided(
    _ begin: [Int32], _ end: [Int32], _ stride: [Int32], shape: [Int] = [4, 6],
    _ configure: (inout StridedSliceOptions) -> Void = { _ in }
  ) -> OperatorContext {
    on(
      .stridedSlice, options: StridedSliceOptions(configure), shape: shape, .constant(1, [begin.count], begin),
      .constant(2, [end.count], end), .constant(3, [stride.count], stride))
  }

  static let slices: [Case] = [
    Case("stride 0", .stridedSlice, strided([0, 0], [4, 6], [1, 0]), "tensor 3", "stride 0", "entry 1"),
    Case(
      "stride 0 of a whole dimension", .stridedSlice, strided([0, 0], [4, 6], [0, 1]) { $0.beginMask = 3 }, "tensor 3"),
    Case(
      "two ellipses", .stridedSlice, strided([0, 0], [0, 0], [1, 1]) { $0.ellipsisMask = 3 }, "ellipsis_mask", "3"),
    Case(
      "all ellipses", .stridedSlice, strided([0, 0], [0, 0], [1, 1]) { $0.ellipsisMask = -1 }, "ellipsis_mask", "-1"),
    Case(
      "index behind the last element", .stridedSlice, strided([4, 0], [5, 6], [1, 1]) { $0.shrinkAxisMask = 1 },
      "tensor 1", "index 4", "less than 4"),
    Case(
      "index backwards", .stridedSlice, strided([1, 0], [0, 6], [-1, 1]) { $0.shrinkAxisMask = 1 }, "tensor 3", "-1"),
    Case("more entries than dimensions", .stridedSlice, strided([0, 0, 0], [1, 1, 1], [1, 1, 1]), "tensor 0", "3"),
    Case("unlike vectors", .stridedSlice, strided([0, 0], [1, 1], [1]), "tensor 3", "[2]"),
    Case(
      "more entries than bits", .stridedSlice,
      strided(Array(repeating: 0, count: 32), Array(repeating: 0, count: 32), Array(repeating: 1, count: 32)),
      "tensor 1", "31"),
    Case(
      "offset beyond the end", .stridedSlice, strided([2, 0], [3, 6], [1, 1]) { $0.offset = true }, "tensor 2", "3"),
    Case("slice from before", .slice, on(.slice, vector(1, -1, 0), vector(2, 1, 1)), "tensor 1", "-1"),
    Case("slice from behind", .slice, on(.slice, vector(1, 0, 7), vector(2, 1, 0)), "tensor 1", "7"),
    Case("slice too much", .slice, on(.slice, vector(1, 1, 0), vector(2, 4, 6)), "tensor 2", "4", "3"),
    Case("slice overflows", .slice, on(.slice, vector(1, 1, 0), vector(2, .max, 6)), "tensor 2", "2147483647"),
    Case("slice -2", .slice, on(.slice, vector(1, 0, 0), vector(2, -2, 6)), "tensor 2", "-2"),
    Case("slice of another rank", .slice, on(.slice, vector(1, 0), vector(2, 1)), "tensor 1", "[2]"),
  ]

  // MARK: - Splits (row 32)

  private static func split(axis: Int32, count: Int32) -> OperatorContext {
    OperatorContext(
      .split, SplitOptions { $0.numSplits = count }, inputs: [vector(1, axis), .activation(0, [4, 6])],
      outputs: (0..<Int(max(1, count))).map { .activation(2 + $0, [1]) })
  }

  private static func splitV(_ sizes: [Int32], axis: Int32 = 0, count: Int32? = nil) -> OperatorContext {
    on(
      .splitV, options: SplitVOptions { $0.numSplits = count ?? Int32(sizes.count) },
      .constant(1, [sizes.count], sizes),
      vector(2, axis), outputs: Int(count ?? Int32(sizes.count)))
  }

  static let splits: [Case] = [
    Case("split axis beyond", .split, split(axis: 2, count: 2), "tensor 1", "axis 2"),
    Case("split axis before", .split, split(axis: -3, count: 2), "tensor 1", "axis -3"),
    Case("split into none", .split, split(axis: 0, count: 0), "num_splits", "0"),
    Case("split unevenly", .split, split(axis: 0, count: 3), "tensor 0", "multiple of 3"),
    Case("split axis beyond, by sizes", .splitV, splitV([2, 2], axis: 7), "tensor 2", "axis 7"),
    Case("sizes too large", .splitV, splitV([2, 3]), "tensor 1", "[2, 3]", "4"),
    Case("sizes too small", .splitV, splitV([2, 1]), "tensor 1", "[2, 1]"),
    Case("two open sizes", .splitV, splitV([-1, -1]), "tensor 1", "[-1, -1]"),
    Case("negative size", .splitV, splitV([6, -2]), "tensor 1", "[6, -2]"),
    Case("an open size below 0", .splitV, splitV([5, -1]), "tensor 1", "[5, -1]"),
    Case("sizes overflow", .splitV, splitV([.max, .max, 6]), "tensor 1"),
    Case("sizes for other outputs", .splitV, splitV([2, 2], count: 3), "tensor 1", "[3]"),
    Case("unpack beyond", .unpack, on(.unpack, options: UnpackOptions { ($0.num, $0.axis) = (1, 2) }), "axis", "2"),
    Case(
      "unpack another count", .unpack, on(.unpack, options: UnpackOptions { $0.num = 3 }, outputs: 3), "tensor 0", "3"),
  ]

  // MARK: - Indices (row 31; their values are checked when the model runs)

  static let gathers: [Case] = [
    Case("gather beyond", .gather, on(.gather, options: GatherOptions { $0.axis = 2 }, vector(1, 0)), "axis", "2"),
    Case("gather far before", .gather, on(.gather, options: GatherOptions { $0.axis = .min }, vector(1, 0)), "axis"),
    Case(
      "gather shares more than there is", .gather,
      on(.gather, options: GatherOptions { $0.batchDims = 1 }, vector(1, 0)),
      "batch_dims", "1"),
    Case(
      "gather shares unlike dimensions", .gather,
      on(.gather, options: GatherOptions { ($0.axis, $0.batchDims) = (1, 1) }, vector(1, 0)), "tensor 1", "[1]"),
    Case("gather by bytes", .gather, on(.gather, options: GatherOptions(), .activation(1, [2])), "tensor 1", "UINT8"),
    Case("gather by too many indices", .gatherND, on(.gatherND, vector(1, 0, 0, 0)), "tensor 1", "2"),
    Case("gather by a scalar", .gatherND, on(.gatherND, .constant(1, [], [0])), "tensor 1"),
    Case(
      "scatter into a negative shape", .scatterND,
      OperatorContext(
        .scatterND, nil,
        inputs: [.constant(0, [1, 1], [0]), .activation(1, [1]), vector(2, -4)], outputs: [.activation(3, [1])]),
      "tensor 0", "-4"),
    Case(
      "scatter slices of another shape", .scatterND,
      OperatorContext(
        .scatterND, nil,
        inputs: [.constant(0, [1, 1], [0]), .activation(1, [1, 3]), vector(2, 4, 2)], outputs: [.activation(3, [1])]),
      "tensor 1", "[1, 2]"),
    Case(
      "one-hot beyond", .oneHot,
      OperatorContext(
        .oneHot, OneHotOptions { $0.axis = 2 },
        inputs: [vector(0, 1), .constant(1, [], [3]), .activation(2, []), .activation(3, [])],
        outputs: [.activation(4, [1])]), "axis", "2"),
    Case(
      "one-hot of negative depth", .oneHot,
      OperatorContext(
        .oneHot, OneHotOptions(),
        inputs: [vector(0, 1), .constant(1, [], [-1]), .activation(2, []), .activation(3, [])],
        outputs: [.activation(4, [1])]), "tensor 1", "-1"),
  ]

  // MARK: - Blocks (row 24)

  private static func block(_ code: BuiltinOperator, _ shape: [Int], _ size: Int32) -> OperatorContext {
    let options: any OperatorOptions =
      code == .depthToSpace
      ? DepthToSpaceOptions { $0.blockSize = size } : SpaceToDepthOptions { $0.blockSize = size }
    return on(code, options: options, shape: shape)
  }

  private static func batches(
    _ code: BuiltinOperator, _ shape: [Int], blocks: [Int32], border: [Int32] = [0, 0, 0, 0]
  ) -> OperatorContext {
    on(
      code, shape: shape, .constant(1, [blocks.count], blocks), .constant(2, [border.count / 2, 2], border))
  }

  static let blocks: [Case] = [
    Case("depth to space by 0", .depthToSpace, block(.depthToSpace, [1, 2, 2, 4], 0), "block_size", "0"),
    Case("depth to space by -1", .depthToSpace, block(.depthToSpace, [1, 2, 2, 4], -1), "block_size", "-1"),
    Case("depth to space unevenly", .depthToSpace, block(.depthToSpace, [1, 2, 2, 6], 2), "tensor 0", "multiple of 4"),
    Case("depth to space by much", .depthToSpace, block(.depthToSpace, [1, 2, 2, 4], .max), "tensor 0"),
    Case("depth to space of rank 3", .depthToSpace, block(.depthToSpace, [2, 2, 4], 2), "tensor 0", "4 dimensions"),
    Case("space to depth by 0", .spaceToDepth, block(.spaceToDepth, [1, 2, 2, 4], 0), "block_size", "0"),
    Case(
      "space to depth unevenly", .spaceToDepth, block(.spaceToDepth, [1, 2, 3, 4], 2), "tensor 0", "multiples of 2"),
    Case(
      "batches by 0", .spaceToBatchND, batches(.spaceToBatchND, [1, 2, 2, 1], blocks: [2, 0]), "tensor 1", "[2, 0]"),
    Case(
      "batches by -2", .batchToSpaceND, batches(.batchToSpaceND, [4, 2, 2, 1], blocks: [2, -2]), "tensor 1", "-2"),
    Case(
      "uneven batches", .spaceToBatchND, batches(.spaceToBatchND, [1, 3, 2, 1], blocks: [2, 2]), "tensor 0",
      "multiple of 2"),
    Case(
      "too few batches", .batchToSpaceND, batches(.batchToSpaceND, [3, 2, 2, 1], blocks: [2, 2]), "tensor 0", "batch"),
    Case(
      "negative border", .spaceToBatchND,
      batches(.spaceToBatchND, [1, 2, 2, 1], blocks: [2, 2], border: [0, -2, 0, 0]), "tensor 2", "-2"),
    Case(
      "more crops than there is", .batchToSpaceND,
      batches(.batchToSpaceND, [4, 2, 2, 1], blocks: [2, 2], border: [3, 2, 0, 0]), "tensor 0", "5"),
    Case(
      "more blocks than dimensions", .spaceToBatchND,
      batches(.spaceToBatchND, [1, 2, 2, 1], blocks: [1, 1, 1, 1], border: Array(repeating: 0, count: 8)), "tensor 1"),
  ]

  // MARK: - Borders and broadcasting

  private static func mirror(_ margins: [Int32], _ mode: MirrorPadMode) -> OperatorContext {
    on(.mirrorPad, options: MirrorPadOptions { $0.mode = mode }, .constant(1, [2, 2], margins))
  }

  static let paddings: [Case] = [
    Case("mirror more than there is", .mirrorPad, mirror([0, 5, 0, 0], .symmetric), "tensor 1", "at most 4"),
    Case("reflect all there is", .mirrorPad, mirror([4, 0, 0, 0], .reflect), "tensor 1", "at most 3"),
    Case("mirror backwards", .mirrorPad, mirror([0, -1, 0, 0], .reflect), "tensor 1", "-1"),
    Case(
      "border of two values", .padV2,
      on(.padV2, .constant(1, [2, 2], [0, 0, 1, 1]), .activation(2, [2])), "tensor 2", "one element"),
    Case(
      "border of another type", .padV2,
      on(.padV2, .constant(1, [2, 2], [0, 0, 1, 1]), .activation(2, [], .int8)), "tensor 2", "INT8"),
    Case("tile backwards", .tile, on(.tile, vector(1, 2, -1)), "tensor 1", "-1"),
    Case("tile other dimensions", .tile, on(.tile, vector(1, 2)), "tensor 1", "2"),
    Case("broadcast to fewer dimensions", .broadcastTo, on(.broadcastTo, vector(1, 6)), "tensor 1", "[6]"),
    Case("broadcast to other sizes", .broadcastTo, on(.broadcastTo, vector(1, 4, 12)), "tensor 1", "[4, 12]"),
    Case("broadcast to a negative size", .broadcastTo, on(.broadcastTo, vector(1, -1, 4, 6)), "tensor 1", "-1"),
    Case(
      "fill a negative shape", .fill,
      OperatorContext(
        .fill, nil, inputs: [vector(0, 2, -1), .activation(1, [])], outputs: [.activation(2, [1])]), "tensor 0", "-1"),
    Case(
      "fill with a vector", .fill,
      OperatorContext(
        .fill, nil, inputs: [vector(0, 2), .activation(1, [1])], outputs: [.activation(2, [1])]), "tensor 1"),
  ]

  // MARK: - Selections

  private static func range(_ start: Int32, _ limit: Int32, _ step: Int32) -> OperatorContext {
    OperatorContext(
      .range, nil, inputs: [.constant(0, [], [start]), .constant(1, [], [limit]), .constant(2, [], [step])],
      outputs: [.activation(3, [1], .int32)])
  }

  static let selections: [Case] = [
    Case("range of step 0", .range, range(0, 9, 0), "tensor 2", "step 0"),
    Case("range the wrong way", .range, range(0, 9, -1), "tensor 2", "step -1"),
    Case("range down the wrong way", .range, range(9, 0, 1), "tensor 2", "step 1"),
    Case(
      "more than a row", .topKV2, on(.topKV2, vector(1, 7), outputs: 2), "tensor 10", "INT32"),
    Case(
      "more of the largest than there are", .topKV2,
      OperatorContext(
        .topKV2, nil, inputs: [.activation(0, [4, 6]), vector(1, 7)],
        outputs: [.activation(2, [1]), .activation(3, [1], .int32)]), "tensor 1", "7", "0 to 6"),
    Case(
      "fewer than none of the largest", .topKV2,
      OperatorContext(
        .topKV2, nil, inputs: [.activation(0, [4, 6]), vector(1, -1)],
        outputs: [.activation(2, [1]), .activation(3, [1], .int32)]), "tensor 1", "-1"),
    Case(
      "where in a scalar", .where,
      OperatorContext(.where, nil, inputs: [.constant(0, [], [1])], outputs: [.activation(1, [], .int64)]), "tensor 0"),
    Case(
      "boxes without scores", .nonMaxSuppressionV4,
      OperatorContext(
        .nonMaxSuppressionV4, nil,
        inputs: [
          .activation(0, [9, 4], .float32), .activation(1, [8], .float32), .constant(2, [], [3]),
          .activation(3, [], .float32), .activation(4, [], .float32),
        ], outputs: [.activation(5, [3], .int32), .activation(6, [], .int32)]), "tensor 1", "[9]"),
    Case(
      "fewer than no boxes", .nonMaxSuppressionV4,
      OperatorContext(
        .nonMaxSuppressionV4, nil,
        inputs: [
          .activation(0, [9, 4], .float32), .activation(1, [9], .float32), .constant(2, [], [-3]),
          .activation(3, [], .float32), .activation(4, [], .float32),
        ], outputs: [.activation(5, [3], .int32), .activation(6, [], .int32)]), "tensor 2", "-3"),
  ]

  // MARK: - Huge outputs

  private static let most = Int(Int32.max)

  static let hugeSizes: [(Case, [Int])] = [
    (Case("tile", .tile, on(.tile, shape: [most, 1], vector(1, .max, .max))), [most * most, most]),
    (
      Case("tile nothing", .tile, on(.tile, shape: [0, most, most, most], vector(1, 1, 1, 1, .max))),
      [0, most, most, most * most]
    ),
    (
      Case("broadcast", .broadcastTo, on(.broadcastTo, shape: [1], vector(1, .max, .max, .max))), [most, most, most]
    ),
    (
      Case(
        "batches", .spaceToBatchND,
        batches(.spaceToBatchND, [most, 2, 2, 1], blocks: [.max, .max], border: [.max - 2, 0, .max - 2, 0])),
      [.max, 1, 1, 1]
    ),
    (
      Case("no batches", .batchToSpaceND, batches(.batchToSpaceND, [0, most, most, 1], blocks: [.max, .max])),
      [0, most * most, most * most, 1]
    ),
    (
      Case("transpose nothing", .transpose, on(.transpose, shape: [0, most, most, most], vector(1, 3, 2, 1, 0))),
      [most, most, most, 0]
    ),
    (
      Case(
        "gather nothing", .gather, on(.gather, options: GatherOptions(), shape: [0, most, most, most], vector(1, 0))),
      [1, most, most, most]
    ),
    (
      Case(
        "concatenate nothing", .concatenation,
        on(.concatenation, options: ConcatenationOptions { $0.axis = 1 }, shape: [0, most, most, most])),
      [0, most, most, most]
    ),
    (
      Case(
        "pad nothing", .pad,
        on(.pad, shape: [0, most, most, most], .constant(1, [4, 2], Array(repeating: .max, count: 8)))),
      [2 * most, 3 * most, 3 * most, 3 * most]
    ),
    (
      Case(
        "fill", .fill,
        OperatorContext(
          .fill, nil, inputs: [vector(0, .max, .max, .max), .activation(1, [])], outputs: [.activation(2, [1])])),
      [most, most, most]
    ),
    (Case("range", .range, range(.min, .max, 1)), [2 * most + 1]),
  ]

  /// *Prepare* must not overflow on sizes that the interpreter refuses afterwards; a size that does not fit at all is
  /// `Int.max`.
  @Test(arguments: hugeSizes)
  func hugeSizesDoNotOverflow(huge: Case, shape: [Int]) throws {
    let prepare = try #require(OperatorRegistry.standard.prepare(for: huge.code))
    #expect(try prepare(huge.context).outputShapes[0] == shape)
  }
}
