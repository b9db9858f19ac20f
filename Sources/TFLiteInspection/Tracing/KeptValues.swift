import TFLite

/// How many bytes of what operators compute are kept, of as many as the interpreter itself may take. Its memory serves one
/// operator after the other; what is kept of each adds up.
struct KeptValues {
  private let limit: Int
  private var byteCount = 0

  init(_ options: Interpreter.Options?) {
    limit = (options ?? Interpreter.Options()).effectiveMemoryLimit
  }

  /// Counts what an operator has computed, before it is copied.
  ///
  /// - Throws: ``InspectionError/tooMuchKept(operator:byteCount:limit:)``.
  mutating func spend(on run: OperatorRun) throws(InspectionError) {
    byteCount += run.outputs.reduce(0) { $0 + $1.withUnsafeBytes(\.count) }
    guard byteCount <= limit else {
      throw .tooMuchKept(operator: "operator \(run.index) (\(run.name))", byteCount: byteCount, limit: limit)
    }
  }
}
