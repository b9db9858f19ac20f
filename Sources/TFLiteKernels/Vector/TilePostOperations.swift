import TFLiteMicrokernels

/// What is fused into a convolution of floats on tiles: an ADD that they do before they write results, and whatever follows.
struct TilePostOperations: Sendable {
  private var addition: FloatPostAddition?
  private(set) var others: [any PostOperation] = []

  var isEmpty: Bool { addition == nil && others.isEmpty }

  mutating func append(_ operation: any PostOperation) {
    if isEmpty, let addition = operation as? FloatPostAddition {
      self.addition = addition
    } else {
      others.append(operation)
    }
  }

  /// What tiles add.
  func addend(_ call: OperatorCall) -> Microkernels.Addend? { addition?.addend(call) }
}
