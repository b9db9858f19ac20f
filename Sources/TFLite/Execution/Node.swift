import TFLiteFlatBuffers
import TFLiteKernels
import TFLiteSchema

/// One operator of a subgraph and what its code means.
struct Node {
  let identity: OperatorIdentity
  let code: OperatorCode
  var stored: Operator
  let prepare: OperatorRegistry.Prepare
  let numerics: Numerics
  let instructionSet: InstructionSet

  /// The operators of a subgraph in execution order.
  ///
  /// - Throws: ``InterpreterError/tensorFlowLiteError(_:)`` that lists every operator without an implementation, or when
  ///   the options ask for an instruction set that there is not.
  static func all(
    of graph: Subgraph, in model: Model, registry: OperatorRegistry, options: Interpreter.Options
  ) throws -> [Node] {
    let instructionSet = try options.instructionSet()
    var nodes: [Node] = []
    for (index, stored) in graph.operators.enumerated() {
      let code = model.operatorCode(of: stored)
      guard let prepare = registry.prepare(for: code) else {
        throw InterpreterError.tensorFlowLiteError(
          "no implementation of \(MissingOperators(in: model, registry: registry))")
      }
      let identity = OperatorIdentity(index: index, name: code.name)
      nodes.append(
        Node(
          identity: identity, code: code, stored: stored, prepare: prepare, numerics: options.numerics,
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
