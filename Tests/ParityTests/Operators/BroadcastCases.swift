import TFLiteSchema

extension ParityRow {
  static let tile = rows("TILE", ElementKind.any) { $0.tile($1) } + stringRow("TILE") { $0.tile($1) }
  static let broadcastTo = rows("BROADCAST_TO", ElementKind.any) { $0.broadcastTo($1) }
  static let broadcastArgs = [TensorType.int32, .int64].map { type in
    ParityRow("BROADCAST_ARGS", "\(type)".lowercased(), distinct: 10) { $0.broadcastArgs(type) }
  }
}

extension SplitMix64 {
  fileprivate mutating func tile(_ kind: ElementKind) -> OperatorCase {
    let input = elements(kind, shape(rank: int(1...5), limit: 200))
    var multiples = input.shape.map { _ in chance(0.4) ? 1 : int(1...4) }
    let output = zip(input.shape, multiples).map { $0 * $1 }
    if chance(0.05) { multiples[0] = -1 }
    return OperatorCase(
      code: .tile, options: TileOptions(), inputs: [input, parameters(multiples, types: [.int32, .int64])],
      outputs: [input.result(output)])
  }

  fileprivate mutating func broadcastTo(_ kind: ElementKind) -> OperatorCase {
    let output = shape(rank: int(1...6), limit: 1500)
    let missing = int(0...output.count)
    let input = elements(kind, output.dropFirst(missing).map { chance(0.4) ? 1 : $0 })
    var stored = output
    if chance(0.05), let last = input.shape.last, last > 1 { stored[stored.count - 1] = last + 1 }
    return OperatorCase(
      code: .broadcastTo, version: 2, options: BroadcastToOptions(),
      inputs: [input, parameters(stored, types: [.int32, .int64])], outputs: [input.result(output)])
  }

  fileprivate mutating func broadcastArgs(_ type: TensorType) -> OperatorCase {
    let output = (0..<int(1...8)).map { _ in int(1...40) }
    func operand(_ random: inout SplitMix64) -> TensorSketch {
      let kept = output.dropFirst(random.int(0...output.count - 1))
      return random.indices(kept.map { random.chance(0.3) ? 1 : $0 }, types: [type])
    }
    let (first, second) = (operand(&self), operand(&self))
    return OperatorCase(
      code: .broadcastArgs, inputs: [first, second],
      outputs: [TensorSketch(type: type, shape: [max(first.shape[0], second.shape[0])])])
  }
}
