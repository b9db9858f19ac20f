import TFLiteSchema

extension OperatorCase {
  /// The types that operands are tried with: those that a model can be fed, or hold.
  private static let probedTypes = TensorType.allCases.filter { $0 != .resource && $0 != .variant }

  /// The elements of all operands.
  var size: Int {
    inputs.reduce(0) { $0 + ($1?.elementCount ?? 0) } + outputs.reduce(0) { $0 + $1.elementCount }
  }

  /// This operator with other ones of its first three operands as constants.
  var withOtherConstants: [OperatorCase] {
    let leading = inputs.indices.prefix(3).filter { inputs[$0].map { !$0.isVariable } ?? false }
    return (0..<1 << leading.count).compactMap { mask in
      var made = self
      for (bit, index) in leading.enumerated() { made.inputs[index]?.isConstant = mask >> bit & 1 == 1 }
      return made.inputs.map(\.?.isConstant) == inputs.map(\.?.isConstant) ? nil : made
    }
  }

  /// This operator with dimensions of 1 in front of some of its first three operands and of its results, or without one
  /// that is there.
  var withOtherRanks: [OperatorCase] {
    let leading = inputs.indices.prefix(3).filter { inputs[$0] != nil }
    return [-1, 1, 2, 3, 4].flatMap { count in
      (1..<1 << leading.count).compactMap { mask in
        var made = self
        for (bit, index) in leading.enumerated() where mask >> bit & 1 == 1 {
          guard let changed = inputs[index]?.addingLeadingDimensions(count) else { return nil }
          made.inputs[index] = changed
        }
        made.outputs = outputs.map { $0.addingLeadingDimensions(count) ?? $0 }
        return made
      }
    }
  }

  /// Whether results of this case, rather than those of another one with the same types, tell what was computed: few
  /// elements may be the same by chance, many take long.
  func tellsMore(than other: OperatorCase) -> Bool {
    let enough = 24
    return (size < enough ? 1 : 0, size < enough ? -size : size)
      < (other.size < enough ? 1 : 0, other.size < enough ? -other.size : other.size)
  }

  /// This operator with some operands of another type: the first three inputs and the first output in every combination
  /// (`several`) or alone, the `others` alone, and all of one type together.
  func probed(several: Bool, others: Bool) -> [OperatorCase] {
    let leading = inputs.indices.prefix(3).filter { inputs[$0] != nil }
    let places = leading.count + (outputs.isEmpty ? 0 : 1)
    var groups: [(inputs: Set<Int>, outputs: Set<Int>)] = []
    for mask in 1..<(1 << places) where several || mask & (mask - 1) == 0 {
      let chosen = leading.indices.filter { mask >> $0 & 1 == 1 }.map { leading[$0] }
      groups.append((Set(chosen), mask >> leading.count & 1 == 1 ? [0] : []))
    }
    if others {
      groups += inputs.indices.dropFirst(3).filter { inputs[$0] != nil }.map { ([$0], []) }
      groups += outputs.indices.dropFirst(1).map { ([], [$0]) }
    }
    for type in Set(inputs.compactMap { $0?.type } + outputs.map(\.type)) {
      groups.append(
        (
          Set(inputs.indices.filter { inputs[$0]?.type == type }),
          Set(outputs.indices.filter { outputs[$0].type == type })
        ))
    }
    return groups.flatMap { group in
      Self.probedTypes.map { type in
        var made = self
        for index in group.inputs { made.inputs[index] = inputs[index]?.converted(to: type) }
        for index in group.outputs { made.outputs[index] = outputs[index].converted(to: type) }
        return made
      }
    }
  }

  /// This operator with the ways of quantization that its operands of changed types may need.
  func quantized(beside original: OperatorCase) -> [OperatorCase] {
    let quantizable: Set<TensorType> = [.uint8, .int8, .int16, .int4, .int2, .uint4]
    let isChangedInput = inputs.indices.map { inputs[$0]?.type != original.inputs[$0]?.type }
    let isChangedOutput = outputs.indices.map { outputs[$0].type != original.outputs[$0].type }
    func with(
      input: (scale: Float, zeroPoint: (TensorType) -> Int), output: (scale: Float, zeroPoint: (TensorType) -> Int)
    ) -> OperatorCase {
      var made = self
      func change(_ sketch: inout TensorSketch, _ way: (scale: Float, zeroPoint: (TensorType) -> Int)) {
        let isQuantized = quantizable.contains(sketch.type)
        sketch.scales = isQuantized ? [way.scale] : []
        sketch.zeroPoints = isQuantized ? [way.zeroPoint(sketch.type)] : []
        sketch.quantizedDimension = 0
        sketch.blocks = nil
      }
      for index in inputs.indices where isChangedInput[index] {
        guard var sketch = inputs[index] else { continue }
        change(&sketch, input)
        made.inputs[index] = sketch
      }
      for index in outputs.indices where isChangedOutput[index] { change(&made.outputs[index], output) }
      return made
    }
    let zero: (TensorType) -> Int = { _ in 0 }
    let plain = with(input: (0.5, zero), output: (0.5, zero))
    let changed = Set(
      inputs.indices.filter { isChangedInput[$0] }.compactMap { inputs[$0]?.type }
        + outputs.indices.filter { isChangedOutput[$0] }.map { outputs[$0].type })
    guard !changed.isDisjoint(with: quantizable) else { return [plain] }
    // Where results have the scale of operands, kernels of different widths may copy the same bytes.
    return [
      with(input: (0.5, zero), output: (0.37, zero)), plain,
      with(input: (0.5, zero), output: (1 / 256, { $0 == .int8 ? -128 : 0 })),
      with(input: (0.5, zero), output: (1 / 128, { $0 == .uint8 ? 128 : 0 })),
      with(input: (1 / 32768, zero), output: (1 / 32768, zero)),
      with(input: (0.5, zero), output: (1 / 16, { $0 == .uint8 ? 255 : 127 })), self,
    ]
  }
}

extension TensorSketch {
  /// - Parameter count: how many; -1 takes one away.
  /// - Returns: nil where there is none to take away.
  fileprivate func addingLeadingDimensions(_ count: Int) -> TensorSketch? {
    var sketch = self
    if count < 0 {
      guard shape.first == 1 else { return nil }
      sketch.shape.removeFirst()
    } else {
      sketch.shape = Array(repeating: 1, count: count) + shape
    }
    sketch.quantizedDimension = scales.count > 1 ? max(0, quantizedDimension + count) : 0
    return sketch
  }
}
