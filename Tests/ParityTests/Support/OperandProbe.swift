import LiteRTPythonReference
import LiteRTReference
import TFLiteSchema

/// Tries an operator on combinations of operand types, with both engines.
struct OperandProbe {
  struct Result {
    var tried = 0
    var both: Set<ProbedTypes> = []
    var onlyThere: Set<ProbedTypes> = []
    var onlyHere: Set<ProbedTypes> = []
    /// What runs only there for a reason that ``ReferenceLeniency`` has found.
    var explained: Set<ProbedTypes> = []
    /// The operands whose types nobody looks at there.
    var unlooked: Set<ProbedTypes.Operand> = []
    /// Types whose elements are taken there for those of another width.
    var misread: Set<TensorType> = []
    /// What runs there and computes nothing.
    var idle: Set<ProbedTypes> = []
  }

  private let operatorName: String
  private let reference: ProbedReference
  /// Cases that run, one for each combination of types that the parity rows have.
  private let seeds: [OperatorCase]

  init(_ operatorName: String) {
    self.operatorName = operatorName
    let rows = ParityRow.all.filter { $0.operatorName == operatorName }
    reference = ProbedReference(
      kernels: rows.contains { $0.reference == .onlyKernels } ? .builtin : .reference,
      isPython: rows.contains { $0.reference == .python })
    var chosen: [ProbedTypes: OperatorCase] = [:]
    for row in rows {
      for number in 0..<30 {
        var made = row.makeCase(number: number, seed: TestEnvironment.seed)
        made.inputs = made.inputs.map { input in
          var input = input
          input?.isFedHere = false
          return input
        }
        let types = ProbedTypes(made)
        guard chosen[types].map({ made.tellsMore(than: $0) }) ?? true, made.isAccepted() else { continue }
        chosen[types] = made
      }
    }
    seeds = chosen.values.sorted { ($0.size, $0.summary) < ($1.size, $1.summary) }
  }

  /// The cases whose types are changed. The Python interpreter is slow, and its operators leave out operands in dozens of
  /// ways: of those with the same types, the one with the most operands stands for all.
  private var probedSeeds: [OperatorCase] {
    guard reference.isPython else { return seeds }
    func types(_ made: OperatorCase) -> Set<TensorType> {
      Set(made.inputs.compactMap { $0?.type } + made.outputs.map(\.type))
    }
    func operandCount(_ made: OperatorCase) -> Int { made.inputs.count { $0 != nil } }
    return Dictionary(grouping: seeds, by: types).values.compactMap { alike in
      alike.max { (operandCount($0), $1.summary) < (operandCount($1), $0.summary) }
    }.sorted { $0.summary < $1.summary }
  }

  func run() throws -> Result {
    var result = Result()
    var known = Dictionary(uniqueKeysWithValues: seeds.map { (ProbedTypes($0), $0) })
    var seen = Set(known.keys)
    var candidates: [(types: ProbedTypes, seed: OperatorCase, variants: [OperatorCase])] = []
    for seed in probedSeeds {
      // Of dozens of weights of one type, the first stands for the others.
      for changed in seed.probed(several: TestEnvironment.isFull, others: !reference.isPython) {
        let types = ProbedTypes(changed)
        guard seen.insert(types).inserted else { continue }
        candidates.append((types, seed, changed.quantized(beside: seed)))
      }
    }
    result.tried = seen.count
    var onlyThere: [(seed: OperatorCase, made: OperatorCase)] = []
    for (candidate, there) in zip(candidates, try accepted(candidates.map(\.variants))) {
      let here = candidate.variants.first { $0.isAccepted() }
      if let there {
        if here != nil { known[candidate.types] = there } else { onlyThere.append((candidate.seed, there)) }
      } else if here != nil {
        result.onlyHere.insert(candidate.types)
      }
    }
    result.both = Set(known.keys)
    let reasons = try ReferenceLeniency(reference: reference, known: known).find(onlyThere)
    for (types, reason) in zip(onlyThere.map({ ProbedTypes($0.made) }), reasons) {
      switch reason {
      case .unlooked(let operands): result.unlooked.formUnion(operands)
      case .misread(let type): result.misread.insert(type)
      case .idle: result.idle.insert(types)
      case nil: continue
      }
      result.explained.insert(types)
    }
    for types in onlyThere.map({ ProbedTypes($0.made) }) where !result.explained.contains(types) {
      // What was shown of an operand holds beside other types, too. (Where it was shown of operands and results one by one,
      // they may still be meant where both have a type that is missing here.)
      let isUnlooked = result.both.contains {
        $0.hasSameOperands(as: types) && types.replacement(in: $0) == nil
          && types.differences(from: $0).isSubset(of: result.unlooked)
      }
      if isUnlooked { result.explained.insert(types) } else { result.onlyThere.insert(types) }
    }
    return result
  }

  /// The cases with each of the first three operands fed or constant.
  ///
  /// - Returns: those that only the reference runs, by what they say of their operands.
  func refusedConstants() throws -> [String] { try refusedHere(seeds.flatMap(\.withOtherConstants)) }

  /// The cases with operands of more dimensions, and of one less.
  ///
  /// - Returns: those that only the reference runs, by what they say of their operands.
  func refusedRanks() throws -> [String] { try refusedHere(seeds.flatMap(\.withOtherRanks)) }

  private func refusedHere(_ cases: [OperatorCase]) throws -> [String] {
    let answers = try reference.outputs(of: cases)
    return zip(cases, answers).compactMap { made, outputs in
      guard outputs != nil, let file = try? made.serializedModel() else { return nil }
      guard case .refused(let reason) = InterpreterEngine().run(model: file, feeds: made.feeds) else { return nil }
      return "\(made.summary): \(reason)"
    }
  }

  /// The first variant of each candidate that the reference runs.
  private func accepted(_ candidates: [[OperatorCase]]) throws -> [OperatorCase?] {
    var found = candidates.map { _ in OperatorCase?.none }
    let most = candidates.map(\.count).max() ?? 0
    for variant in 0..<most {
      let open = candidates.indices.filter { found[$0] == nil && variant < candidates[$0].count }
      let answers = try reference.outputs(of: open.map { candidates[$0][variant] })
      for (index, outputs) in zip(open, answers) where outputs != nil { found[index] = candidates[index][variant] }
    }
    return found
  }
}
