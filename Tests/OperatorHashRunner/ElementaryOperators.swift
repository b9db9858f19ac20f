import TFLite

/// Operators whose floats are not compared between processors: they use elementary functions of the C library, which
/// rounds them differently on another processor or in another version.
enum ElementaryOperators {
  static let names: Set<String> = []
}

extension OperatorRun {
  var isElementary: Bool { ElementaryOperators.names.contains(name) && usesFloats }

  var usesFloats: Bool { (inputs + outputs).contains { $0.map { $0.type == .float32 } ?? false } }
}
