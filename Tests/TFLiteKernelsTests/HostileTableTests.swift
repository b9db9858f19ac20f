import TFLiteFlatBuffers
import TFLiteSchema
import Testing

@testable import TFLiteKernels

/// Segments, sparse tensors, windows of three dimensions, transforms and StableHLO's operators, as no honest converter
/// writes them (rows 14, 16, 31, 35 and 40, and their kin).
@Suite struct HostileTableTests {
  typealias Case = HostileOperator

  @Test(arguments: tables + windows + updates + paddings + gathers + others)
  func isRefused(_ hostile: Case) throws {
    try hostile.expectRefusal()
  }

  private static func floats(_ index: Int, _ shape: [Int]) -> TensorDescriptor {
    .activation(index, shape, .float32, scale: [])
  }

  private static func integers(_ index: Int, _ shape: [Int], _ type: TensorType = .int32) -> TensorDescriptor {
    .activation(index, shape, type, scale: [])
  }

  private static func vector(_ index: Int, _ values: Int32...) -> TensorDescriptor {
    .constant(index, [values.count], values)
  }

  private static func longs(_ index: Int, _ values: Int64...) -> TensorDescriptor {
    TensorDescriptor(
      identity: TensorIdentity(index: index, name: "t\(index)"), type: .int64, shape: [values.count],
      constant: ByteSlice(stored(values)))
  }

  private static func on(
    _ code: BuiltinOperator, _ options: (any OperatorOptions)? = nil, _ inputs: TensorDescriptor...,
    outputs: [TensorType] = [.float32]
  ) -> OperatorContext {
    OperatorContext(
      code, options, inputs: inputs, outputs: outputs.enumerated().map { integers(9 + $0, [1], $1) })
  }

  /// In an interpreter whose memory limit is 64 MiB.
  private static func limited(_ context: OperatorContext) -> OperatorContext {
    var context = context
    context.resources = ResourceStore(byteLimit: 64 << 20)
    return context
  }

  // MARK: - Segments and sparse tensors (rows 31, 40)

  private static let segmentSum = SegmentSumOptions()

