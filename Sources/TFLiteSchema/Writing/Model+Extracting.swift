extension Model {
  /// A model of its own from some operators of a subgraph, and the subgraphs they call.
  ///
  /// Its inputs are the tensors that these operators read and do not compute, in the order of their first use; its
  /// outputs are those they compute that something else reads, that are outputs of the subgraph, or that nothing
  /// reads. Operators before them that compute what these read from constants alone, such as the unpacking of weights,
  /// come along, so that no weights become inputs. It keeps only the tensors, buffers and operator codes it needs.
  /// Signatures, metadata and packed files describe the whole model and are dropped.
  ///
  /// - Parameters:
  ///   - operators: The operators; at least one.
  ///   - subgraph: The subgraph they belong to.
  /// - Throws: What ``verify()`` throws, ``ModelError/operatorsOutOfRange(_:count:)``, or
  ///   ``ModelError/indexOutOfRange(field:index:count:of:)``.
  public func extracting(operators: Range<Int>, ofSubgraph subgraph: Int = 0) throws(ModelError) -> Model {
    try verify()
    try Index(subgraph, count: subgraphs.count, of: "subgraphs").verify("the subgraph")
    let source = subgraphs[subgraph]
    guard !operators.isEmpty, operators.lowerBound >= 0, operators.upperBound <= source.operators.count else {
      throw .operatorsOutOfRange(operators, count: source.operators.count)
    }
    var main = cut(operators, from: source)
    main.keepUsedTensors()

    var extraction = Extraction(main, of: self)
    extraction.addSubgraphs()
    return extraction.model
  }

  /// The subgraph with only these operators, still with all its tensors.
  private func cut(_ range: Range<Int>, from source: Subgraph) -> Subgraph {
    var result = source
    let chosen = source.operators[range]
    result.operators = constantOperators(before: range, of: source) + chosen
    let written = chosen.flatMap(\.outputs)
    let writtenSet = Set(result.operators.flatMap(\.outputs))
    var seen: Set<Int32> = []
    result.inputs = result.operators.flatMap(\.inputs).filter { tensor in
      guard tensor != -1, !writtenSet.contains(tensor), seen.insert(tensor).inserted else { return false }
      let info = source.tensors[Int(tensor)]
      return constantData(of: info) == nil && !info.isVariable
    }
    let readInside = Set(result.operators.flatMap(\.inputs))
    let readOutside = Set(
      (source.operators[..<range.lowerBound] + source.operators[range.upperBound...]).flatMap(\.inputs))
    let sourceOutputs = Set(source.outputs)
    result.outputs = written.filter {
      readOutside.contains($0) || sourceOutputs.contains($0) || !readInside.contains($0)
    }
    return result
  }

  /// The operators before a range that compute what it reads, directly or not, from constants alone.
  private func constantOperators(before range: Range<Int>, of source: Subgraph) -> [Operator] {
    var computed: Set<Int32> = []
    let candidates = source.operators[..<range.lowerBound].filter { step in
      let isConstant =
        hasFixedResult(step) && step.inputs.contains { $0 != -1 }
        && step.inputs.allSatisfy {
          $0 == -1 || computed.contains($0) || constantData(of: source.tensors[Int($0)]) != nil
        }
      if isConstant { computed.formUnion(step.outputs) }
      return isConstant
    }
    var needed = Set(source.operators[range].flatMap(\.inputs))
    var found: [Operator] = []
    for step in candidates.reversed() where !needed.isDisjoint(with: step.outputs) {
      needed.formUnion(step.inputs)
      found.append(step)
    }
    return found.reversed()
  }

  /// Whether an operator computes the same from the same inputs as far as the schema tells: no random numbers, no
  /// subgraphs, which may keep states, and no operators that only their makers know.
  private func hasFixedResult(_ step: Operator) -> Bool {
    let drawing: Set<BuiltinOperator> = [.randomUniform, .randomStandardNormal, .multinomial]
    let code = operatorCode(of: step).builtinCode
    return code != .custom && !drawing.contains(code) && step.builtinOptions?.asSubgraphCalling == nil
      && step.builtinOptions2?.asSubgraphCalling == nil
  }
}

