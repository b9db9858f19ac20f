import TFLiteSchema

/// ASSIGN_VARIABLE: gives a variable a value.
///
/// Inputs: the variable's handle, one RESOURCE; the value, of any type whose elements have a size, and of any shape. No
/// outputs.
///
/// Source: `tflite/kernels/assign_variable.cc`.
enum AssignVariableOperator: OperatorDefinition {
  static let activation = 1
  static let kernels: [KernelDeclaration] = [.copy()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 2...2, outputs: 0)
    try context.requireHandle(try context.input(0))
    let value = try context.input(1)
    guard value.type.bitWidth != nil || value.type == .string else {
      throw KernelError.type(
        context.identity, value.identity, found: value.type, expected: "a type whose elements have a size")
    }
    return AssignVariable(identity: context.identity, value: value, resources: try context.requireResources())
  }
}

private struct AssignVariable: ThrowingOperator {
  let identity: OperatorIdentity
  let value: TensorDescriptor
  let resources: ResourceStore

  var outputShapes: [[Int]] { [] }
  var path: KernelPath { .copy }
  var isPure: Bool { false }

  func run(_ call: OperatorCall) throws {
    let number = call.input(0, as: Int64.self).pointee
    guard resources.set(TensorValue(value, at: call.inputBytes(1)), number: number) else {
      throw KernelError.size(
        identity, value.identity, "does not fit into a variable: all of them together exceed the memory limit")
    }
  }
}