  static let tables: [Case] = [
    Case(
      "segments that begin with 1", .segmentSum, on(.segmentSum, segmentSum, floats(0, [2, 3]), vector(1, 1, 1)),
      "tensor 1", "segment 1 at 0", "0"),
    Case(
      "segments that descend", .segmentSum, on(.segmentSum, segmentSum, floats(0, [3]), vector(1, 0, 1, 0)),
      "tensor 1", "segment 0 at 2", "1 or 2"),
    Case(
      "segments with a gap", .segmentSum, on(.segmentSum, segmentSum, floats(0, [2]), vector(1, 0, .max)), "tensor 1",
      "2147483647"),
    Case(
      "fewer segments than slices", .segmentSum, on(.segmentSum, segmentSum, floats(0, [3]), vector(1, 0)), "tensor 1",
      "[3]"),
    Case("segments of a scalar", .segmentSum, on(.segmentSum, segmentSum, floats(0, []), vector(1)), "tensor 0"),
    Case(
      "a negative number of segments", .unsortedSegmentSum,
      on(.unsortedSegmentSum, nil, floats(0, [2]), vector(1, 0, 0), vector(2, -1)), "tensor 2", "-1"),
    Case(
      "segments of another shape", .unsortedSegmentMax,
      on(.unsortedSegmentMax, nil, floats(0, [2, 3]), vector(1, 0, 0, 0), vector(2, 1)), "tensor 1", "[2, 3]"),
    Case(
      "segments of more dimensions", .unsortedSegmentMin,
      on(.unsortedSegmentMin, nil, floats(0, [2]), .constant(1, [2, 1], [0, 0]), vector(2, 1)), "tensor 1"),
    Case(
      "two numbers of segments", .unsortedSegmentProd,
      on(.unsortedSegmentProd, nil, floats(0, [2]), vector(1, 0, 0), vector(2, 1, 1)), "tensor 2", "one element"),
    Case(
      "a dense shape below 0", .sparseToDense,
      on(.sparseToDense, nil, vector(0, 0), vector(1, -4), floats(2, []), floats(3, [])), "tensor 1", "-4"),
    Case(
      "a dense shape of 5 dimensions", .sparseToDense,
      on(.sparseToDense, nil, integers(0, [1, 5]), vector(1, 1, 1, 1, 1, 1), floats(2, []), floats(3, [])), "tensor 1",
      "4"),
    Case(
      "places of another rank", .sparseToDense,
      on(.sparseToDense, nil, integers(0, [2, 3]), vector(1, 4, 4), floats(2, []), floats(3, [])), "tensor 0", "2"),
    Case(
      "fewer values than places", .sparseToDense,
      on(.sparseToDense, nil, integers(0, [3]), vector(1, 4), floats(2, [2]), floats(3, [])), "tensor 2", "[3]"),
    Case(
      "weights of another count", .embeddingLookupSparse,
      on(
        .embeddingLookupSparse, nil, integers(0, [3]), integers(1, [3, 2]), vector(2, 2, 2), floats(3, [2]),
        floats(4, [5, 4])), "tensor 3", "[3]"),
    Case(
      "a table of one dimension", .embeddingLookupSparse,
      on(
        .embeddingLookupSparse, nil, integers(0, [3]), integers(1, [3, 2]), vector(2, 2, 2), floats(3, [3]),
        floats(4, [5])), "tensor 4"),
    Case(
      "a sparse shape below 0", .embeddingLookupSparse,
      on(
        .embeddingLookupSparse, nil, integers(0, [3]), integers(1, [3, 2]), vector(2, -2, 2), floats(3, [3]),
        floats(4, [5, 4])), "tensor 2", "-2"),
    Case(
      "indices of no dimension", .embeddingLookupSparse,
      on(
        .embeddingLookupSparse, nil, integers(0, [3]), integers(1, [3, 0]), integers(2, [0]), floats(3, [3]),
        floats(4, [5, 4])), "tensor 2"),
    Case(
      "unique elements of a matrix", .unique,
      on(.unique, UniqueOptions(), floats(0, [2, 2]), outputs: [.float32, .int32]), "tensor 0"),
    Case(
      "unique elements with indices of bytes", .unique,
      on(.unique, UniqueOptions { $0.idxOutType = .int8 }, floats(0, [2]), outputs: [.float32, .int8]), "idx_out_type"),
    Case(
      "more unique elements than the memory has places for", .unique,
      limited(on(.unique, UniqueOptions(), integers(0, [10_000_000], .uint8), outputs: [.uint8, .int32])), "tensor 9",
      "10000000 values", "memory limit of 67108864"),
  ]

  // MARK: - Windows of three dimensions, and of any (rows 16, 17, 45)

  private static func conv3D(
    _ input: [Int] = [1, 4, 4, 4, 2], _ filter: [Int] = [2, 2, 2, 2, 3], bias: TensorDescriptor? = nil,
    _ change: (inout Conv3DOptions) -> Void = { _ in }
  ) -> OperatorContext {
    let options = with(Conv3DOptions()) {
      ($0.strideD, $0.strideH, $0.strideW) = (1, 1, 1)
      change(&$0)
    }
    return OperatorContext(
      .conv3D, options, inputs: [floats(0, input), floats(1, filter), bias], outputs: [floats(9, [1])])
  }

  private static func transposed(_ shape: [Int32]) -> OperatorContext {
    OperatorContext(
      .conv3DTranspose, with(Conv3DOptions()) { ($0.strideD, $0.strideH, $0.strideW) = (2, 2, 2) },
      inputs: [.constant(0, [shape.count], shape), floats(1, [2, 2, 2, 3, 2]), floats(2, [1, 2, 2, 2, 2])],
      outputs: [floats(9, [1])])
  }

