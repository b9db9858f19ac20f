import TFLiteFlatBuffers
import TFLiteKernels
import TFLiteSchema

/// One operator of a subgraph and what its code means.
struct Node {
  let identity: OperatorIdentity
  let code: OperatorCode
  var stored: Operator
  /// Checks the operator and computes its parameters.
  let prepare: OperatorRegistry.Prepare
  private let registry: OperatorRegistry
  /// What the operator shares with all others.
  private weak var library: SubgraphLibrary?
  private let numerics: Numerics
  private let instructionSet: InstructionSet

  /// The operators of a subgraph in execution order.
  ///
  /// - Throws: ``InterpreterError/tensorFlowLiteError(_:)`` that lists every operator without an implementation, or when
  ///   the options ask for an instruction set that there is not.
  static func all(ofSubgraph subgraph: Int, in library: SubgraphLibrary) throws -> [Node] {
    let graph = library.model.subgraphs[subgraph]
    let instructionSet = try library.options.instructionSet()
    let refusals = Refusals(in: library)
    return try graph.operators.enumerated().map { index, stored in
      let code = library.model.operatorCode(of: stored)
      let found = library.prepare(for: code, at: OperatorPlace(subgraph: subgraph, index: index))
      guard let prepare = found, !refusals.concern(code) else {
        throw InterpreterError.tensorFlowLiteError("\(refusals)")
      }
      return Node(
        identity: OperatorIdentity(index: index, name: code.name), code: code, stored: stored, prepare: prepare,
        registry: library.registry, library: library, numerics: library.options.numerics, instructionSet: instructionSet
      )
    }
  }

  /// What the operator knows when it is prepared.
  ///
  /// - Parameters:
  ///   - tensors: what is known of the subgraph's tensors.
  ///   - input: what is known of one that the operator reads.
  func context(
    _ phase: PreparationPhase, _ tensors: [TensorDescriptor], input: (Int) -> TensorDescriptor
  ) -> OperatorContext {
    var context = OperatorContext(
      identity: identity, version: Int(code.version), builtinOptions: stored.builtinOptions ?? stored.builtinOptions2,
      customOptions: stored.customOptions, inputs: stored.inputs.map { $0 < 0 ? nil : input(Int($0)) },
      outputs: stored.outputs.map { tensors[Int($0)] })
    context.intermediates = stored.intermediates.map { tensors[Int($0)] }
    context.numerics = numerics
    context.instructionSet = instructionSet
    context.phase = phase
    context.subgraphs = library
    context.resources = library?.resources
    context.workers = library?.preparers
    return context
  }

  /// The name of the kernel that runs once the operator is prepared: `conv2D int8 vector avx2`.
  func kernelName(_ path: KernelPath, _ tensors: [TensorDescriptor]) -> String {
    registry.kernelName(path, of: code, context(.allocation, tensors) { tensors[$0] })
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
