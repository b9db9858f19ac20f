import TFLiteSchema

/// STRIDED_SLICE: a box is cut out of a tensor, of which every n-th element is taken, forward or backward.
///
/// Inputs: a tensor; for each entry of the slice its begin, its end (not included) and its stride, each [entries],
/// int32 or int64. An entry is a dimension of the tensor, unless the options make it a new dimension or an ellipsis.
/// Dimensions without an entry are taken whole. Output: what is taken, without the dimensions that the options drop.
///
/// With `offset`, TFLite takes the output's size from the ends alone, and may write behind it; here the size is what is
/// copied, and an end that promises another number of elements is an error. TFLite takes up to five dimensions; here
/// there may be any number.
///
/// Source: `tflite/kernels/strided_slice.cc`; `tflite/kernels/internal/strided_slice_logic.h` and
/// `reference/strided_slice.h`.
enum StridedSliceOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.copy()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 4...4)
    let input = try context.input(0)
    try context.require(context.output(0), sameTypeAs: input)
    let elementSize = try context.elementSizeWithStrings(of: input)
    let parts = try SliceEntries(context).parts(of: input)
    let ranges = parts.compactMap { part in
      if case .range(_, let range, true) = part { range } else { nil }
    }
    if ranges.count == parts.count {
      let box = Cuts.Box(begins: ranges.map(\.start), steps: ranges.map(\.step), shape: ranges.map(\.count))
      return Cuts(input: 0, inputShape: input.shape, boxes: [box], elementSize: elementSize)
    }
    var shape: [Int] = []
    var pattern: [(count: Int, stride: Int)] = []
    var offset = 0
    let strides = input.shape.rowMajorStrides
    for part in parts {
      switch part {
      case .newDimension: shape.append(1)
      case .range(let axis, let range, let isKept):
        if isKept { shape.append(range.count) }
        offset &+= range.start &* strides[axis]
        pattern.append((range.count, range.step &* strides[axis]))
      }
    }
    return Movement(
      outputShape: shape,
      // Dropped dimensions have one element, new ones none to step over: both leave the order as it is.
      StridedCopy(
        gathering: pattern.map(\.count), sourceStrides: pattern.map(\.stride), sourceOffset: offset,
        elementSize: elementSize))
  }
}

/// Every `step`-th element of a dimension, from `start` on.
struct SteppedRange: Equatable {
  let start: Int
  let step: Int
  let count: Int
}

/// The entries of a strided slice as the file states them.
private struct SliceEntries {
  /// What an entry, or a dimension without one, contributes.
  enum Part {
    case newDimension
    case range(axis: Int, SteppedRange, isKept: Bool)
  }

  private let context: OperatorContext
  private let options: StridedSliceOptions
  private let begins: [Int]
  private let ends: [Int]
  private let steps: [Int]

  init(_ context: OperatorContext) throws(KernelError) {
    self.context = context
    options = try context.options(StridedSliceOptions.self)
    let begin = try context.input(1)
    try context.require(begin, rank: 1...1)
    guard begin.shape[0] < Int32.bitWidth else {
      throw .shape(
        context.identity, begin.identity, found: begin.shape, expected: "at most 31 entries, one for each bit of a mask"
      )
    }
    for position in 2...3 { try context.require(try context.input(position), shape: begin.shape) }
    begins = try context.integers(begin)
    ends = try context.integers(try context.input(2))
    steps = try context.integers(try context.input(3))
  }

  /// The dimensions of the output, and those that are dropped, in order.
  func parts(of input: TensorDescriptor) throws(KernelError) -> [Part] {
    let ellipses = begins.indices.filter { has(options.ellipsisMask, $0) }
    guard ellipses.count <= 1 else {
      throw .option(
        context.identity, name: "ellipsis_mask", found: "\(options.ellipsisMask)", expected: "at most one bit set")
    }
    let indexed = begins.indices.filter { !ellipses.contains($0) && !has(options.newAxisMask, $0) }
    guard indexed.count <= input.rank else {
      throw .shape(
        context.identity, input.identity, found: input.shape, expected: "at least \(indexed.count) dimensions to slice")
    }
    var parts: [Part] = []
    var axis = 0
    func takeWhole(_ count: Int) {
      for _ in 0..<count {
        parts.append(.range(axis: axis, SteppedRange(start: 0, step: 1, count: input.shape[axis]), isKept: true))
        axis += 1
      }
    }
    for entry in begins.indices {
      if ellipses.contains(entry) {
        takeWhole(input.rank - indexed.count)
      } else if has(options.newAxisMask, entry) {
        parts.append(.newDimension)
      } else {
        let isDropped = has(options.shrinkAxisMask, entry)
        let range = isDropped ? try index(entry, of: input, axis: axis) : try range(entry, of: input, axis: axis)
        parts.append(.range(axis: axis, range, isKept: !isDropped))
        axis += 1
      }
    }
    takeWhole(input.rank - axis)
    return parts
  }

  private func has(_ mask: Int32, _ entry: Int) -> Bool { mask & (1 << entry) != 0 }

  /// The place where an entry begins: counted from the end where negative, then clamped to the dimension.
  private func start(_ entry: Int, size: Int) throws(KernelError) -> Int {
    let step = steps[entry]
    guard step != 0 else {
      throw .value(context.identity, try context.input(3).identity, "holds the stride 0 for entry \(entry)")
    }
    if has(options.beginMask, entry) { return step > 0 ? 0 : size - 1 }
    return clamp(begins[entry] < 0 ? begins[entry] + size : begins[entry], size: size, step: step)
  }

  /// From before the first element to the last one when going backward, from the first one to behind the last
  /// otherwise.
  private func clamp(_ place: Int, size: Int, step: Int) -> Int {
    step > 0 ? min(max(place, 0), size) : min(max(place, -1), size - 1)
  }

  private func index(_ entry: Int, of input: TensorDescriptor, axis: Int) throws(KernelError) -> SteppedRange {
    let size = input.shape[axis]
    let start = try start(entry, size: size)
    guard steps[entry] > 0 else {
      throw .value(
        context.identity, try context.input(3).identity,
        "holds the stride \(steps[entry]) for entry \(entry), which is one element: expected at least 1")
    }
    guard start < size else {
      throw .value(
        context.identity, try context.input(1).identity,
        "holds the index \(begins[entry]), expected less than \(size), the size of \(input.identity) there")
    }
    return SteppedRange(start: start, step: 1, count: 1)
  }

  private func range(_ entry: Int, of input: TensorDescriptor, axis: Int) throws(KernelError) -> SteppedRange {
    let (size, step) = (input.shape[axis], steps[entry])
    let start = try start(entry, size: size)
    var end = ends[entry]
    // Counted from the start, what lies before the first element does not count from the end.
    if options.offset { end = end.clampedSum(start) } else if end < 0 { end += size }
    end = has(options.endMask, entry) ? (step > 0 ? size : -1) : clamp(end, size: size, step: step)
    let range = SteppedRange(start: start, step: step, count: Self.count(distance: end - start, step: step))
    if options.offset {
      let promised = Self.count(distance: ends[entry], step: step)
      guard range.count == promised else {
        throw .value(
          context.identity, try context.input(2).identity,
          "asks for \(promised) elements from \(start) on, but \(input.identity) has \(range.count) there")
      }
    }
    return range
  }

  private static func count(distance: Int, step: Int) -> Int {
    guard distance != 0, (distance < 0) == (step < 0) else { return 0 }
    // One step less than the distance, which is at least one element long: no overflow, no rounding.
    return (distance + (step > 0 ? -1 : 1)) / step + 1
  }
}