  private static func reduced(
    _ shape: [Int], _ size: TensorDescriptor, _ stride: TensorDescriptor, _ dilation: TensorDescriptor,
    _ function: ReduceWindowFunction = .add
  ) -> OperatorContext {
    on(
      .reduceWindow, ReduceWindowOptions { $0.reduceFunction = function }, floats(0, shape), floats(1, []), size,
      stride, dilation)
  }

  /// Of as many samples as a window has.
  private static func spectrogram(_ windowSize: Int) -> OperatorContext {
    let options = FlexBufferValue.map(["window_size": .int(Int64(windowSize)), "stride": .int(1)])
    return OperatorContext(
      identity: OperatorIdentity(index: 0, name: "AudioSpectrogram"), version: 1, builtinOptions: nil,
      customOptions: ByteSlice((try? options.encoded()) ?? []), inputs: [floats(0, [windowSize, 1])],
      outputs: [floats(9, [1])])
  }

  static let windows: [Case] = [
    Case("stride 0 along the depth", .conv3D, conv3D { $0.strideD = 0 }, "stride_d", "0"),
    Case("negative dilation", .conv3D, conv3D { $0.dilationDFactor = -1 }, "dilation_d_factor", "-1"),
    Case("other channels", .conv3D, conv3D([1, 4, 4, 4, 3]), "tensor 0", "2 channels"),
    Case("an empty volume", .conv3D, conv3D([1, 0, 4, 4, 2]), "tensor 0"),
    Case("an empty filter", .conv3D, conv3D([1, 4, 4, 4, 2], [2, 2, 0, 2, 3]), "tensor 1"),
    Case("a filter larger than the volume", .conv3D, conv3D([1, 1, 1, 1, 2]) { $0.padding = .valid }, "tensor 0"),
    Case("a huge dilation", .conv3D, conv3D { ($0.padding, $0.dilationWFactor) = (.valid, .max) }, "tensor 0"),
    Case("a bias of another size", .conv3D, conv3D(bias: floats(2, [2])), "tensor 2"),
    Case("four dimensions", .conv3D, conv3D([4, 4, 4, 2]), "tensor 0", "5"),
    Case("a negative volume", .conv3DTranspose, transposed([1, -4, 4, 4, 3]), "tensor 0", "-4"),
    Case("other batches", .conv3DTranspose, transposed([2, 4, 4, 4, 3]), "tensor 0", "[2, 4, 4, 4, 3]"),
    Case("a volume that leads elsewhere", .conv3DTranspose, transposed([1, 4, 4, 9, 3]), "tensor 2", "[2, 2, 5]"),
    Case("a huge volume", .conv3DTranspose, transposed([1, .max, .max, .max, 3]), "tensor 2"),
    Case("a shape of four dimensions", .conv3DTranspose, transposed([1, 4, 4, 3]), "tensor 0", "[5]"),
    Case("a window of 0", .reduceWindow, reduced([4], longs(2, 0), longs(3, 1), longs(4, 1)), "tensor 2", "[0]"),
    Case("a step of 0", .reduceWindow, reduced([4], longs(2, 1), longs(3, 0), longs(4, 1)), "tensor 3", "[0]"),
    Case("a dilation below 0", .reduceWindow, reduced([4], longs(2, 1), longs(3, 1), longs(4, .min)), "tensor 4"),
    Case(
      "a window of another rank", .reduceWindow, reduced([4, 4], longs(2, 1), longs(3, 1), longs(4, 1)), "tensor 2"),
    Case(
      "no function", .reduceWindow, reduced([4], longs(2, 1), longs(3, 1), longs(4, 1), .unsupported),
      "reduce_function"),
    Case("a window on a scalar", .reduceWindow, reduced([], longs(2), longs(3), longs(4)), "tensor 0"),
    Case(
      "transform of no power of two", .rfft2D,
      on(.rfft2D, nil, floats(0, [4, 4]), vector(1, 4, 6), outputs: [.complex64]), "tensor 1", "6"),
    Case(
      "transform of no length", .rfft2D, on(.rfft2D, nil, floats(0, [4, 4]), vector(1, 0, 4), outputs: [.complex64]),
      "tensor 1", "0"),
    Case(
      "transform of a huge length", .rfft2D,
      on(.rfft2D, nil, floats(0, [4, 4]), vector(1, 1 << 30, 1 << 30), outputs: [.complex64]), "tensor 1"),
    Case(
      "transform whose factors need more than the memory", .rfft2D,
      limited(on(.rfft2D, nil, floats(0, [1, 1]), vector(1, 1, 1 << 30), outputs: [.complex64])), "tensor 9",
      "[1, 1073741824]", "memory limit of 67108864"),
    Case(
      "windows whose weights need more than the memory", custom: "AudioSpectrogram",
      limited(spectrogram(1 << 22)), "tensor 9", "windows of 4194304 samples", "memory limit of 67108864"),
    Case(
      "transform of a negative length", .rfft2D,
      on(.rfft2D, nil, floats(0, [4, 4]), vector(1, .min, 4), outputs: [.complex64]), "tensor 1"),
    Case(
      "transform of a vector", .rfft2D, on(.rfft2D, nil, floats(0, [4]), vector(1, 4, 4), outputs: [.complex64]),
      "tensor 0"),
  ]

