import TFLiteSchema

/// READ_VARIABLE: the value of a variable.
///
/// Input: the variable's handle, one RESOURCE. Output: the value, of the type that the file states; its shape only a run
/// can tell unless the file does.
///
/// Source: `tflite/kernels/read_variable.cc`.
enum ReadVariableOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.copy()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 1...1)
    let (handle, output) = (try context.input(0), context.output(0))
    try context.requireHandle(handle)
    let reading = ReadVariable(
      identity: context.identity, handle: handle, output: output, resources: try context.requireResources())
    guard context.phase == .run else {
      // As in the C library, no dimensions may mean a scalar or that nothing is known.
      guard output.rank > 0 else { throw KernelError.valuesUnknown(context.identity, handle.identity) }
      return reading
    }
    guard let number = handle.constant?.withUnsafeBytes({ $0.loadUnaligned(as: Int64.self) }) else {
      throw KernelError.valuesUnknown(context.identity, handle.identity)
    }
    return CapturedResults([try reading.value(of: number)], path: reading.path)
  }
}

private struct ReadVariable: ThrowingOperator {
  let identity: OperatorIdentity
  let handle: TensorDescriptor
  let output: TensorDescriptor
  let resources: ResourceStore

  var outputShapes: [[Int]] { [output.shape] }
  var path: KernelPath { .copy }
  var isPure: Bool { false }

  func run(_ call: OperatorCall) throws {
    let value = try value(of: call.input(0, as: Int64.self).pointee)
    guard value.bytes.count == output.byteCount else {
      throw KernelError.value(
        identity, handle.identity,
        "stands for a variable of shape \(value.shape), expected \(output.shape), the shape of \(output.identity)")
    }
    CapturedResults([value], path: path).run(call)
  }

  /// The value of a variable that must have been assigned, and with elements of the output's type.
  func value(of number: Int64) throws(KernelError) -> TensorValue {
    guard let value = resources.resource(number, as: TensorValue.self) else {
      throw .value(identity, handle.identity, "stands for a variable that has not been assigned")
    }
    guard value.type == output.type else {
      throw .value(
        identity, handle.identity, "stands for a variable of type \(value.type), expected \(output.type)")
    }
    return value
  }
}
