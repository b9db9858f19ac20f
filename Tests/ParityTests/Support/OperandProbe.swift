import LiteRTPythonReference
import LiteRTReference
import TFLiteSchema

/// The element types of each operand of an operator, one by one.
struct ProbedTypes: Hashable, Sendable, CustomStringConvertible {
  var inputs: [TensorType?]
  var outputs: [TensorType]

  init(inputs: [TensorType?], outputs: [TensorType]) {
    self.inputs = inputs
    self.outputs = outputs
  }

  init(_ made: OperatorCase) {
    inputs = made.inputs.map { $0?.type }
    outputs = made.outputs.map(\.type)
  }

  var all: Set<TensorType> { Set(inputs.compactMap(\.self) + outputs) }

  var description: String {
    func text(_ types: [TensorType?]) -> String {
      types.map { $0.map { "\($0)".lowercased() } ?? "none" }.joined(separator: ", ")
    }
    return "\(text(inputs)) → \(text(outputs))"
  }
}

/// Tries an operator on combinations of operand types, with both engines.
struct OperandProbe {
  struct Result {
    var tried = 0
    var both: Set<ProbedTypes> = []
    var onlyThere: Set<ProbedTypes> = []
    var onlyHere: Set<ProbedTypes> = []
    /// Of those that run only there: an operand has a type that the C library does not look at. It takes nearly any there,
    /// and reads or writes the elements as if they had the right one.
    var unchecked: Set<ProbedTypes> = []

    /// Moves what the C library takes because it does not look to ``unchecked``: no operator lacks so many kernels that
    /// differ in one operand alone.
    mutating func separateUnchecked() {
      var outputTypes: [ProbedTypes: Int] = [:]
      var inputTypes: [[ProbedTypes]: Int] = [:]
      func without(_ types: ProbedTypes, input position: Int) -> [ProbedTypes] {
        var changed = types
        changed.inputs[position] = nil
        // The position is part of the key.
        return [changed] + Array(repeating: ProbedTypes(inputs: [], outputs: []), count: position)
      }
      func withoutOutput(_ types: ProbedTypes) -> ProbedTypes {
        var changed = types
        changed.outputs[0] = .float32
        return changed
      }
      for types in onlyThere {
        if !types.outputs.isEmpty { outputTypes[withoutOutput(types), default: 0] += 1 }
        for position in types.inputs.indices where types.inputs[position] != nil {
          inputTypes[without(types, input: position), default: 0] += 1
        }
      }
      let many = 4
      for types in onlyThere {
        let ignoresOutput = !types.outputs.isEmpty && outputTypes[withoutOutput(types), default: 0] > many
        let ignoresInput = types.inputs.indices.contains { position in
          types.inputs[position] != nil && types.inputs[position] != types.outputs.first
            && inputTypes[without(types, input: position), default: 0] > many
        }
        if ignoresOutput || ignoresInput { unchecked.insert(types) }
      }
      onlyThere.subtract(unchecked)
    }
  }

  private let name: String
  private let kernels: LiteRTKernelMode
  private let usesPython: Bool
  /// Cases that run, one for each combination of types that the parity rows have.
  private let seeds: [OperatorCase]

  /// The types that operands are tried with: those that a model can be fed, or hold.
  static let types = TensorType.allCases.filter { $0 != .resource && $0 != .variant }

  init(_ name: String) {
    self.name = name
    let rows = ParityRow.all.filter { $0.operatorName == name }
    usesPython = rows.contains { $0.reference == .python }
    kernels = rows.contains { $0.reference == .onlyKernels } ? .builtin : .reference
    var smallest: [ProbedTypes: OperatorCase] = [:]
    for row in rows {
      for number in 0..<30 {
        var made = row.makeCase(number: number, seed: TestEnvironment.seed)
        made.inputs = made.inputs.map { input in
          var input = input
          input?.isFedHere = false
          return input
        }
        let types = ProbedTypes(made)
        guard smallest[types].map({ made.size < $0.size }) ?? true, made.isAccepted() else { continue }
        smallest[types] = made
      }
    }
    seeds = smallest.values.sorted { ($0.size, $0.summary) < ($1.size, $1.summary) }
  }