  // MARK: - Slices, diagonals and gaps (row 14)

  static let updates: [Case] = [
    Case(
      "a larger update", .dynamicUpdateSlice,
      on(.dynamicUpdateSlice, nil, floats(0, [4]), floats(1, [5]), vector(2, 0)), "tensor 1", "[4]"),
    Case(
      "an update of another rank", .dynamicUpdateSlice,
      on(.dynamicUpdateSlice, nil, floats(0, [4]), floats(1, [1, 1]), vector(2, 0)), "tensor 1"),
    Case(
      "too few beginnings", .dynamicUpdateSlice,
      on(.dynamicUpdateSlice, nil, floats(0, [4, 4]), floats(1, [1, 1]), vector(2, 0)), "tensor 2", "[2]"),
    Case("the diagonal of a scalar", .matrixDiag, on(.matrixDiag, nil, floats(0, [])), "tensor 0"),
    Case("a diagonal in a vector", .matrixSetDiag, on(.matrixSetDiag, nil, floats(0, [4]), floats(1, [1])), "tensor 0"),
    Case(
      "a longer diagonal", .matrixSetDiag, on(.matrixSetDiag, nil, floats(0, [2, 3, 4]), floats(1, [2, 4])), "tensor 1",
      "[2, 3]"),
    Case(
      "a distance of 0", .dilate, on(.dilate, nil, floats(0, [4]), vector(1, 0), floats(2, [])), "tensor 1", "[0]"),
    Case("distances of another rank", .dilate, on(.dilate, nil, floats(0, [4]), vector(1, 1, 1), floats(2, [])), "[1]"),
    Case("gaps in a scalar", .dilate, on(.dilate, nil, floats(0, []), vector(1), floats(2, [])), "tensor 0"),
    Case("gaps in nothing", .dilate, on(.dilate, nil, floats(0, [0]), vector(1, 2), floats(2, [])), "tensor 0"),
    Case("gaps of nothing", .dilate, on(.dilate, nil, floats(0, [4]), vector(1, 2), floats(2, [0])), "tensor 2"),
    Case(
      "larger elements that do not fill up", .bitcast, on(.bitcast, nil, integers(0, [3, 3], .int16)), "tensor 0", "2"),
    Case("a larger element of a scalar", .bitcast, on(.bitcast, nil, integers(0, [], .int8)), "tensor 0", "4"),
  ]

  // MARK: - StableHLO's borders

  private static func padded(_ low: [Int64], _ high: [Int64], _ interior: [Int64]) -> OperatorContext {
    on(
      .stablehloPad,
      StablehloPadOptions { ($0.edgePaddingLow, $0.edgePaddingHigh, $0.interiorPadding) = (low, high, interior) },
      floats(0, [4]), floats(1, []))
  }

