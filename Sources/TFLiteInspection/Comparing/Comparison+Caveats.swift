extension Comparison {
  /// Something that a comparison cannot tell.
  public enum Caveat: Equatable, Sendable {
    /// So many results that follow from constants alone are not compared: the reference leaves no values behind for
    /// them.
    case constantsNotCompared(Int)
    /// The reference computes these outputs of the model differently when nobody looks at its intermediate results, so
    /// that the comparison is not about what it computes in use.
    case exposingChangesReference(outputs: [String])
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
        + outputs.map { "\"\($0)\"" }.joined(separator: ", ")
    }
  }
}
