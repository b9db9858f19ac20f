import TFLiteFlatBuffers
import TFLiteKernels
import TFLiteSchema

/// One operator of a subgraph and what its code means.
struct Node {
  let identity: OperatorIdentity
  let code: OperatorCode
  var stored: Operator
  /// Checks the operator and computes its parameters.
  let prepare: (OperatorContext, PreparationPhase) throws -> any PreparedOperator
  let numerics: Numerics
  let instructionSet: InstructionSet

  /// The operators of a subgraph in execution order.
  ///
  /// - Throws: ``InterpreterError/tensorFlowLiteError(_:)`` that lists every operator without an implementation, or when
  ///   the options ask for an instruction set that there is not.
  static func all(of graph: Subgraph, in library: SubgraphLibrary) throws -> [Node] {
    let instructionSet = try library.options.instructionSet()
    let refusals = Refusals(in: library.model, registry: library.registry)
    var nodes: [Node] = []
    for (index, stored) in graph.operators.enumerated() {
      let code = library.model.operatorCode(of: stored)
      let identity = OperatorIdentity(index: index, name: code.name)
      let prepare: (OperatorContext, PreparationPhase) throws -> any PreparedOperator
      if refusals.concern(stored, of: graph) { throw InterpreterError.tensorFlowLiteError("\(refusals)") }
      if let control = ControlFlow.operators[code.builtinCode] {
        // What it calls would be refused, too.
        guard refusals.isEmpty else { throw InterpreterError.tensorFlowLiteError("\(refusals)") }
        prepare = { [unowned library] context, phase in try control(context, phase, library) }
      } else if let kernel = library.registry.prepare(for: code) {
        prepare = { context, _ in try kernel(context) }
      } else {
        throw InterpreterError.tensorFlowLiteError("\(refusals)")
      }
      nodes.append(
        Node(
          identity: identity, code: code, stored: stored, prepare: prepare, numerics: library.options.numerics,
          instructionSet: instructionSet))
    }
    return nodes
  }

  /// What the operator knows when it is prepared.
  func context(
    inputs: [TensorDescriptor?], outputs: [TensorDescriptor], intermediates: [TensorDescriptor]
  ) -> OperatorContext {
    var context = OperatorContext(
      identity: identity, version: Int(code.version), builtinOptions: stored.builtinOptions ?? stored.builtinOptions2,
      customOptions: stored.customOptions, inputs: inputs, outputs: outputs)
    context.intermediates = intermediates
    context.numerics = numerics
    context.instructionSet = instructionSet
    return context
  }
}

extension InterpreterError {
  /// The error of an operator. Errors of custom operators do not name their operator by themselves.
  init(_ error: any Error, of node: Node) {
    switch error {
    case let error as InterpreterError: self = error
    case let error as KernelError: self = .tensorFlowLiteError("\(error)")
    default: self = .tensorFlowLiteError("\(node.identity): \(error)")
    }
  }
}
