import TFLiteSchema

/// Finds out why the TFLite C library runs combinations of types that are refused here.
///
/// Where it never looks at the type of an operand, it reads and writes the elements as if they had another type, the one of
/// a combination that runs in both engines: from the same bytes it makes the same bytes.
struct ReferenceLeniency {
  let reference: ProbedReference
  /// The combinations that run in both engines, with a case of each.
  let known: [ProbedTypes: OperatorCase]

  /// How many of the combinations that are most alike each is compared with.
  private static let comparisons = 12

  /// Why a combination runs.
  enum Reason {
    /// The types of these operands are not looked at.
    case unlooked(Set<ProbedTypes.Operand>)
    /// The elements of a type are taken for those of another width, in operands and results.
    case misread(TensorType)
    /// Nothing is computed.
    case idle
  }

  /// - Parameter cases: what runs only in the library, with the case that it was made of by changing types.
  /// - Returns: for each, why it runs there; nil where nothing explains it.
  func find(_ cases: [(seed: OperatorCase, made: OperatorCase)]) throws -> [Reason?] {
    var found = try reasonsOfIdle(cases.map(\.made))
    let alike = cases.map { mostAlike(ProbedTypes($0.made)) }
    // The interpreter for Python has no slack to feed, and is slow.
    for round in 0..<(reference.isPython ? 2 : Self.comparisons) {
      for isFed in reference.isPython ? [false] : [true, false] {
        let open = cases.indices.filter { found[$0] == nil && round < alike[$0].count }
        let pairs = open.map { pair(cases[$0], alike[$0][round], isFed: isFed) }
        let slack = 16 * (pairs.map { max($0.made.size, $0.known.size) }.max() ?? 0)
        let made = try reference.outputs(of: pairs.map(\.made), slack: slack)
        let expected = try reference.outputs(of: pairs.map(\.known), slack: slack)
        for (position, index) in open.enumerated() {
          guard let first = made[position], let second = expected[position], Self.areSame(first, second) else {
            continue
          }
          let types = ProbedTypes(cases[index].made)
          found[index] =
            types.replacement(in: alike[index][round]).map { .misread($0.new) }
            ?? .unlooked(types.differences(from: alike[index][round]))
        }
      }
    }
    return found
  }

  /// - Returns: for each case whether nothing is written. The interpreter for Python does not show it.
  private func reasonsOfIdle(_ cases: [OperatorCase]) throws -> [Reason?] {
    if reference.isPython { return cases.map { _ in nil } }
    return try reference.outputs(of: cases).map { outputs in
      guard let outputs, !outputs.joined().isEmpty else { return nil }
      return outputs.joined().allSatisfy { $0 == ReferenceProbe.unwritten } ? .idle : nil
    }
  }

  /// The combinations that differ in the fewest operands.
  private func mostAlike(_ types: ProbedTypes) -> [ProbedTypes] {
    let distances = known.keys.compactMap { other -> (types: ProbedTypes, distance: Int)? in
      guard other.hasSameOperands(as: types) else { return nil }
      // An operator that moves elements makes the same bytes of types that are as wide, and means both.
      if let replaced = types.replacement(in: other), replaced.old.bitWidth == replaced.new.bitWidth { return nil }
      return (other, types.differences(from: other).count)
    }
    return distances.sorted { ($0.distance, $0.types.description) < ($1.distance, $1.types.description) }
      .prefix(Self.comparisons).map(\.types)
  }

  /// A case and one with other types, both with the same bytes.
  ///
  /// - Parameter isFed: whether operands of other types are fed, even where they were constants: behind constants there
  ///   are no bytes that both could read.
  private func pair(
    _ candidate: (seed: OperatorCase, made: OperatorCase), _ types: ProbedTypes, isFed: Bool
  ) -> (made: OperatorCase, known: OperatorCase) {
    var made = candidate.made
    var other = candidate.made
    for operand in ProbedTypes(candidate.made).differences(from: types) {
      switch operand {
      case .output(let index):
        other.outputs[index] = candidate.seed.outputs[index].changed(
          to: types.outputs[index], as: known[types]?.outputs[index])
      case .input(let index):
        guard let type = types.inputs[index], let sketch = candidate.seed.inputs[index] else { continue }
        var changed = sketch.changed(to: type, as: known[types]?.inputs[index])
        if isFed, !changed.isVariable { changed.isConstant = false }
        other.inputs[index] = changed
        guard var retyped = made.inputs[index] else { continue }
        // More bytes than the one type asks for lie behind its elements.
        (retyped.bytes, retyped.isConstant) = (changed.bytes, changed.isConstant)
        if !changed.scales.isEmpty {
          (retyped.scales, retyped.zeroPoints) = (changed.scales, changed.zeroPoints)
          retyped.quantizedDimension = changed.quantizedDimension
        }
        if retyped.isConstant { retyped.bytes = retyped.exactBytes }
        made.inputs[index] = retyped
      }
    }
    return (made, other)
  }

  /// Whether something was written, and the same, as far as both outputs reach.
  private static func areSame(_ first: [[UInt8]], _ second: [[UInt8]]) -> Bool {
    let isWritten = first.contains { output in output.contains { $0 != ReferenceProbe.unwritten } }
    return isWritten && first.count == second.count
      && zip(first, second).allSatisfy { zip($0, $1).allSatisfy { $0 == $1 } }
  }
}

extension TensorSketch {
  /// With the values converted to a type, quantized like another operand of it.
  fileprivate func changed(to newType: TensorType, as other: TensorSketch?) -> TensorSketch {
    guard newType != type else { return self }
    var sketch = converted(to: newType)
    sketch.scales = other?.scales ?? []
    sketch.zeroPoints = other?.zeroPoints ?? []
    sketch.quantizedDimension = other?.quantizedDimension ?? 0
    sketch.blocks = nil
    return sketch
  }
}
