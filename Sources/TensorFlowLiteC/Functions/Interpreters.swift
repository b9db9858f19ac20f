import CTensorFlowLite
import TFLite

@c @implementation
package func TfLiteInterpreterCreate(_ model: OpaquePointer?, _ optional_options: OpaquePointer?) -> OpaquePointer? {
  makeInterpreter(model, optional_options, includesStandard: true)
}

@c @implementation
package func TfLiteInterpreterCreateWithSelectedOps(_ model: OpaquePointer?, _ options: OpaquePointer?)
  -> OpaquePointer?
{
  makeInterpreter(model, options, includesStandard: false)
}

private func makeInterpreter(
  _ model: OpaquePointer?, _ options: OpaquePointer?, includesStandard: Bool
) -> OpaquePointer? {
  let values = OptionsHandle.at(options)?.values ?? OptionValues()
  guard let model = ModelHandle.at(model)?.model else {
    values.reporter.report("TfLiteInterpreterCreate: model is NULL")
    return nil
  }
  do {
    return try InterpreterHandle(model, values, includesStandard: includesStandard).retainedPointer()
  } catch let failure as Failure {
    values.reporter.report(failure.message)
  } catch {
    values.reporter.report(InterpreterHandle.message(of: error))
  }
  return nil
}

@c @implementation
package func TfLiteInterpreterDelete(_ interpreter: OpaquePointer?) { InterpreterHandle.delete(interpreter) }

// MARK: Inputs and outputs

@c @implementation
package func TfLiteInterpreterGetInputTensorCount(_ interpreter: OpaquePointer?) -> Int32 {
  Int32(InterpreterHandle.at(interpreter)?.main.inputs.count ?? 0)
}

@c @implementation
package func TfLiteInterpreterInputTensorIndices(_ interpreter: OpaquePointer?) -> UnsafePointer<Int32>? {
  UnsafePointer(InterpreterHandle.at(interpreter)?.main.inputs.baseAddress)
}

@c @implementation
package func TfLiteInterpreterGetInputTensor(
  _ interpreter: OpaquePointer?, _ input_index: Int32
) -> UnsafeMutablePointer<TfLiteTensor>? {
  tensor(interpreter, \.inputs, input_index)
}

@c @implementation
package func TfLiteInterpreterGetOutputTensorCount(_ interpreter: OpaquePointer?) -> Int32 {
  Int32(InterpreterHandle.at(interpreter)?.main.outputs.count ?? 0)
}

@c @implementation
package func TfLiteInterpreterOutputTensorIndices(_ interpreter: OpaquePointer?) -> UnsafePointer<Int32>? {
  UnsafePointer(InterpreterHandle.at(interpreter)?.main.outputs.baseAddress)
}

@c @implementation
package func TfLiteInterpreterGetOutputTensor(
  _ interpreter: OpaquePointer?, _ output_index: Int32
) -> UnsafePointer<TfLiteTensor>? {
  UnsafePointer(tensor(interpreter, \.outputs, output_index))
}

@c @implementation
package func TfLiteInterpreterGetTensor(_ interpreter: OpaquePointer?, _ index: Int32) -> UnsafeMutablePointer<
  TfLiteTensor
>? {
  guard let handle = InterpreterHandle.at(interpreter) else {
    refuseNull("interpreter")
    return nil
  }
  guard let tensor = handle.main.tensor(Int(index)) else {
    handle.options.reporter.report("there is no tensor \(index): the subgraph has \(handle.main.tensorCount)")
    return nil
  }
  return tensor
}

@c @implementation
package func TfLiteInterpreterGetInputTensorIndex(_ interpreter: OpaquePointer?, _ input_index: Int32) -> Int32 {
  position(interpreter, \.inputs, input_index) ?? -1
}

@c @implementation
package func TfLiteInterpreterGetOutputTensorIndex(_ interpreter: OpaquePointer?, _ output_index: Int32) -> Int32 {
  position(interpreter, \.outputs, output_index) ?? -1
}

@c @implementation
package func TfLiteInterpreterGetVariableTensorCount(_ interpreter: OpaquePointer?) -> Int32 {
  Int32(InterpreterHandle.at(interpreter)?.main.variables.count ?? 0)
}

@c @implementation
package func TfLiteInterpreterGetVariableTensor(
  _ interpreter: OpaquePointer?, _ variable_index: Int32
) -> UnsafeMutablePointer<TfLiteTensor>? {
  tensor(interpreter, \.variables, variable_index)
}

private typealias Indices = KeyPath<SubgraphTable, UnsafeMutableBufferPointer<Int32>>

/// Which tensor stands at a position among the inputs, outputs or variables.
private func position(_ interpreter: OpaquePointer?, _ indices: Indices, _ position: Int32) -> Int32? {
  guard let handle = InterpreterHandle.at(interpreter) else {
    refuseNull("interpreter")
    return nil
  }
  let known = handle.main[keyPath: indices]
  guard known.indices.contains(Int(position)) else {
    handle.options.reporter.report("the index \(position) is outside of 0 to \(known.count - 1)")
    return nil
  }
  return known[Int(position)]
}

