import TFLiteSchema

extension ParityRow {
  private static let divisible: [ElementKind] = [.float32, .uint8, .int8, .int16, .int32, .int64]
  static let split = rows("SPLIT", divisible) { $0.split($1) }
  static let splitV = rows("SPLIT_V", divisible) { $0.splitV($1) }
  static let unpack = rows("UNPACK", [.float32, .uint8, .int8, .int16, .int32, .bool, .float16, .bfloat16]) {
    $0.unpack($1)
  }
}

extension SplitMix64 {
  fileprivate mutating func split(_ kind: ElementKind) -> OperatorCase {
    let parts = int(1...5)
    let axis: Int
    var shape = shape(rank: int(1...5), limit: 400)
    axis = int(0...shape.count - 1)
    let size = int(1...4)
    shape[axis] = size * parts
    let input = elements(kind, shape)
    let stored = chance(0.05) ? shape.count : chance(0.3) ? axis - shape.count : axis
    var output = shape
    output[axis] = size
    return OperatorCase(
      code: .split, version: 4, options: SplitOptions { $0.numSplits = Int32(parts) },
      inputs: [parameters([stored], shape: chance(0.5) ? [] : [1]), input],
      outputs: (0..<parts).map { _ in input.result(output) })
  }

  fileprivate mutating func splitV(_ kind: ElementKind) -> OperatorCase {
    var shape = shape(rank: int(1...5), limit: 400)
    let axis = int(0...shape.count - 1)
    let sizes = (0..<int(1...5)).map { _ in int(1...4) }
    shape[axis] = sizes.reduce(0, +)
    let input = elements(kind, shape)
    var stored = sizes
    if chance(0.3) { stored[int(0...sizes.count - 1)] = -1 }
    if chance(0.05) {
      stored = sizes
      stored[0] += 1
    }
    return OperatorCase(
      code: .splitV, version: 2, options: SplitVOptions { $0.numSplits = Int32(sizes.count) },
      inputs: [
        input, parameters(stored, types: [.int32, .int64]),
        parameters([chance(0.3) ? axis - shape.count : axis], shape: []),
      ],
      outputs: sizes.map { size in
        var output = shape
        output[axis] = size
        return input.result(output)
      })
  }

  fileprivate mutating func unpack(_ kind: ElementKind) -> OperatorCase {
    var shape = shape(rank: int(1...5), limit: 400)
    let axis = int(0...shape.count - 1)
    shape[axis] = int(1...6)
    let input = elements(kind, shape)
    var output = shape
    output.remove(at: axis)
    var results = (0..<shape[axis]).map { _ in input.result(output) }
    if chance(0.05), kind == .uint8 { results[0].scales[0] *= 2 }
    return OperatorCase(
      code: .unpack, version: 4,
      options: UnpackOptions {
        $0.num = Int32(shape[axis])
        $0.axis = Int32(chance(0.3) ? axis - shape.count : axis)
      },
      inputs: [input], outputs: results)
  }
}
