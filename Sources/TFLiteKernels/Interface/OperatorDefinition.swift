import TFLiteSchema

/// What one operator code means: which types it takes, which kernels compute them, and how one of these is chosen.
///
/// There is one definition for each code, in a file that has the operator's name: `Conv2D.swift` holds `Conv2DOperator`,
/// the definition of CONV_2D.
package protocol OperatorDefinition: SendableMetatype {
  /// Which input has the type that the kernels are chosen by: mostly the first.
  static var activation: Int { get }

  /// Which input holds weights, whose type may be another; nil where there are none.
  static var weights: Int? { get }

  /// The kernels that ``prepare(_:)`` chooses from. It refuses all other types.
  static var kernels: [KernelDeclaration] { get }

  /// Checks an operator, computes its parameters, and chooses the kernel.
  ///
  /// - Throws: ``KernelError`` when the operator cannot run as the file describes it.
  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator
}

extension OperatorDefinition {
  package static var activation: Int { 0 }
  package static var weights: Int? { nil }
}

/// Kernels of one kind, and the types that they compute.
public struct KernelDeclaration: Equatable, Hashable, Sendable {
  /// The kind of code. Of operators that have vector loops, some run plain loops nevertheless: mostly where operands are
  /// no constants.
  public let path: KernelPath
  /// The types of the activations; none stands for every type whose elements are whole bytes.
  public let types: [TensorType]
  /// The type of the weights, where it is another.
  public let weights: TensorType?

  static func plain(_ types: TensorType..., weights: TensorType? = nil) -> KernelDeclaration {
    KernelDeclaration(path: .plain, types: types, weights: weights)
  }

  static func vector(_ types: TensorType..., weights: TensorType? = nil) -> KernelDeclaration {
    KernelDeclaration(path: .vector, types: types, weights: weights)
  }

  static func copy(_ types: TensorType...) -> KernelDeclaration {
    KernelDeclaration(path: .copy, types: types, weights: nil)
  }

  static func subgraph() -> KernelDeclaration { KernelDeclaration(path: .subgraph, types: [], weights: nil) }
}

extension OperatorContext {
  /// The type that an operator's kernels are chosen by.
  ///
  /// - Throws: ``KernelError/type(_:_:found:expected:)`` where the operator declares no kernel for it.
  func activationType(of definition: any OperatorDefinition.Type) throws(KernelError) -> TensorType {
    try requireActivationType(of: definition)
    return try input(definition.activation).type
  }

  /// Checks that the operator declares a kernel for the type of its activations.
  func requireActivationType(of definition: any OperatorDefinition.Type) throws(KernelError) {
    let types = definition.kernels.flatMap(\.types)
    try require(
      try input(definition.activation),
      types: types.indices.filter { !types[..<$0].contains(types[$0]) }.map { types[$0] })
  }
}