private func tensor(
  _ interpreter: OpaquePointer?, _ indices: Indices, _ position: Int32
) -> UnsafeMutablePointer<TfLiteTensor>? {
  TensorFlowLiteC.position(interpreter, indices, position).flatMap {
    InterpreterHandle.at(interpreter)?.main.tensor(Int($0))
  }
}

// MARK: Running

@c @implementation
package func TfLiteInterpreterResizeInputTensor(
  _ interpreter: OpaquePointer?, _ input_index: Int32, _ input_dims: UnsafePointer<Int32>?, _ input_dims_size: Int32
) -> TfLiteStatus {
  guard let tensor = position(interpreter, \.inputs, input_index), let handle = InterpreterHandle.at(interpreter)
  else { return kTfLiteError }
  guard let shape = shape(input_dims, input_dims_size) else {
    handle.options.reporter.report("input_dims is NULL, or its size \(input_dims_size) is negative")
    return kTfLiteError
  }
  return handle.resize(handle.main, Int(tensor), to: shape)
}

/// The dimensions in an array of C; nil for what is no array.
func shape(_ dims: UnsafePointer<Int32>?, _ count: Int32) -> [Int]? {
  guard count >= 0, dims != nil || count == 0 else { return nil }
  return UnsafeBufferPointer(start: dims, count: Int(count)).map(Int.init)
}

@c @implementation
package func TfLiteInterpreterAllocateTensors(_ interpreter: OpaquePointer?) -> TfLiteStatus {
  guard let handle = InterpreterHandle.at(interpreter) else { return refuseNull("interpreter") }
  return handle.allocate(handle.main)
}

@c @implementation
package func TfLiteInterpreterInvoke(_ interpreter: OpaquePointer?) -> TfLiteStatus {
  guard let handle = InterpreterHandle.at(interpreter) else { return refuseNull("interpreter") }
  return handle.invoke(handle.main)
}

@c @implementation
package func TfLiteInterpreterCancel(_ interpreter: OpaquePointer?) -> TfLiteStatus {
  InterpreterHandle.at(interpreter)?.cancel() ?? refuseNull("interpreter")
}

@c @implementation
package func TfLiteInterpreterResetVariableTensors(_ interpreter: OpaquePointer?) -> TfLiteStatus {
  InterpreterHandle.at(interpreter)?.resetVariables() ?? refuseNull("interpreter")
}

@c @implementation
package func TfLiteInterpreterEnsureTensorDataIsReadable(
  _ interpreter: OpaquePointer?, _ tensor_index: Int32
) -> TfLiteStatus {
  TfLiteInterpreterGetTensor(interpreter, tensor_index) == nil ? kTfLiteError : kTfLiteOk
}

@c @implementation
package func TfLiteInterpreterSetCustomAllocationForTensor(
  _ interpreter: OpaquePointer?, _ tensor_index: Int32, _ allocation: UnsafePointer<TfLiteCustomAllocation>?,
  _ flags: Int64
) -> TfLiteStatus {
  guard let handle = InterpreterHandle.at(interpreter), let allocation = allocation?.pointee else {
    return refuseNull("interpreter or allocation")
  }
  let skipsCheck = flags & Int64(kTfLiteCustomAllocationFlagsSkipAlignCheck.rawValue) != 0
  return handle.setAllocation(
    UnsafeMutableRawBufferPointer(start: allocation.data, count: allocation.data == nil ? 0 : allocation.bytes),
    forTensor: Int(tensor_index), isAligned: !skipsCheck)
}

// MARK: Delegates

@c @implementation
package func TfLiteInterpreterModifyGraphWithDelegate(
  _ interpreter: OpaquePointer?, _ delegate: UnsafeMutablePointer<CTensorFlowLite.TfLiteDelegate>?
) -> TfLiteStatus {
  refuseDelegate()
}

@c @implementation
package func TfLiteInterpreterSetBufferHandle(
  _ interpreter: OpaquePointer?, _ tensor: UnsafeMutablePointer<TfLiteTensor>?, _ buffer_handle: TfLiteBufferHandle,
  _ delegate: UnsafeMutablePointer<CTensorFlowLite.TfLiteDelegate>?
) -> TfLiteStatus {
  refuseDelegate()
  return kTfLiteError
}

@c @implementation
package func TfLiteInterpreterGetBufferHandle(
  _ interpreter: OpaquePointer?, _ tensor_index: Int32, _ buffer_handle: UnsafeMutablePointer<TfLiteBufferHandle>?,
  _ delegate: UnsafeMutablePointer<UnsafeMutablePointer<CTensorFlowLite.TfLiteDelegate>?>?
) -> TfLiteStatus {
  guard TfLiteInterpreterGetTensor(interpreter, tensor_index) != nil else { return kTfLiteError }
  buffer_handle?.pointee = TfLiteBufferHandle(kTfLiteNullBufferHandle)
  delegate?.pointee = nil
  return kTfLiteOk
}

@c @implementation
package func TfLiteSetAllowBufferHandleOutput(_ interpreter: OpaquePointer?, _ allow_buffer_handle_output: Bool) {}