  static let paddings: [Case] = [
    Case("a border of another rank", .stablehloPad, padded([0, 0], [0], [0]), "edge_padding_low", "1 numbers"),
    Case("a gap below 0", .stablehloPad, padded([0], [0], [-1]), "interior_padding", "-1"),
    Case("a huge border", .stablehloPad, padded([0], [.max], [0]), "edge_padding_high"),
    Case("the lowest border", .stablehloPad, padded([.min], [0], [0]), "edge_padding_low"),
    Case("a huge gap", .stablehloPad, padded([0], [0], [.max]), "interior_padding"),
    Case("no options", .stablehloPad, on(.stablehloPad, nil, floats(0, [4]), floats(1, [])), "builtin_options"),
    Case(
      "two values", .stablehloPad, on(.stablehloPad, StablehloPadOptions(), floats(0, [4]), floats(1, [2])), "tensor 1"),
  ]

  // MARK: - StableHLO's indices (row 31)

  private static func gathered(_ change: (inout StablehloGatherOptions) -> Void) -> OperatorContext {
    on(
      .stablehloGather,
      with(StablehloGatherOptions()) {
        ($0.offsetDims, $0.collapsedSliceDims, $0.startIndexMap) = ([1], [0], [0])
        ($0.indexVectorDim, $0.sliceSizes) = (1, [1, 3])
        change(&$0)
      }, floats(0, [4, 6]), integers(1, [2, 1]))
  }

  static let gathers: [Case] = [
    Case("vectors along no dimension", .stablehloGather, gathered { $0.indexVectorDim = 2 }, "index_vector_dim", "2"),
    Case("vectors below 0", .stablehloGather, gathered { $0.indexVectorDim = .min }, "index_vector_dim"),
    Case("slices beyond the tensor", .stablehloGather, gathered { $0.sliceSizes = [1, 7] }, "slice_sizes", "[1, 7]"),
    Case("slices below 0", .stablehloGather, gathered { $0.sliceSizes = [1, -1] }, "slice_sizes"),
    Case("slices of another rank", .stablehloGather, gathered { $0.sliceSizes = [1] }, "slice_sizes"),
    Case("a collapsed dimension of 2", .stablehloGather, gathered { $0.sliceSizes = [2, 3] }, "slice_sizes"),
    Case("a dimension twice", .stablehloGather, gathered { $0.offsetDims = [1, 1] }, "offset_dims"),
    Case("more offsets", .stablehloGather, gathered { $0.offsetDims = [0, 1] }, "offset_dims"),
    Case("an offset beyond", .stablehloGather, gathered { $0.offsetDims = [2] }, "offset_dims", "2"),
    Case("collapsed beyond", .stablehloGather, gathered { $0.collapsedSliceDims = [2] }, "collapsed_slice_dims"),
    Case("another map", .stablehloGather, gathered { $0.startIndexMap = [0, 1] }, "start_index_map"),
    Case("a map beyond", .stablehloGather, gathered { $0.startIndexMap = [-1] }, "start_index_map", "-1"),
    Case(
      "updates of another shape", .stablehloScatter,
      on(
        .stablehloScatter,
        StablehloScatterOptions {
          ($0.updateWindowDims, $0.insertedWindowDims, $0.scatterDimsToOperandDims) = ([1], [0], [0])
          $0.indexVectorDim = 1
        }, floats(0, [4, 6]), integers(1, [2, 1]), floats(2, [3, 6])), "tensor 2", "[2]"),
    Case(
      "no subgraph that could be read", .stablehloScatter,
      on(
        .stablehloScatter,
        StablehloScatterOptions {
          ($0.updateWindowDims, $0.insertedWindowDims, $0.scatterDimsToOperandDims) = ([1], [0], [0])
          $0.indexVectorDim = 1
        }, floats(0, [4, 6]), integers(1, [2, 1]), floats(2, [2, 6])), "interpreter"),
    Case(
      "a huge border around a window", .stablehloReduceWindow,
      on(
        .stablehloReduceWindow,
        StablehloReduceWindowOptions {
          ($0.windowDimensions, $0.padding) = ([1, 1], [.max, 0, 0, 0])
        }, floats(0, [4, 4]), floats(1, [])), "padding"),
    Case(
      "borders that do not fit memory", .stablehloReduceWindow,
      on(
        .stablehloReduceWindow,
        StablehloReduceWindowOptions {
          $0.windowDimensions = [1, 1]
          $0.padding = Array(repeating: Int64(Int32.max), count: 4)
        }, floats(0, [4, 4]), floats(1, [])), "tensor 0", "2147483647"),
    Case(
      "a window that is cut off", .stablehloReduceWindow,
      on(
        .stablehloReduceWindow,
        StablehloReduceWindowOptions { ($0.windowDimensions, $0.padding) = ([1], [-3, -1]) }, floats(0, [4]),
        floats(1, [])), "tensor 0", "[-3, -1]"),
  ]

