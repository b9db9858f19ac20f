extension Comparison {
  /// Something that a comparison cannot tell.
  public enum Caveat: Equatable, Sendable {
    /// So many results that follow from constants alone are not compared: the reference leaves no values behind for
    /// them.
    case constantsNotCompared(Int)
    /// The reference computes these outputs of the model differently when nobody looks at its intermediate results, so
    /// that the comparison is not about what it computes in use.
    case exposingChangesReference(outputs: [String])
    /// So many results that decide shapes were given to the reference as they were here: it has to know shapes before it
    /// runs.
    case shapesFixed(tensorCount: Int)
    /// The reference does not hand out these results, which are not compared.
    case notHandedOut([String])
    /// Another reference has judged; the reasons say why not the one that was asked for.
    case judgedByAnother(String, reasons: [String])
  }
}

extension Comparison.Caveat: CustomStringConvertible {
  /// One line for a person.
  public var description: String {
    switch self {
    case .constantsNotCompared(let count):
      "\(count) results that follow from constants alone are not compared: the reference keeps none of them"
    case .exposingChangesReference(let outputs):
      "the reference computes other values when its intermediate results are not exposed, for "
        + Self.list(outputs)
    case .shapesFixed(let count):
      "the reference has to know shapes before it runs: it was given \(count) computed "
        + "\(count == 1 ? "value that decides" : "values that decide") some as here; what computes them is compared"
    case .notHandedOut(let names):
      "\(names.count) results are not compared, since the reference does not hand them out: \(Self.list(names))"
    case .judgedByAnother(let name, let reasons):
      "judged by \(name), since " + reasons.joined(separator: "; ")
    }
  }

  private static func list(_ names: [String]) -> String {
    names.prefix(5).map { "\"\($0)\"" }.joined(separator: ", ") + (names.count > 5 ? ", …" : "")
  }
}
