import TFLiteSchema

extension ParityRow {
  static let fill = rows("FILL", ElementKind.any) { $0.fill($1) } + stringRow("FILL") { $0.fill($1) }
  static let range = rows("RANGE", [.float32, .int32, .int64]) { $0.range($1) }
  static let `where` = rows("WHERE", [.bool, .float32, .int32, .int64, .int8, .uint8, .uint32], distinct: 20) {
    $0.where($1)
  }
}

extension SplitMix64 {
  fileprivate mutating func fill(_ kind: ElementKind) -> OperatorCase {
    let output = shape(rank: int(1...5), limit: 400)
    let value = elements(kind, [], isConstant: chance(0.5))
    var stored = output
    if chance(0.05) { stored[0] = -1 }
    return OperatorCase(
      code: .fill, version: 3, options: FillOptions(), inputs: [parameters(stored, types: [.int32, .int64]), value],
      outputs: [value.result(output)])
  }

  fileprivate mutating func range(_ kind: ElementKind) -> OperatorCase {
    let isDescending = chance(0.5)
    let constantShare: Float = chance(0.5) ? 1 : 0.5
    let wrongWay = chance(0.05)
    if kind == .float32 {
      let start = uniform(-50...50)
      let span = uniform(0...40) * (isDescending ? -1 : 1)
      let step = logUniform(0.1...5) * (isDescending != wrongWay ? -1 : 1)
      let inputs = [start, start + span, step].map { value in
        var sketch = TensorSketch.float([], [value], isConstant: true)
        sketch.isFedHere = !chance(constantShare)
        return sketch
      }
      return OperatorCase(code: .range, options: RangeOptions(), inputs: inputs, outputs: [.float([])])
    }
    let start = int(-1000...1000)
    let values = [
      start, start + int(0...200) * (isDescending ? -1 : 1), int(1...9) * (isDescending != wrongWay ? -1 : 1),
    ]
    return OperatorCase(
      code: .range, options: RangeOptions(),
      inputs: values.map { parameters([$0], shape: [], types: [kind.tensorType], constantShare: constantShare) },
      outputs: [TensorSketch(type: kind.tensorType, shape: [])])
  }

  fileprivate mutating func `where`(_ kind: ElementKind) -> OperatorCase {
    var condition = elements(kind, shape(rank: int(1...5), limit: 400), isConstant: true)
    condition.isFedHere = chance(0.7)
    let size = condition.bytes.count / condition.elementCount
    let share = uniform(0...1)
    for element in 0..<condition.elementCount where chance(share) {
      for byte in 0..<size { condition.bytes[element * size + byte] = 0 }
    }
    // The C interface hands out no empty results.
    let kept = int(0...condition.elementCount - 1)
    for byte in 0..<size { condition.bytes[kept * size + byte] = 1 }
    return OperatorCase(
      code: .where, options: WhereOptions(), inputs: [condition], outputs: [TensorSketch(type: .int64, shape: [])])
  }
}