  static let others: [Case] = [
    Case(
      "boundaries that descend", .bucketize,
      on(.bucketize, BucketizeOptions { $0.boundaries = [1, 0] }, floats(0, [4]), outputs: [.int32]), "boundaries"),
    Case(
      "no bits", .fakeQuant, on(.fakeQuant, FakeQuantOptions { ($0.min, $0.max) = (-1, 1) }, floats(0, [4])),
      "num_bits", "0"),
    Case(
      "too many bits", .fakeQuant,
      on(.fakeQuant, FakeQuantOptions { ($0.min, $0.max, $0.numBits) = (-1, 1, 31) }, floats(0, [4])), "num_bits", "31"),
    Case(
      "bounds that descend", .fakeQuant,
      on(.fakeQuant, FakeQuantOptions { ($0.min, $0.max, $0.numBits) = (1, -1, 8) }, floats(0, [4])), "min"),
    Case(
      "bounds that are no numbers", .fakeQuant,
      on(.fakeQuant, FakeQuantOptions { ($0.min, $0.max, $0.numBits) = (.nan, 1, 8) }, floats(0, [4])), "min"),
    Case(
      "a narrow range", .fakeQuant,
      on(
        .fakeQuant, FakeQuantOptions { ($0.min, $0.max, $0.numBits, $0.narrowRange) = (-1, 1, 8, true) }, floats(0, [4])
      ),
      "narrow_range"),
    Case("the magnitude of a real number", .complexAbs, on(.complexAbs, nil, floats(0, [4])), "tensor 0"),
    Case(
      "a state of four words", .stablehloRngBitGenerator,
      on(.stablehloRngBitGenerator, nil, integers(0, [4], .uint64), outputs: [.uint64, .uint32]), "tensor 0", "[3]"),
    Case(
      "a state of three words for Threefry", .stablehloRngBitGenerator,
      on(
        .stablehloRngBitGenerator, StablehloRngBitGeneratorOptions { $0.algorithm = .threefry },
        integers(0, [3], .uint64), outputs: [.uint64, .uint32]), "tensor 0", "[2]"),
    Case(
      "shapes that would have to be broadcast", .stablehloAdd,
      on(.stablehloAdd, nil, floats(0, [4]), floats(1, [1])), "tensor 1", "[4]"),
    Case(
      "the common bits of floats", .stablehloAnd, on(.stablehloAnd, nil, floats(0, [4]), floats(1, [4])), "tensor 0"),
  ]

  // MARK: - What only a run tells (rows 31, 40)

