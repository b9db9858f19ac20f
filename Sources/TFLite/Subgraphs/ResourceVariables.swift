import TFLiteKernels
import TFLiteSchema

/// The variables that a model's subgraphs share, from one invocation to the next. A tensor of type RESOURCE holds the
/// number of one.
final class ResourceVariables {
  private struct Name: Hashable {
    let container: String
    let sharedName: String
  }

  private var numbers: [Name: Int64] = [:]
  private var values: [Int64: TensorValue] = [:]
  private let byteLimit: Int

  init(byteLimit: Int) { self.byteLimit = byteLimit }

  /// The number of the variable with a name, which is new where no operator has named it before.
  func number(container: String, sharedName: String) -> Int64 {
    let name = Name(container: container, sharedName: sharedName)
    if let number = numbers[name] { return number }
    let number = Int64(numbers.count)
    numbers[name] = number
    return number
  }

  /// The value of a variable; nil before the first assignment.
  subscript(number: Int64) -> TensorValue? { values[number] }

  /// Gives a variable a value.
  ///
  /// - Returns: false where all variables together would exceed the memory limit.
  func assign(_ value: TensorValue, to number: Int64) -> Bool {
    let others = values.reduce(0) { $1.key == number ? $0 : $0 + $1.value.bytes.count }
    guard others <= byteLimit, value.bytes.count <= byteLimit - others else { return false }
    values[number] = value
    return true
  }
}

extension ControlFlow {
  /// VAR_HANDLE: the number of a variable.
  ///
  /// Source: `tflite/kernels/var_handle.cc`.
  static func prepareVarHandle(
    _ context: OperatorContext, _ phase: PreparationPhase, _ library: SubgraphLibrary
  ) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 0...0)
    let output = context.output(0)
    try context.requireHandle(output)
    let options = try context.options(VarHandleOptions.self)
    return VariableHandle(
      outputShape: output.shape,
      number: library.variables.number(container: options.container, sharedName: options.sharedName))
  }

  /// ASSIGN_VARIABLE: gives a variable a value, of any type and shape.
  ///
  /// Source: `tflite/kernels/assign_variable.cc`.
  static func prepareAssignVariable(
    _ context: OperatorContext, _ phase: PreparationPhase, _ library: SubgraphLibrary
  ) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 2...2, outputs: 0)
    try context.requireHandle(try context.input(0))
    let value = try context.input(1)
    guard value.type.bitWidth != nil else {
      throw KernelError.type(
        context.identity, value.identity, found: value.type, expected: "a type whose elements have a size")
    }
    return VariableAssignment(identity: context.identity, value: value, variables: library.variables)
  }

  /// READ_VARIABLE: the value of a variable, whose shape only a run can tell unless the file does.
  ///
  /// Source: `tflite/kernels/read_variable.cc`.
  static func prepareReadVariable(
    _ context: OperatorContext, _ phase: PreparationPhase, _ library: SubgraphLibrary
  ) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 1...1)
    let (handle, output) = (try context.input(0), context.output(0))
    try context.requireHandle(handle)
    guard phase == .run else {
      // As in the C library, no dimensions may mean a scalar or that nothing is known.
      guard output.rank > 0 else { throw KernelError.valuesUnknown(context.identity, handle.identity) }
      return VariableReading(
        identity: context.identity, handle: handle, output: output, variables: library.variables)
    }
    guard let number = handle.constant?.withUnsafeBytes({ $0.loadUnaligned(as: Int64.self) }) else {
      throw KernelError.valuesUnknown(context.identity, handle.identity)
    }
    return CapturedResults([
      try library.variables.value(of: number, type: output.type, for: context.identity, handle.identity)
    ])
  }
}

extension ResourceVariables {
  /// The value of a variable that must have been assigned, and with elements of the given type.
  fileprivate func value(
    of number: Int64, type: TensorType, for identity: OperatorIdentity, _ handle: TensorIdentity
  ) throws(KernelError) -> TensorValue {
    guard let value = self[number] else {
      throw .value(identity, handle, "stands for a variable that has not been assigned")
    }
    guard value.type == type else {
      throw .value(identity, handle, "stands for a variable of type \(value.type), expected \(type)")
    }
    return value
  }
}

extension OperatorContext {
  fileprivate func requireHandle(_ tensor: TensorDescriptor) throws(KernelError) {
    try require(tensor, type: .resource)
    guard tensor.elementCount == 1 else {
      throw .shape(identity, tensor.identity, found: tensor.shape, expected: "one element, for one variable")
    }
  }
}

private struct VariableHandle: TotalOperator {
  let outputShape: [Int]
  let number: Int64

  var outputShapes: [[Int]] { [outputShape] }
  var readsInputs: Bool { false }

  func run(_ call: OperatorCall) { call.output(0, as: Int64.self).pointee = number }
}

/// The variables belong to the interpreter that runs the operator, on one thread at a time.
private struct VariableAssignment: ThrowingOperator, @unchecked Sendable {
  let identity: OperatorIdentity
  let value: TensorDescriptor
  let variables: ResourceVariables

  var outputShapes: [[Int]] { [] }
  var isPure: Bool { false }

  func run(_ call: OperatorCall) throws {
    let bytes = UnsafeRawBufferPointer(start: call.inputBytes(1), count: value.byteCount)
    let stored = TensorValue(type: value.type, shape: value.shape, bytes: Array(bytes))
    guard variables.assign(stored, to: call.input(0, as: Int64.self).pointee) else {
      throw KernelError.size(
        identity, value.identity, "does not fit into a variable: all of them together exceed the memory limit")
    }
  }
}

/// As ``VariableAssignment``.
private struct VariableReading: ThrowingOperator, @unchecked Sendable {
  let identity: OperatorIdentity
  let handle: TensorDescriptor
  let output: TensorDescriptor
  let variables: ResourceVariables

  var outputShapes: [[Int]] { [output.shape] }
  var isPure: Bool { false }

  func run(_ call: OperatorCall) throws {
    let number = call.input(0, as: Int64.self).pointee
    let value = try variables.value(of: number, type: output.type, for: identity, handle.identity)
    guard value.bytes.count == output.byteCount else {
      throw KernelError.value(
        identity, handle.identity,
        "stands for a variable of shape \(value.shape), expected \(output.shape), the shape of \(output.identity)")
    }
    CapturedResults([value]).run(call)
  }
}