extension Subgraph {
  /// Drops the tensors that nothing refers to.
  fileprivate mutating func keepUsedTensors() {
    var used = Set(inputs + outputs)
    for `operator` in operators { used.formUnion(`operator`.inputs + `operator`.outputs + `operator`.intermediates) }
    used.remove(-1)
    for tensor in used { used.formUnion(tensors[Int(tensor)].quantization?.tensors ?? []) }
    let kept = used.sorted()
    let numbers = Dictionary(uniqueKeysWithValues: zip(kept, (0 as Int32)...))
    let renumbered: (Int32) -> Int32 = { numbers[$0] ?? -1 }

    tensors = kept.map { tensors[Int($0)] }
    for index in tensors.indices { tensors[index].quantization?.renumberTensors(renumbered) }
    inputs = inputs.map(renumbered)
    outputs = outputs.map(renumbered)
    for index in operators.indices {
      operators[index].inputs = operators[index].inputs.map(renumbered)
      operators[index].outputs = operators[index].outputs.map(renumbered)
      operators[index].intermediates = operators[index].intermediates.map(renumbered)
    }
  }
}

extension Quantization {
  /// The tensors that hold scales and zero points.
  fileprivate var tensors: [Int32] {
    switch details {
    case .blockwise(let details): [details.scales, details.zeroPoints].filter { $0 != -1 }
    case .multiAxis(let details): [details.scales, details.zeroPoints].filter { $0 != -1 }
    case .custom, nil: []
    }
  }

  fileprivate mutating func renumberTensors(_ renumbered: (Int32) -> Int32) {
    switch details {
    case .blockwise(var blockwise):
      blockwise.scales = renumbered(blockwise.scales)
      blockwise.zeroPoints = renumbered(blockwise.zeroPoints)
      details = .blockwise(blockwise)
    case .multiAxis(var multiAxis):
      multiAxis.scales = renumbered(multiAxis.scales)
      multiAxis.zeroPoints = renumbered(multiAxis.zeroPoints)
      details = .multiAxis(multiAxis)
    case .custom, nil:
      break
    }
  }
}

/// Puts a model together from a subgraph of another one and those it calls, with only the buffers and operator codes
/// they need.
private struct Extraction {
  private let source: Model
  private(set) var model = Model()
  private var subgraphNumbers: [Int64: Int64] = [:]
  private var bufferNumbers: [UInt32: UInt32] = [0: 0]
  private var codeNumbers: [UInt32: UInt32] = [:]

  init(_ main: Subgraph, of source: Model) {
    self.source = source
    model.version = source.version
    model.description = source.description
    model.buffers = [Buffer()]
    model.subgraphs = [main]
  }

  /// Renumbers what the subgraphs refer to. Those they call are added at the end, and so have their turn.
  mutating func addSubgraphs() {
    var place = 0
    while place < model.subgraphs.count {
      var subgraph = model.subgraphs[place]
      for index in subgraph.tensors.indices {
        subgraph.tensors[index].buffer = number(ofBuffer: subgraph.tensors[index].buffer)
      }
      for index in subgraph.operators.indices {
        let `operator` = subgraph.operators[index]
        subgraph.operators[index].opcodeIndex = number(ofCode: `operator`.opcodeIndex)
        subgraph.operators[index].builtinOptions = renumbered(`operator`.builtinOptions)
        subgraph.operators[index].builtinOptions2 = renumbered(`operator`.builtinOptions2)
      }
      model.subgraphs[place] = subgraph
      place += 1
    }
  }

  private mutating func renumbered(_ options: (any OperatorOptions)?) -> (any OperatorOptions)? {
    guard let calling = options?.asSubgraphCalling else { return options }
    for (_, called) in calling.calledSubgraphs where subgraphNumbers[called] == nil {
      subgraphNumbers[called] = Int64(model.subgraphs.count)
      model.subgraphs.append(source.subgraphs[Int(called)])
    }
    return calling.mappingSubgraphs { subgraphNumbers[$0] ?? $0 }
  }

  private mutating func number(ofBuffer index: UInt32) -> UInt32 {
    if let number = bufferNumbers[index] { return number }
    let number = UInt32(model.buffers.count)
    model.buffers.append(source.buffers[Int(index)])
    bufferNumbers[index] = number
    return number
  }

  private mutating func number(ofCode index: UInt32) -> UInt32 {
    if let number = codeNumbers[index] { return number }
    let number = UInt32(model.operatorCodes.count)
    model.operatorCodes.append(source.operatorCodes[Int(index)])
    codeNumbers[index] = number
    return number
  }
}