  func run() throws -> Result {
    var result = Result()
    result.both = Set(seeds.map(ProbedTypes.init))
    var seen = result.both
    var candidates: [(types: ProbedTypes, variants: [OperatorCase])] = []
    for seed in seeds {
      // The Python interpreter is slow, and its operators have dozens of weights of one type.
      for changed in seed.probed(several: TestEnvironment.isFull, others: !usesPython) {
        let types = ProbedTypes(changed)
        guard seen.insert(types).inserted else { continue }
        candidates.append((types, changed.quantized(beside: seed)))
      }
    }
    result.tried = seen.count
    for (candidate, isThere) in zip(candidates, try accepted(candidates.map(\.variants))) {
      let isHere = candidate.variants.contains { $0.isAccepted() }
      if isThere, isHere {
        result.both.insert(candidate.types)
      } else if isThere {
        result.onlyThere.insert(candidate.types)
      } else if isHere {
        result.onlyHere.insert(candidate.types)
      }
    }
    result.separateUnchecked()
    return result
  }

  /// Whether the reference runs a variant of each candidate.
  private func accepted(_ candidates: [[OperatorCase]]) throws -> [Bool] {
    var found = candidates.map { _ in false }
    let most = candidates.map(\.count).max() ?? 0
    for variant in 0..<most {
      let open = candidates.indices.filter { !found[$0] && variant < candidates[$0].count }
      for (index, isRun) in zip(open, try run(open.map { candidates[$0][variant] })) where isRun { found[index] = true }
    }
    return found
  }

  private func run(_ cases: [OperatorCase]) throws -> [Bool] {
    if usesPython { return try cases.map(runsInPython) }
    let questions = cases.map {
      // What cannot be written is an empty file, which nobody runs.
      ReferenceProbe.Question(model: (try? $0.serializedModel()) ?? [], feeds: $0.feeds, kernels: kernels)
    }
    return try zip(cases, ReferenceProbe.shared.answers(to: questions)).map { made, answer in
      switch answer {
      case .ran: true
      // The C interface hands out no strings.
      case .refused(let reason) where reason.contains("have no fixed size"): try runsInPython(made)
      case .refused, .crashed: false
      }
    }
  }

  private func runsInPython(_ made: OperatorCase) throws -> Bool {
    guard let file = try? made.serializedModel(), let model = try? made.model() else { return false }
    do {
      let outputs = model.subgraphs[0].outputs.map(Int.init)
      _ = try PythonOracle.shared.run(model: file, runs: [made.feeds], tensors: outputs)
      return true
    } catch OracleProcessError.refused, OracleProcessError.ended {
      return false
    }
  }
}

extension OperatorCase {
  /// The elements of all operands.
  fileprivate var size: Int {
    inputs.reduce(0) { $0 + ($1?.elementCount ?? 0) } + outputs.reduce(0) { $0 + $1.elementCount }
  }

  /// This operator with some operands of another type: the first three inputs and the first output in every combination
  /// (`several`) or alone, the `others` alone, and all of one type together.
  fileprivate func probed(several: Bool, others: Bool) -> [OperatorCase] {
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
      OperandProbe.types.map { type in
        var made = self
        for index in group.inputs { made.inputs[index] = inputs[index]?.converted(to: type) }
        for index in group.outputs { made.outputs[index] = outputs[index].converted(to: type) }
        return made
      }
    }
  }

  /// This operator with the ways of quantization that its operands of changed types may need.
  fileprivate func quantized(beside original: OperatorCase) -> [OperatorCase] {
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
    return [
      plain, with(input: (0.5, zero), output: (1 / 256, { $0 == .int8 ? -128 : 0 })),
      with(input: (0.5, zero), output: (1 / 128, { $0 == .uint8 ? 128 : 0 })),
      with(input: (1 / 32768, zero), output: (1 / 32768, zero)),
      with(input: (0.5, zero), output: (1 / 16, { $0 == .uint8 ? 255 : 127 })), self,
    ]
  }
}
