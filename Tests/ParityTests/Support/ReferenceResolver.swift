import LiteRTReference
import TFLiteKernels
import TFLiteSchema

/// Which builtin operators the TFLite C library has kernels for.
enum ReferenceResolver {
  /// Some numbers of the schema only stand for something else.
  private static let stands: Set<BuiltinOperator> = [.custom, .delegate, .placeholderForGreaterOpCodes]

  /// The builtin operators that either set of kernels has.
  static func operators() throws -> Set<BuiltinOperator> {
    let candidates = BuiltinOperator.allCases.filter { !stands.contains($0) }
    var known: Set<BuiltinOperator> = []
    for kernels in [LiteRTKernelMode.reference, .builtin] {
      let questions = try candidates.map { code in
        let made = OperatorCase(code: code, inputs: [.float([1], [1])], outputs: [.float([1])])
        return ReferenceProbe.Question(model: try made.serializedModel(), feeds: made.feeds, kernels: kernels, slack: 0)
      }
      for (code, answer) in zip(candidates, try ReferenceProbe.shared.answers(to: questions)) {
        // A resolver that does not know the operator makes no interpreter; kernels refuse the operands.
        if case .refused(let reason) = answer, reason.hasPrefix("LiteRtCreateCompiledModel") { continue }
        known.insert(code)
      }
    }
    return known
  }

  /// The names of those among operators that are not registered here.
  static func missing(among operators: Set<BuiltinOperator>) -> [String] {
    operators.map(\.schemaName).filter { !OperatorRegistry.standard.operatorNames.contains($0) }.sorted()
  }
}
