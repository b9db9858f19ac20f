import TFLiteKernels
import TFLiteSchema

/// Where an operator stands in a model.
package struct OperatorPlace: Hashable, Sendable {
  /// The subgraph.
  package let subgraph: Int
  /// The position in the subgraph's order of execution.
  package let index: Int

  package init(subgraph: Int, index: Int) {
    self.subgraph = subgraph
    self.index = index
  }
}

/// Says what each operator of a model means, one by one, in place of an `OperatorRegistry`: for operators that keep
/// something for every place in the model.
package protocol OperatorSource: AnyObject {
  /// What checks an operator and computes its parameters; nil where nobody has implemented it.
  func prepare(for code: OperatorCode, at place: OperatorPlace) -> OperatorRegistry.Prepare?
}
