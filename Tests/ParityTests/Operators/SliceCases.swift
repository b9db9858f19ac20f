import TFLiteSchema

extension ParityRow {
  static let slice = rows("SLICE", ElementKind.any) { $0.slice($1) } + stringRow("SLICE") { $0.slice($1) }
  static let stridedSlice =
    rows("STRIDED_SLICE", ElementKind.any) {
      $0.chance(0.3) ? $0.offsetSlice($1) : $0.stridedSlice($1)
    } + stringRow("STRIDED_SLICE") { $0.stridedSlice($1) }
}

extension SplitMix64 {
  fileprivate mutating func slice(_ kind: ElementKind) -> OperatorCase {
    let input = elements(kind, shape(rank: int(1...5), limit: 1500))
    let begins = input.shape.map { int(0...$0 - 1) }
    var sizes = zip(input.shape, begins).map { int(1...$0 - $1) }
    let output = sizes
    for axis in sizes.indices where begins[axis] + sizes[axis] == input.shape[axis] && chance(0.4) { sizes[axis] = -1 }
    // The C library believes the file where it gives the output's shape, right or wrong.
    var result = input.result(output)
    if chance(0.05) {
      sizes[0] = input.shape[0] - begins[0] + 1
      result.shape = []
    }
    let type: [TensorType] = chance(0.3) ? [.int64] : [.int32]
    return OperatorCase(
      code: .slice, version: 3, options: SliceOptions(),
      inputs: [input, parameters(begins, types: type), parameters(sizes, types: type)],
      outputs: [result])
  }

  fileprivate mutating func stridedSlice(_ kind: ElementKind) -> OperatorCase {
    let input = elements(kind, shape(rank: int(1...4), limit: 1500))
    var options = StridedSliceOptions()
    var (begins, ends, strides): ([Int], [Int], [Int]) = ([], [], [])
    func append(_ begin: Int, _ end: Int, _ stride: Int) {
      begins.append(begin)
      ends.append(end)
      strides.append(stride)
    }
    let rank = input.shape.count
    // The dimensions that an ellipsis stands for; always at least one.
    let ellipsis = chance(0.2) ? int(0...rank - 1) : nil
    let afterEllipsis = ellipsis.map { int($0 + 1...rank) }
    var axis = 0
    while axis < rank {
      let bit = Int32(1) << Int32(begins.count)
      if axis == ellipsis, let end = afterEllipsis {
        options.ellipsisMask |= bit
        append(0, 0, 1)
        axis = end
        continue
      }
      // The C library takes up to five dimensions, new ones included.
      if rank + options.newAxisMask.nonzeroBitCount < 5, chance(0.15), options.ellipsisMask == 0 {
        options.newAxisMask |= bit
        append(int(-3...3), int(-3...3), 1)
        continue
      }
      // Trailing dimensions may be left out.
      if ellipsis == nil, axis > 0, chance(0.1) { break }
      let size = input.shape[axis]
      axis += 1
      if chance(0.15) {
        options.shrinkAxisMask |= bit
        let index = int(0...size - 1)
        append(chance(0.3) ? index - size : index, int(-3...3), 1)
        continue
      }
      let stride = pick([1, 1, 1, 2, 3, -1, -2])
      if chance(0.2) { options.beginMask |= bit }
      if chance(0.2) { options.endMask |= bit }
      let range = range(size: size, isForwards: stride > 0)
      append(range.begin, range.end, stride)
    }
    if chance(0.04) { strides[0] = 0 }
    let constantShare: Float = chance(0.8) ? 1 : 0
    return OperatorCase(
      code: .stridedSlice, version: kind == .bool ? 3 : 2, options: options,
      inputs: [
        input, parameters(begins, constantShare: constantShare), parameters(ends, constantShare: constantShare),
        parameters(strides, constantShare: constantShare),
      ],
      outputs: [input.result([])])
  }

  /// A slice whose ends count from its begins.
  ///
  /// The C library takes the output's size from these distances alone, those of new dimensions and of an ellipsis
  /// included, and writes beyond its memory where the other masks take more elements: here they take as many.
  fileprivate mutating func offsetSlice(_ kind: ElementKind) -> OperatorCase {
    let input = elements(kind, shape(rank: int(1...4), limit: 1500))
    var options = StridedSliceOptions()
    options.offset = true
    var (begins, distances, strides): ([Int], [Int], [Int]) = ([], [], [])
    func append(_ begin: Int, _ distance: Int, _ stride: Int) {
      begins.append(begin)
      distances.append(distance)
      strides.append(stride)
    }
    for size in input.shape {
      if input.shape.count + options.newAxisMask.nonzeroBitCount < 5, chance(0.1) {
        options.newAxisMask |= 1 << Int32(begins.count)
        append(int(-3...3), 1, 1)
      }
      let bit = Int32(1) << Int32(begins.count)
      if options.ellipsisMask == 0, chance(0.1) {
        // For one dimension: of more, the C library reads distances that are not there.
        options.ellipsisMask |= bit
        append(int(-3...3), size, 1)
        continue
      }
      let index = int(0...size - 1)
      let begin = chance(0.3) ? index - size : index
      if chance(0.15) {
        options.shrinkAxisMask |= bit
        append(begin, int(-3...3), 1)
        continue
      }
      let stride = pick([1, 1, 1, 2, 3, -1, -2])
      let isWholeBegin = chance(0.2)
      if isWholeBegin { options.beginMask |= bit }
      let first = isWholeBegin ? (stride > 0 ? 0 : size - 1) : index
      // Backwards past the first element, the C library would count from the end again, but for the mask.
      if chance(0.2) || stride < 0 && first == 0 {
        options.endMask |= bit
        append(begin, stride > 0 ? size - first : -first - 1, stride)
      } else {
        append(begin, stride > 0 ? int(1...size - first) : -int(1...first), stride)
      }
    }
    if chance(0.04) { strides[0] = 0 }
    return OperatorCase(
      code: .stridedSlice, version: kind == .bool ? 3 : 2, options: options,
      inputs: [input, parameters(begins), parameters(distances), parameters(strides)],
      outputs: [input.result([])])
  }

  /// Begin and end of at least one element: the C interface hands out no empty results. Also from and to places outside,
  /// and counted from the end.
  private mutating func range(size: Int, isForwards: Bool) -> (begin: Int, end: Int) {
    let first = int(0...size - 1)
    guard isForwards else {
      let end = first == 0 || chance(0.2) ? -size - int(1...3) : int(0...first - 1)
      let begin = first == size - 1 && chance(0.3) ? size + int(0...2) : chance(0.3) ? first - size : first
      return (begin, end)
    }
    let begin = first == 0 && chance(0.3) ? -size - int(0...2) : chance(0.3) ? first - size : first
    let end = int(first + 1...size + 2)
    return (begin, end < size && chance(0.3) ? end - size : end)
  }
}
