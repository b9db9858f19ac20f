import TFLiteKernels

extension Interpreter {
  /// An operator that this package runs.
  public struct SupportedOperator: Equatable, Hashable, Sendable {
    /// The schema's name, such as `CONV_2D`, or that of a custom operator.
    public let name: String
    /// Which kind of code computes which types.
    public let kernels: [KernelDeclaration]
  }

  /// The operators that this package runs, those of the schema first, in the order of the alphabet.
  /// ``Options-swift.struct/registerOperator(_:_:)`` adds to them.
  public static var supportedOperators: [SupportedOperator] {
    OperatorRegistry.standard.kernels.map { SupportedOperator(name: $0.operatorName, kernels: $0.kernels) }
  }
}
