import TFLiteSchema

extension Interpreter {
  /// The operators that call subgraphs or work on the variables of a model. They need an interpreter, so that no
  /// `OperatorRegistry` has them.
  public static let controlFlowOperators: [BuiltinOperator] =
    ControlFlow.operators.keys.sorted { $0.schemaName < $1.schemaName }
}
