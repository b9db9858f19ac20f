/// Checks one subgraph: its tensors, and the order in which its operators read and write them.
struct SubgraphVerifier {
  let model: Model
  let index: Int
  let subgraph: Subgraph

  init(model: Model, index: Int) {
    self.model = model
    self.index = index
    subgraph = model.subgraphs[index]
  }

  /// Where the value of a tensor comes from.
  private enum Origin {
    case nowhere
    case constant
    case variable
    case subgraphInput
    case `operator`(Int)
  }

  func verify() throws(ModelError) {
    let field = "subgraphs[\(index)]"
    try verify(subgraph.inputs, "\(field).inputs")
    try verify(subgraph.outputs, "\(field).outputs")
    var origins: [Origin] = []
    origins.reserveCapacity(subgraph.tensors.count)
    for (index, tensor) in subgraph.tensors.enumerated() {
      try TensorVerifier(model: model, subgraph: subgraph, reference: reference(toTensor: index), tensor: tensor)
        .verify()
      let isConstant = model.constantData(of: tensor) != nil
      origins.append(isConstant ? .constant : tensor.isVariable ? .variable : .nowhere)
    }
    for input in subgraph.inputs {
      if case .nowhere = origins[Int(input)] { origins[Int(input)] = .subgraphInput }
    }
    for (index, `operator`) in subgraph.operators.enumerated() {
      try verify(`operator`, at: index, origins: &origins)
    }
    for output in subgraph.outputs {
      if case .nowhere = origins[Int(output)] { throw .outputNotProduced(reference(toTensor: Int(output))) }
    }
  }

  private func verify(_ tensors: [Int32], _ field: @autoclosure () -> String) throws(ModelError) {
    for (place, tensor) in tensors.enumerated() {
      try Index(tensor, count: subgraph.tensors.count, of: "tensors").verify("\(field())[\(place)]")
    }
  }

  private func verify(
    _ operator: Operator, at index: Int, origins: inout [Origin]
  ) throws(ModelError) {
    let field = "subgraphs[\(self.index)].operators[\(index)]"
    try Index(`operator`.opcodeIndex, count: model.operatorCodes.count, of: "operator codes")
      .verify("\(field).opcode_index")
    try verify(`operator`.outputs, "\(field).outputs")
    try verify(`operator`.intermediates, "\(field).intermediates")
    try verifyOptions(of: `operator`, at: index)
    let flags = `operator`.mutatingVariableInputs.count
    guard flags == 0 || flags == `operator`.inputs.count else {
      throw .wrongMutatingInputs(
        reference(to: `operator`, at: index), count: flags, inputs: `operator`.inputs.count)
    }

    for (place, input) in `operator`.inputs.enumerated() where input != -1 {
      try Index(input, count: subgraph.tensors.count, of: "tensors").verify("\(field).inputs[\(place)]")
      if `operator`.outputs.contains(input) {
        throw .writesItsInput(reference(to: `operator`, at: index), reference(toTensor: Int(input)))
      }
      if case .nowhere = origins[Int(input)] {
        throw .inputNotProduced(reference(to: `operator`, at: index), reference(toTensor: Int(input)))
      }
    }
    for output in `operator`.outputs {
      let tensor = Int(output)
      switch origins[tensor] {
      case .nowhere: origins[tensor] = .operator(index)
      case .constant:
        throw .writesConstant(reference(to: `operator`, at: index), reference(toTensor: tensor))
      case .variable:
        throw .writesVariable(reference(to: `operator`, at: index), reference(toTensor: tensor))
      case .subgraphInput:
        throw .writesSubgraphInput(reference(to: `operator`, at: index), reference(toTensor: tensor))
      case .operator(let first):
        throw .producedTwice(
          reference(to: `operator`, at: index), reference(toTensor: tensor), firstProducer: first)
      }
    }
  }

  private func verifyOptions(of operator: Operator, at index: Int) throws(ModelError) {
    let expected = model.operatorCode(of: `operator`).builtinCode.optionsType
    for options in [`operator`.builtinOptions, `operator`.builtinOptions2] {
      guard let options else { continue }
      let found = type(of: options)
      guard found == expected else {
        throw .wrongOptions(
          reference(to: `operator`, at: index), found: found.schemaName, expected: expected?.schemaName)
      }
    }
  }

  private func reference(to operator: Operator, at index: Int) -> OperatorReference {
    OperatorReference(subgraph: self.index, index: index, name: model.operatorCode(of: `operator`).name)
  }

  private func reference(toTensor index: Int) -> TensorReference {
    TensorReference(subgraph: self.index, index: index, subgraph.tensors[index])
  }
}
