import CTensorFlowLite
import TFLiteCLibrary

// A `TfLiteOpaqueNode` is a `TfLiteNode` whose members its users cannot name.

extension OpaquePointer {
  fileprivate var node: UnsafeMutablePointer<TfLiteNode> { UnsafeMutablePointer(self) }
}

@c @implementation
package func TfLiteOpaqueNodeGetInput(
  _ opaque_context: OpaquePointer?, _ opaque_node: OpaquePointer?, _ index: Int32
) -> OpaquePointer? {
  tensor(opaque_context, TfLiteOpaqueNodeGetInputTensorIndex(opaque_node, index))
}

@c @implementation
package func TfLiteOpaqueNodeGetOutput(
  _ opaque_context: OpaquePointer?, _ opaque_node: OpaquePointer?, _ index: Int32
) -> OpaquePointer? {
  tensor(opaque_context, TfLiteOpaqueNodeGetOutputTensorIndex(opaque_node, index))
}

private func tensor(_ context: OpaquePointer?, _ index: Int32) -> OpaquePointer? {
  SubgraphTable.of(context)?.tensor(Int(index)).map { OpaquePointer($0) }
}

@c @implementation
package func TfLiteOpaqueNodeNumberOfInputs(_ opaque_node: OpaquePointer?) -> Int32 {
  opaque_node?.node.pointee.inputs?.pointee.size ?? 0
}

@c @implementation
package func TfLiteOpaqueNodeNumberOfOutputs(_ opaque_node: OpaquePointer?) -> Int32 {
  opaque_node?.node.pointee.outputs?.pointee.size ?? 0
}

@c @implementation
package func TfLiteOpaqueNodeGetUserData(_ opaque_node: OpaquePointer?) -> UnsafeMutableRawPointer? {
  opaque_node?.node.pointee.user_data
}

@c @implementation
package func TfLiteOpaqueNodeGetBuiltinData(_ opaque_node: OpaquePointer?) -> UnsafeMutableRawPointer? {
  opaque_node?.node.pointee.builtin_data
}

@c @implementation
package func TfLiteOpaqueNodeGetCustomInitialData(
  _ opaque_node: OpaquePointer?, _ init_data: UnsafeMutablePointer<UnsafeRawPointer?>?,
  _ size: UnsafeMutablePointer<Int32>?
) -> TfLiteStatus {
  guard let node = opaque_node?.node, let init_data, let size else {
    return refuseNull("opaque_node, init_data or size")
  }
  init_data.pointee = node.pointee.custom_initial_data
  size.pointee = node.pointee.custom_initial_data_size
  return kTfLiteOk
}

@c @implementation
package func TfLiteOpaqueNodeInputs(
  _ opaque_node: OpaquePointer?, _ inputs: UnsafeMutablePointer<UnsafePointer<Int32>?>?,
  _ num_inputs: UnsafeMutablePointer<Int32>?
) -> TfLiteStatus {
  show(opaque_node?.node.pointee.inputs, inputs, num_inputs)
}

@c @implementation
package func TfLiteOpaqueNodeOutputs(
  _ opaque_node: OpaquePointer?, _ outputs: UnsafeMutablePointer<UnsafePointer<Int32>?>?,
  _ num_outputs: UnsafeMutablePointer<Int32>?
) -> TfLiteStatus {
  show(opaque_node?.node.pointee.outputs, outputs, num_outputs)
}

@c @implementation
package func TfLiteOpaqueNodeTemporaries(
  _ opaque_node: OpaquePointer?, _ temporaries: UnsafeMutablePointer<UnsafePointer<Int32>?>?,
  _ num_temporaries: UnsafeMutablePointer<Int32>?
) -> TfLiteStatus {
  show(opaque_node?.node.pointee.temporaries, temporaries, num_temporaries)
}

private func show(
  _ array: UnsafeMutablePointer<TfLiteIntArray>?, _ values: UnsafeMutablePointer<UnsafePointer<Int32>?>?,
  _ count: UnsafeMutablePointer<Int32>?
) -> TfLiteStatus {
  guard let array, let values, let count else { return refuseNull("the node, the array or the count") }
  values.pointee = UnsafePointer(array.elements)
  count.pointee = array.pointee.size
  return kTfLiteOk
}

@c @implementation
package func TfLiteOpaqueNodeSetTemporaries(
  _ opaque_node: OpaquePointer?, _ temporaries: UnsafePointer<Int32>?, _ num_temporaries: Int32
) -> TfLiteStatus {
  guard let node = opaque_node?.node, num_temporaries >= 0, temporaries != nil || num_temporaries == 0 else {
    return refuseNull("opaque_node or temporaries")
  }
  free(node.pointee.temporaries)
  node.pointee.temporaries = .make(UnsafeBufferPointer(start: temporaries, count: Int(num_temporaries)))
  return kTfLiteOk
}

@c @implementation
package func TfLiteOpaqueNodeGetInputTensorIndex(_ opaque_node: OpaquePointer?, _ index_of_input: Int32) -> Int32 {
  element(opaque_node?.node.pointee.inputs, index_of_input)
}

@c @implementation
package func TfLiteOpaqueNodeGetOutputTensorIndex(_ opaque_node: OpaquePointer?, _ index_of_output: Int32) -> Int32 {
  element(opaque_node?.node.pointee.outputs, index_of_output)
}

private func element(_ array: UnsafeMutablePointer<TfLiteIntArray>?, _ index: Int32) -> Int32 {
  guard let array, index >= 0, index < array.pointee.size else { return -1 }
  return array.elements[Int(index)]
}
