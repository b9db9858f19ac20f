import CTensorFlowLite
import TFLite
import TFLiteSchema

/// What a `TfLiteInterpreterOptions` is.
final class OptionsHandle: Handle {
  var values = OptionValues()
}

/// Options of one interpreter.
struct OptionValues {
  var engine = Interpreter.Options()
  var reporter = ErrorReporter.standardError
  var hasDelegates = false
  var isCancellable = false
  /// Operators that programs have added; later ones win.
  var added: [AddedOperator] = []
  /// Asked instead of everything else.
  var resolver: ((OperatorCode) -> OperatorCallbacks?)?

  /// What a program says of an operator; nil where it says nothing.
  func callbacks(for code: OperatorCode) -> OperatorCallbacks? {
    if let resolver { return resolver(code) }
    return added.last { $0.means(code) }?.callbacks
  }
}

/// An operator that a program has added to options.
struct AddedOperator {
  /// -1 for a custom operator.
  let builtinCode: Int32
  let customName: String
  let versions: ClosedRange<Int32>
  let callbacks: OperatorCallbacks

  func means(_ code: OperatorCode) -> Bool {
    guard versions.contains(code.version) else { return false }
    return code.builtinCode == .custom
      ? builtinCode < 0 && customName == code.customCode : builtinCode == code.builtinCode.rawValue
  }
}
