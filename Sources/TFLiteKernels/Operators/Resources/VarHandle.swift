import TFLiteSchema

/// VAR_HANDLE: the number of the variable with a container and a name.
///
/// No inputs. Output: one RESOURCE.
///
/// Source: `tflite/kernels/var_handle.cc`.
enum VarHandleOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.copy()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 0...0)
    let output = context.output(0)
    try context.requireHandle(output)
    let options = try context.options(VarHandleOptions.self)
    let number = try context.requireResources().number(
      of: TensorValue.self, named: options.container, options.sharedName)
    return VarHandle(outputShape: output.shape, number: number)
  }
}

/// The value of a variable is one kind of state.
extension TensorValue: Resource {
  package var byteCount: Int { bytes.count }
}

private struct VarHandle: TotalOperator {
  let outputShape: [Int]
  let number: Int64

  var outputShapes: [[Int]] { [outputShape] }
  var path: KernelPath { .copy }
  var readsInputs: Bool { false }

  func run(_ call: OperatorCall) { call.output(0, as: Int64.self).pointee = number }
}
