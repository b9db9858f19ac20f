import TFLiteSchema

extension ParityRow {
  /// Operators on activations of 4 bits.
  static let packedElements = [
    ParityRow("CONCATENATION", "int4") { $0.packedConcatenation() },
    ParityRow("SLICE", "int4") { $0.packedSlice() },
    ParityRow("TRANSPOSE", "int4") { $0.packedTranspose(.int4) },
    ParityRow("TRANSPOSE", "uint4") { $0.packedTranspose(.uint4) },
    ParityRow("GATHER", "int4") { $0.packedGather() },
    ParityRow("QUANTIZE", "float32 to int4") { $0.packedQuantize(.int4) },
    ParityRow("QUANTIZE", "float32 to uint4") { $0.packedQuantize(.uint4) },
  ]
}

extension SplitMix64 {
  /// Values of 4 bits; the unused half of the last byte is 0.
  private mutating func packed(_ type: TensorType, _ shape: [Int], isConstant: Bool = false) -> TensorSketch {
    let values = (0..<shape.elementCount).map { _ in UInt8(truncatingIfNeeded: int(0...15)) }
    return TensorSketch(
      type: .int8, shape: shape, scales: [0.5], zeroPoints: [0], bytes: values, isConstant: isConstant
    ).packed(as: type)
  }

  fileprivate mutating func packedConcatenation() -> OperatorCase {
    let base = shape(rank: int(1...5), limit: 400)
    let axis = int(0...base.count - 1)
    var shape = base
    shape[axis] = 0
    let inputs = (0..<int(1...6)).map { _ -> TensorSketch in
      var part = base
      part[axis] = int(1...7)
      shape[axis] += part[axis]
      return packed(.int4, part, isConstant: chance(0.1))
    }
    return OperatorCase(
      code: .concatenation, version: 5,
      options: ConcatenationOptions { $0.axis = Int32(chance(0.3) ? axis - base.count : axis) }, inputs: inputs,
      outputs: [inputs[0].result(shape)])
  }

  fileprivate mutating func packedSlice() -> OperatorCase {
    let input = packed(.int4, shape(rank: int(1...5), limit: 1500))
    let begins = input.shape.map { int(0...$0 - 1) }
    let sizes = zip(input.shape, begins).map { int(1...$0 - $1) }
    let stored = sizes.indices.map { begins[$0] + sizes[$0] == input.shape[$0] && chance(0.4) ? -1 : sizes[$0] }
    let type: [TensorType] = chance(0.3) ? [.int64] : [.int32]
    return OperatorCase(
      code: .slice, version: 7, options: SliceOptions(),
      inputs: [input, parameters(begins, types: type), parameters(stored, types: type)],
      outputs: [input.result(sizes)])
  }

  fileprivate mutating func packedTranspose(_ type: TensorType) -> OperatorCase {
    let input = packed(type, shape(rank: int(1...6), limit: 1500))
    let order = input.shape.indices.shuffled(using: &self)
    return OperatorCase(
      code: .transpose, version: 7, options: TransposeOptions(), inputs: [input, parameters(Array(order))],
      outputs: [input.result(order.map { input.shape[$0] })])
  }

  /// The C library gathers whole bytes.
  fileprivate mutating func packedGather() -> OperatorCase {
    var shape = shape(rank: int(2...4), limit: 400)
    shape[shape.count - 1] *= 2
    let input = packed(.int4, shape)
    let axis = int(0...shape.count - 2)
    let own = (0..<int(0...2)).map { _ in int(1...5) }
    var values = (0..<own.elementCount).map { _ in int(0...shape[axis] - 1) }
    if chance(0.05) { values[0] = chance(0.5) ? -1 : shape[axis] }
    return OperatorCase(
      code: .gather, version: 5, options: GatherOptions { $0.axis = Int32(axis) },
      inputs: [input, indices(values, shape: own, types: [.int32, .int64, .int16])],
      outputs: [input.result(shape[..<axis] + own + shape[(axis + 1)...])])
  }

  fileprivate mutating func packedQuantize(_ type: TensorType) -> OperatorCase {
    let shape = elementwiseShape()
    let (scale, zeroPoint) = (logUniform(0.01...2), type == .int4 ? int(-8...7) : int(0...15))
    let middle: Float = type == .int4 ? 0 : 8
    let values = (0..<shape.elementCount).map { _ -> Float in
      let stored = chance(0.3) ? Float(int(-9...16)) + 0.5 : middle + 5 * normal()
      return (stored - Float(zeroPoint)) * scale
    }
    return OperatorCase(
      code: .quantize, version: 4, inputs: [.float(shape, values)],
      outputs: [TensorSketch(type: type, shape: shape, scales: [scale], zeroPoints: [zeroPoint])])
  }
}
