/// Checks one subgraph: its tensors, and the order in which its operators read and write them.
final class SubgraphVerifier {
  let model: Model
  let index: Int
  let subgraph: Subgraph
  let strings: VerifiedStrings

  /// Where the value of each tensor comes from, as far as the operators have been looked at.
  private var origins: [Origin]

  /// The last operator that reads each tensor, as far as the operators have been looked at.
  private var readers: [Int?]

  private enum Origin {
    case nowhere
    case constant
    case variable
    case subgraphInput
    case `operator`(Int)
  }

  init(model: Model, index: Int, strings: VerifiedStrings) {
    self.model = model
    self.index = index
    self.strings = strings
    subgraph = model.subgraphs[index]
    origins = Array(repeating: .nowhere, count: subgraph.tensors.count)
    readers = Array(repeating: nil, count: subgraph.tensors.count)
  }

  func verify() throws(ModelError) {
    try verify(subgraph.inputs, "subgraphs[\(index)].inputs")
    try verify(subgraph.outputs, "subgraphs[\(index)].outputs")
    for (place, tensor) in subgraph.tensors.enumerated() {
      try TensorVerifier(self, tensor: place).verify()
      if model.constantData(of: tensor) != nil {
        origins[place] = .constant
      } else if tensor.isVariable {
        origins[place] = .variable
      }
    }
    // Constants and variables may be inputs too, and stay what they are.
    for input in subgraph.inputs {
      if case .nowhere = origins[Int(input)] { origins[Int(input)] = .subgraphInput }
    }
    for (place, `operator`) in subgraph.operators.enumerated() {
      try verifyFields(of: `operator`, at: place)
      for input in `operator`.inputs where input != -1 { try read(Int(input), by: `operator`, at: place) }
      for output in `operator`.outputs { try write(Int(output), by: `operator`, at: place) }
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

  private func verifyFields(of operator: Operator, at place: Int) throws(ModelError) {
    var field: String { "subgraphs[\(index)].operators[\(place)]" }
    try Index(`operator`.opcodeIndex, count: model.operatorCodes.count, of: "operator codes")
      .verify("\(field).opcode_index")
    for (input, tensor) in `operator`.inputs.enumerated() where tensor != -1 {
      try Index(tensor, count: subgraph.tensors.count, of: "tensors").verify("\(field).inputs[\(input)]")
    }
    try verify(`operator`.outputs, "\(field).outputs")
    try verify(`operator`.intermediates, "\(field).intermediates")
    let flags = `operator`.mutatingVariableInputs.count
    guard flags == 0 || flags == `operator`.inputs.count else {
      throw .wrongMutatingInputs(reference(to: `operator`, at: place), count: flags, inputs: `operator`.inputs.count)
    }
    let expected = model.operatorCode(of: `operator`).builtinCode.optionsType
    for options in [`operator`.builtinOptions, `operator`.builtinOptions2] {
      guard let options, type(of: options) != expected else { continue }
      throw .wrongOptions(
        reference(to: `operator`, at: place), found: type(of: options).schemaName, expected: expected?.schemaName)
    }
  }

  private func read(_ tensor: Int, by operator: Operator, at place: Int) throws(ModelError) {
    if case .nowhere = origins[tensor] {
      throw .inputNotProduced(reference(to: `operator`, at: place), reference(toTensor: tensor))
    }
    readers[tensor] = place
  }

  private func write(_ tensor: Int, by operator: Operator, at place: Int) throws(ModelError) {
    if readers[tensor] == place {
      throw .writesItsInput(reference(to: `operator`, at: place), reference(toTensor: tensor))
    }
    switch origins[tensor] {
    case .nowhere:
      origins[tensor] = .operator(place)
    case .constant:
      throw .writesConstant(reference(to: `operator`, at: place), reference(toTensor: tensor))
    case .variable:
      throw .writesVariable(reference(to: `operator`, at: place), reference(toTensor: tensor))
    case .subgraphInput:
      throw .writesSubgraphInput(reference(to: `operator`, at: place), reference(toTensor: tensor))
    case .operator(let first):
      throw .producedTwice(
        reference(to: `operator`, at: place), reference(toTensor: tensor), firstProducer: first)
    }
  }

  private func reference(to operator: Operator, at place: Int) -> OperatorReference {
    OperatorReference(subgraph: index, index: place, name: model.operatorCode(of: `operator`).name)
  }

  func reference(toTensor place: Int) -> TensorReference {
    TensorReference(subgraph: index, index: place, subgraph.tensors[place])
  }
}

/// The buffers whose strings have been checked, and how many there are. Many tensors may share a buffer with many
/// strings, and together these must not take time without end.
final class VerifiedStrings {
  var counts: [UInt32: Int] = [:]
}
