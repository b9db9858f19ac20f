/// An operator of a model, for messages.
public struct OperatorReference: Equatable, Sendable, CustomStringConvertible {
  /// Index of the subgraph.
  public let subgraph: Int

  /// Index of the operator in the subgraph.
  public let index: Int

  /// What it computes, such as `CONV_2D`, or the name of a custom operator.
  public let name: String

  /// A reference to an operator.
  public init(subgraph: Int, index: Int, name: String) {
    self.subgraph = subgraph
    self.index = index
    self.name = name
  }

  /// The operator's index and name; the subgraph too, unless it is the main one.
  public var description: String {
    "operator \(index) (\(name))" + (subgraph == 0 ? "" : " of subgraph \(subgraph)")
  }
}

/// A tensor of a model, for messages.
public struct TensorReference: Equatable, Sendable, CustomStringConvertible {
  /// Index of the subgraph.
  public let subgraph: Int

  /// Index of the tensor in the subgraph.
  public let index: Int

  /// Name of the tensor.
  public let name: String

  /// Type of the elements.
  public let type: TensorType

  /// Size of each dimension.
  public let shape: [Int32]

  /// A reference to a tensor.
  public init(subgraph: Int, index: Int, _ tensor: TensorInfo) {
    self.subgraph = subgraph
    self.index = index
    name = tensor.name
    type = tensor.type
    shape = tensor.shape
  }

  /// The tensor's index, name, type and shape; the subgraph too, unless it is the main one.
  public var description: String {
    "tensor \(index) '\(name)' (\(type.schemaName) \(shape))" + (subgraph == 0 ? "" : " of subgraph \(subgraph)")
  }
}
