import CTensorFlowLite
import TFLiteCLibrary

@c @implementation
package func TfLiteInterpreterGetSignatureCount(_ interpreter: OpaquePointer?) -> Int32 {
  Int32(InterpreterHandle.at(interpreter)?.signatures.count ?? 0)
}

@c @implementation
package func TfLiteInterpreterGetSignatureKey(
  _ interpreter: OpaquePointer?, _ signature_index: Int32
) -> UnsafePointer<CChar>? {
  guard let handle = InterpreterHandle.at(interpreter), handle.signatures.indices.contains(Int(signature_index))
  else { return nil }
  return handle.signatures[Int(signature_index)].key
}

@c @implementation
package func TfLiteInterpreterGetSignatureRunner(
  _ interpreter: OpaquePointer?, _ signature_key: UnsafePointer<CChar>?
) -> OpaquePointer? {
  guard let handle = InterpreterHandle.at(interpreter) else {
    refuseNull("interpreter")
    return nil
  }
  let names =
    if let signature_key {
      handle.signatures.first { strcmp($0.key, signature_key) == 0 }
    } else {
      handle.signatures.first ?? SignatureNames(handle.engine.model.subgraphs[0])
    }
  guard let names else {
    handle.options.reporter.report("there is no signature with the key \(String(cString: signature_key!))")
    return nil
  }
  let runner = SignatureHandle(handle, names)
  guard handle.reporting({ _ = try runner.table.openSession() }) == kTfLiteOk else { return nil }
  return runner.retainedPointer()
}

@c @implementation
package func TfLiteSignatureRunnerDelete(_ signature_runner: OpaquePointer?) {
  SignatureHandle.delete(signature_runner)
}

@c @implementation
package func TfLiteSignatureRunnerGetInputCount(_ signature_runner: OpaquePointer?) -> Int {
  SignatureHandle.at(signature_runner)?.names.inputs.count ?? 0
}

@c @implementation
package func TfLiteSignatureRunnerGetInputName(
  _ signature_runner: OpaquePointer?, _ input_index: Int32
) -> UnsafePointer<CChar>? {
  name(SignatureHandle.at(signature_runner)?.names.inputs, input_index)
}

@c @implementation
package func TfLiteSignatureRunnerGetOutputCount(_ signature_runner: OpaquePointer?) -> Int {
  SignatureHandle.at(signature_runner)?.names.outputs.count ?? 0
}

@c @implementation
package func TfLiteSignatureRunnerGetOutputName(
  _ signature_runner: OpaquePointer?, _ output_index: Int32
) -> UnsafePointer<CChar>? {
  name(SignatureHandle.at(signature_runner)?.names.outputs, output_index)
}

private func name(_ entries: [SignatureNames.Entry]?, _ index: Int32) -> UnsafePointer<CChar>? {
  guard let entries, entries.indices.contains(Int(index)) else { return nil }
  return entries[Int(index)].name
}

@c @implementation
package func TfLiteSignatureRunnerResizeInputTensor(
  _ signature_runner: OpaquePointer?, _ input_name: UnsafePointer<CChar>?, _ input_dims: UnsafePointer<Int32>?,
  _ input_dims_size: Int32
) -> TfLiteStatus {
  guard let runner = SignatureHandle.at(signature_runner), let input_name else {
    return refuseNull("signature_runner or input_name")
  }
  guard let tensor = runner.input(named: input_name), let shape = shape(input_dims, input_dims_size) else {
    runner.interpreter.options.reporter.report(
      "the signature has no input \(String(cString: input_name)), or input_dims is no shape")
    return kTfLiteError
  }
  return runner.interpreter.resizeStrictly(runner.table, tensor, to: shape)
}

@c @implementation
package func TfLiteSignatureRunnerAllocateTensors(_ signature_runner: OpaquePointer?) -> TfLiteStatus {
  guard let runner = SignatureHandle.at(signature_runner) else { return refuseNull("signature_runner") }
  return runner.interpreter.allocate(runner.table)
}

@c @implementation
package func TfLiteSignatureRunnerInvoke(_ signature_runner: OpaquePointer?) -> TfLiteStatus {
  guard let runner = SignatureHandle.at(signature_runner) else { return refuseNull("signature_runner") }
  return runner.interpreter.invoke(runner.table)
}

@c @implementation
package func TfLiteSignatureRunnerCancel(_ signature_runner: OpaquePointer?) -> TfLiteStatus {
  SignatureHandle.at(signature_runner)?.interpreter.cancel() ?? refuseNull("signature_runner")
}

@c @implementation
package func TfLiteSignatureRunnerGetInputTensor(
  _ signature_runner: OpaquePointer?, _ input_name: UnsafePointer<CChar>?
) -> UnsafeMutablePointer<TfLiteTensor>? {
  tensor(signature_runner, input_name) { $0.input(named: $1) }
}

@c @implementation
package func TfLiteSignatureRunnerGetOutputTensor(
  _ signature_runner: OpaquePointer?, _ output_name: UnsafePointer<CChar>?
) -> UnsafePointer<TfLiteTensor>? {
  UnsafePointer(tensor(signature_runner, output_name) { $0.output(named: $1) })
}

private func tensor(
  _ signature_runner: OpaquePointer?, _ name: UnsafePointer<CChar>?,
  _ find: (SignatureHandle, UnsafePointer<CChar>) -> Int?
) -> UnsafeMutablePointer<TfLiteTensor>? {
  guard let runner = SignatureHandle.at(signature_runner), let name else {
    refuseNull("signature_runner or name")
    return nil
  }
  guard let tensor = find(runner, name) else {
    runner.interpreter.options.reporter.report("the signature has no tensor with the name \(String(cString: name))")
    return nil
  }
  return runner.table.tensor(tensor)
}
