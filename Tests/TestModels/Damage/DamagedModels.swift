import TFLiteSchema
import TestRandomness

extension SeededGenerator {
  /// Changes one to three things of a model so that they are not as they should be: which operands there are, their shapes,
  /// types, scales and constants, options.
  ///
  /// What comes out can be written, and mostly read: it is the operators that have to refuse it.
  package mutating func damage(_ model: inout Model) {
    guard !model.subgraphs.isEmpty else { return }
    for _ in 0..<int(1...3) {
      damageOneThing(of: &model, in: chance(0.8) ? 0 : int(0...model.subgraphs.count - 1))
    }
  }

  private mutating func damageOneThing(of model: inout Model, in subgraph: Int) {
    if chance(0.5) { return damageTensor(of: &model, in: subgraph) }
    let operators = model.subgraphs[subgraph].operators
    guard !operators.isEmpty else { return }
    let index = int(0...operators.count - 1)
    switch int(0...9) {
    case 0...4: damageOptions(of: &model.subgraphs[subgraph].operators[index])
    case 5, 6: damageInputs(of: index, in: &model.subgraphs[subgraph])
    case 7: damageOutputs(of: index, in: &model.subgraphs[subgraph])
    default: damageCode(of: index, in: subgraph, of: &model)
    }
  }

  private mutating func damageInputs(of index: Int, in subgraph: inout Subgraph) {
    var step = subgraph.operators[index]
    defer { subgraph.operators[index] = step }
    // What reads its own results would be no model.
    let others = subgraph.tensors.indices.map { Int32($0) }.filter { !step.outputs.contains($0) }
    let other = others.isEmpty || chance(0.3) ? -1 : pick(others)
    switch int(0...4) {
    case 0: _ = step.inputs.popLast()
    case 1: step.inputs.append(other)
    case 2: step.inputs.shuffle(using: &self)
    default:
      guard !step.inputs.isEmpty else { return }
      step.inputs[int(0...step.inputs.count - 1)] = other
    }
  }

  private mutating func damageOutputs(of index: Int, in subgraph: inout Subgraph) {
    guard let last = subgraph.operators[index].outputs.last, subgraph.tensors.indices.contains(Int(last)) else {
      return
    }
    if chance(0.5) {
      subgraph.operators[index].outputs.removeLast()
      subgraph.outputs.removeAll { $0 == last }
    } else {
      subgraph.operators[index].outputs.append(Int32(subgraph.tensors.count))
      subgraph.tensors.append(subgraph.tensors[Int(last)])
    }
  }

  /// Another version, or another operator that has the same options.
  private mutating func damageCode(of index: Int, in subgraph: Int, of model: inout Model) {
    let number = model.subgraphs[subgraph].operators[index].opcodeIndex
    var code = model.operatorCodes[Int(number)]
    if chance(0.5) {
      code.version = Int32(int(1...12))
    } else {
      let options = code.builtinCode.optionsType
      code.builtinCode = pick(BuiltinOperator.allCases.filter { $0.optionsType == options })
    }
    if model.subgraphs.reduce(0, { $0 + $1.operators.count { $0.opcodeIndex == number } }) == 1 {
      model.operatorCodes[Int(number)] = code
    } else {
      model.subgraphs[subgraph].operators[index].opcodeIndex = UInt32(model.operatorCodes.count)
      model.operatorCodes.append(code)
    }
  }
}
