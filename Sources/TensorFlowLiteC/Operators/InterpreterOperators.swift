import CTensorFlowLite
import TFLite
import TFLiteKernels
import TFLiteSchema

/// What each operator of one interpreter means: a program's callbacks, or this package's code.
///
/// One thread at a time uses an interpreter, so that nothing is locked.
final class InterpreterOperators: OperatorSource, @unchecked Sendable {
  /// Whether this package's operators count.
  private let includesStandard: Bool
  private var callbacks: [OperatorPlace: OperatorCallbacks] = [:]
  /// The states of the operators with callbacks.
  private var states: [OperatorPlace: CallbackOperator] = [:]
  /// Operators of the schema that nobody has implemented.
  private(set) var missing: [OperatorCode] = []
  /// Whether custom operators are missing. It matters only when tensors are allocated.
  private(set) var hasUnresolvedCustomOperators = false

  /// Finds what the operators of all subgraphs mean.
  init(_ model: Model, _ options: OptionValues, includesStandard: Bool) {
    self.includesStandard = includesStandard
    // Each code is looked up once.
    let known = model.operatorCodes.map { options.callbacks(for: $0) }
    for (subgraph, graph) in model.subgraphs.enumerated() {
      for (index, stored) in graph.operators.enumerated() {
        let code = model.operatorCode(of: stored)
        if let found = known[Int(stored.opcodeIndex)] {
          callbacks[OperatorPlace(subgraph: subgraph, index: index)] = found
        } else if standard(code) == nil {
          if code.builtinCode == .custom {
            hasUnresolvedCustomOperators = true
          } else if !missing.contains(code) {
            missing.append(code)
          }
        }
      }
    }
  }

  /// Lets callbacks make their states.
  func makeStates(in tables: [SubgraphTable]) {
    for (place, callbacks) in callbacks.sorted(by: { ($0.key.subgraph, $0.key.index) < ($1.key.subgraph, $1.key.index) }
    ) {
      states[place] = CallbackOperator(callbacks, place.index, of: tables[place.subgraph])
    }
  }

  /// Ends the states.
  func removeStates() {
    for state in states.values { state.end() }
    states = [:]
  }

  private func standard(_ code: OperatorCode) -> OperatorRegistry.Prepare? {
    includesStandard ? OperatorRegistry.standard.prepare(for: code) : nil
  }

  func prepare(for code: OperatorCode, at place: OperatorPlace) -> OperatorRegistry.Prepare? {
    if callbacks[place] != nil { return { [unowned self] context in try prepared(place, context) } }
    if let standard = standard(code) { return standard }
    guard code.builtinCode == .custom else { return nil }
    let name = code.customCode
    return { _ in throw UnresolvedOperator(name: name) }
  }

  private func prepared(_ place: OperatorPlace, _ context: OperatorContext) throws -> any PreparedOperator {
    guard let state = states[place] else { throw UnresolvedOperator(name: context.identity.name) }
    return try state.prepare(context)
  }
}

/// A custom operator that nobody has implemented.
private struct UnresolvedOperator: Error, CustomStringConvertible {
  let name: String

  var description: String {
    "Encountered unresolved custom op: \(name). Add it with TfLiteInterpreterOptionsAddOperator before the interpreter "
      + "is made"
  }
}