  @Test(arguments: [-1, 5, Int32.min, .max])
  func placesAreChecked(place: Int32) throws {
    let context = Self.on(
      .sparseToDense, nil, Self.integers(0, [1]), Self.vector(1, 5), Self.floats(2, []), Self.floats(3, []))
    let error = #expect(throws: KernelError.self) {
      _ = try context.run(
        .sparseToDense, [stored([place]), stored([Int32(5)]), stored([Float(1)]), stored([Float(0)])], as: Float.self)
    }
    #expect(try #require(error).description.contains("index \(place)"))
  }

  @Test(arguments: [3, Int32.max]) func segmentsAreChecked(segment: Int32) throws {
    let context = Self.on(
      .unsortedSegmentSum, nil, Self.floats(0, [2]), Self.integers(1, [2]), Self.vector(2, 3))
    let error = #expect(throws: KernelError.self) {
      _ = try context.run(
        .unsortedSegmentSum, [stored([Float(1), 2]), stored([Int32.min, segment]), stored([Int32(3)])], as: Float.self)
    }
    #expect(try #require(error).description.contains("segment \(segment)"))
  }

  @Test(arguments: [(-1, 0), (4, 0), (0, -1), (0, 2), (Int32.max, Int32.min)])
  func sparseRowsAreChecked(row: Int32, target: Int32) throws {
    let context = Self.on(
      .embeddingLookupSparse, EmbeddingLookupSparseOptions(), Self.integers(0, [1]), Self.integers(1, [1, 2]),
      Self.vector(2, 2, 2), Self.floats(3, [1]), Self.floats(4, [4, 1]))
    let feeds = [
      stored([row]), stored([target, 0]), stored([Int32(2), 2]), stored([Float(1)]), stored([Float(1), 2, 3, 4]),
    ]
    #expect(throws: KernelError.self) { _ = try context.run(.embeddingLookupSparse, feeds, as: Float.self) }
  }

  /// No place is too far away: slices are moved so that they fit.
  @Test(arguments: [Int32.min, -1, 1, .max]) func slicesAreMoved(start: Int32) throws {
    let context = Self.on(
      .dynamicUpdateSlice, nil, Self.floats(0, [3]), Self.floats(1, [2]), Self.integers(2, [1]))
    let result = try context.run(
      .dynamicUpdateSlice, [stored([Float(1), 2, 3]), stored([Float(7), 8]), stored([start])], as: Float.self)
    #expect(result == (start > 0 ? [1, 7, 8] : [7, 8, 3]))
  }

  /// C++ knows no result; StableHLO has it 0.
  @Test func bitsAreShiftedOut() throws {
    let context = Self.on(
      .stablehloShiftLeft, nil, Self.integers(0, [4]), Self.integers(1, [4]), outputs: [.int32])
    let result = try context.run(
      .stablehloShiftLeft, [stored([Int32(1), 1, 1, 1]), stored([Int32(-1), 32, 31, .min])], as: Int32.self)
    #expect(result == [0, 0, .min, 0])
  }

  /// What has no elements, or one, is no special case.
  @Test func emptyAndScalarOperands() throws {
    let none = Self.on(
      .unsortedSegmentSum, nil, Self.floats(0, [0, 3]), Self.integers(1, [0]), Self.vector(2, 2))
    #expect(
      try none.run(.unsortedSegmentSum, [[], [], stored([Int32(2)])], as: Float.self) == [0, 0, 0, 0, 0, 0])
    let scalar = Self.on(
      .dynamicUpdateSlice, nil, Self.floats(0, []), Self.floats(1, []), Self.integers(2, [0]))
    #expect(try scalar.run(.dynamicUpdateSlice, [stored([Float(1)]), stored([Float(2)]), []], as: Float.self) == [2])
    let unique = OperatorContext(
      .unique, UniqueOptions(),
      inputs: [
        TensorDescriptor(
          identity: TensorIdentity(index: 0, name: ""), type: .float32, shape: [0], constant: ByteSlice([UInt8]()))
      ], outputs: [Self.floats(1, [0]), Self.integers(2, [0])])
    let prepare = try #require(OperatorRegistry.standard.prepare(for: OperatorCode(.unique)))
    #expect(try prepare(unique).outputShapes == [[0], [0]])
    let diagonal = Self.on(.matrixDiag, nil, Self.floats(0, [2, 0]))
    #expect(try diagonal.run(.matrixDiag, [[]], as: Float.self).isEmpty)
  }
}
