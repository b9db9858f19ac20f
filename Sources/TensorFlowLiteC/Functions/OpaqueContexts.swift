import CTensorFlowLite
import TFLiteCLibrary
import TFLiteSchema

// A `TfLiteOpaqueContext` is a `TfLiteContext` whose members its users cannot name.

extension OpaquePointer {
  fileprivate var context: UnsafeMutablePointer<TfLiteContext> { UnsafeMutablePointer(self) }
}

@c @implementation
package func TfLiteOpaqueContextGetExecutionPlan(
  _ opaque_context: OpaquePointer?,
  _ execution_plan: UnsafeMutablePointer<UnsafeMutablePointer<TfLiteIntArray>?>?
) -> TfLiteStatus {
  guard let context = opaque_context?.context else { return refuseNull("opaque_context") }
  return context.pointee.GetExecutionPlan(context, execution_plan)
}

@c @implementation
package func TfLiteOpaqueContextGetExternalContext(
  _ opaque_context: OpaquePointer?, _ external_context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  _ type: TfLiteExternalContextType
) -> TfLiteStatus {
  guard opaque_context != nil, let external_context else { return refuseNull("opaque_context or external_context") }
  external_context.pointee = nil
  return kTfLiteOk
}

@c @implementation
package func TfLiteOpaqueContextGetNodeAndRegistration(
  _ opaque_context: OpaquePointer?, _ node_index: Int32, _ node: UnsafeMutablePointer<OpaquePointer?>?,
  _ registration_external: UnsafeMutablePointer<OpaquePointer?>?
) -> TfLiteStatus {
  guard let table = SubgraphTable.of(opaque_context), table.nodes.indices.contains(Int(node_index)) else {
    remember("there is no node \(node_index)")
    return kTfLiteError
  }
  node?.pointee = OpaquePointer(table.nodes.baseAddress! + Int(node_index))
  let handle = table.operatorHandle(Int(node_index))
  registration_external?.pointee = OpaquePointer(Unmanaged.passUnretained(handle).toOpaque())
  return kTfLiteOk
}

@c @implementation
package func TfLiteOpaqueContextReplaceNodeSubsetsWithDelegateKernels(
  _ opaque_context: OpaquePointer?, _ registration_external: OpaquePointer?,
  _ nodes_to_replace: UnsafePointer<TfLiteIntArray>?, _ opaque_delegate: UnsafeMutablePointer<TfLiteDelegate>?
) -> TfLiteStatus {
  refuseDelegate()
}

@c @implementation
package func TfLiteOpaqueContextGetOpaqueTensor(_ opaque_context: OpaquePointer?, _ index: Int32) -> OpaquePointer? {
  SubgraphTable.of(opaque_context)?.tensor(Int(index)).map { OpaquePointer($0) }
}

@c @implementation
package func TfLiteOpaqueContextGetInputs(
  _ opaque_context: OpaquePointer?, _ inputs: UnsafeMutablePointer<UnsafePointer<Int32>?>?,
  _ num_inputs: UnsafeMutablePointer<Int32>?
) -> TfLiteStatus {
  show(SubgraphTable.of(opaque_context)?.inputs, inputs, num_inputs)
}

@c @implementation
package func TfLiteOpaqueContextGetOutputs(
  _ opaque_context: OpaquePointer?, _ outputs: UnsafeMutablePointer<UnsafePointer<Int32>?>?,
  _ num_outputs: UnsafeMutablePointer<Int32>?
) -> TfLiteStatus {
  show(SubgraphTable.of(opaque_context)?.outputs, outputs, num_outputs)
}

@c @implementation
package func TfLiteOpaqueContextGetVariables(
  _ opaque_context: OpaquePointer?, _ variables: UnsafeMutablePointer<UnsafePointer<Int32>?>?,
  _ num_variables: UnsafeMutablePointer<Int32>?
) -> TfLiteStatus {
  show(SubgraphTable.of(opaque_context)?.variables, variables, num_variables)
}

private func show(
  _ indices: UnsafeMutableBufferPointer<Int32>?, _ values: UnsafeMutablePointer<UnsafePointer<Int32>?>?,
  _ count: UnsafeMutablePointer<Int32>?
) -> TfLiteStatus {
  guard let indices, let values, let count else { return refuseNull("opaque_context, the array or the count") }
  values.pointee = UnsafePointer(indices.baseAddress)
  count.pointee = Int32(indices.count)
  return kTfLiteOk
}

@c @implementation
package func TfLiteOpaqueContextGetNumNodes(_ opaque_context: OpaquePointer?) -> Int {
  SubgraphTable.of(opaque_context)?.nodes.count ?? 0
}

@c @implementation
package func TfLiteOpaqueContextGetNumTensors(_ opaque_context: OpaquePointer?) -> Int {
  opaque_context?.context.pointee.tensors_size ?? 0
}

@c @implementation
package func TfLiteOpaqueContextGetName(_ opaque_context: OpaquePointer?) -> UnsafePointer<CChar>? {
  SubgraphTable.of(opaque_context)?.name
}

@c @implementation
package func TfLiteOpaqueContextResizeTensor(
  _ context: OpaquePointer?, _ tensor: OpaquePointer?, _ new_size: UnsafeMutablePointer<TfLiteIntArray>?
) -> TfLiteStatus {
  guard let table = SubgraphTable.of(context) else {
    free(new_size)
    return refuseNull("context")
  }
  return table.resize(tensor.map { UnsafeMutablePointer($0) }, takingOver: new_size)
}

@c @implementation
package func TfLiteOpaqueContextAcquireSubgraphContext(
  _ opaque_context: OpaquePointer?, _ subgraph_index: Int32,
  _ acquired_opaque_context: UnsafeMutablePointer<OpaquePointer?>?
) -> TfLiteStatus {
  guard let table = SubgraphTable.of(opaque_context)?.interpreter.table(Int(subgraph_index)) else {
    remember("there is no subgraph \(subgraph_index)")
    return kTfLiteError
  }
  acquired_opaque_context?.pointee = OpaquePointer(table.context)
  return kTfLiteOk
}

@c @implementation
package func TfLiteOpaqueContextReleaseSubgraphContext(
  _ opaque_context: OpaquePointer?, _ subgraph_index: Int32
) -> TfLiteStatus {
  SubgraphTable.of(opaque_context)?.interpreter.table(Int(subgraph_index)) == nil ? kTfLiteError : kTfLiteOk
}

@c @implementation
package func TfLiteOpaqueContextMarkSubgraphAsDelegationSkippable(
  _ opaque_context: OpaquePointer?, _ subgraph_index: Int32
) -> TfLiteStatus {
  refuseDelegate()
  return kTfLiteError
}

@c @implementation
package func TfLiteOpaqueContextGetNodeInitDataMmapInfo(
  _ context: OpaquePointer?, _ node: OpaquePointer?, _ fd: UnsafeMutablePointer<Int32>?,
  _ custom_initial_data_offset_in_file: UnsafeMutablePointer<Int64>?,
  _ custom_initial_data_size: UnsafeMutablePointer<Int64>?
) -> TfLiteStatus {
  remember("no file descriptor is kept: TfLiteOpaqueNodeGetCustomInitialData has the data")
  return kTfLiteError
}

@c @implementation
package func TfLiteOpaqueContextAddTensor(
  _ context: OpaquePointer?, _ builder: OpaquePointer?, _ new_tensor_index: UnsafeMutablePointer<Int32>?
) -> TfLiteStatus {
  guard let table = SubgraphTable.of(context), let builder = TensorBuilder.at(builder) else {
    return refuseNull("context or builder")
  }
  let reporter = table.interpreter.options.reporter
  let isDynamic = builder.allocationType == kTfLiteDynamic
  guard isDynamic || [kTfLiteArenaRw, kTfLiteArenaRwPersistent].contains(builder.allocationType) else {
    reporter.report("a tensor cannot be added with the allocation type \(builder.allocationType.rawValue)")
    return kTfLiteError
  }
  guard isDynamic == (builder.data != nil) else {
    reporter.report(isDynamic ? "a dynamic tensor must bring its data" : "only a dynamic tensor may bring its data")
    return kTfLiteError
  }
  guard let index = table.addTensors(1), let tensor = table.tensor(index) else {
    reporter.report("there is no room for another tensor")
    return kTfLiteError
  }
  tensor.pointee.type = builder.type
  tensor.pointee.data.data = builder.data
  tensor.pointee.allocation_type = builder.allocationType
  tensor.pointee.params = builder.parameters
  tensor.pointee.quantization = builder.quantization
  new_tensor_index?.pointee = Int32(index)
  return kTfLiteOk
}

@c @implementation
package func TfLiteOpaqueContextGetSizeOfType(
  _ context: OpaquePointer?, _ type: TfLiteType, _ bytes: UnsafeMutablePointer<Int>?
) -> TfLiteStatus {
  guard let bytes else { return refuseNull("bytes") }
  guard let bits = type.schemaType?.bitWidth, bits >= 8 else {
    remember("elements of type \(type.rawValue) are not whole bytes")
    return kTfLiteError
  }
  bytes.pointee = bits / 8
  return kTfLiteOk
}

@c @implementation
package func TfLiteOpaqueContextGetMetadata(
  _ context: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ ptr: UnsafeMutablePointer<UnsafePointer<CChar>?>?,
  _ bytes: UnsafeMutablePointer<Int>?
) -> TfLiteStatus {
  guard let table = SubgraphTable.of(context), let name else { return refuseNull("context or name") }
  return table.interpreter.metadata(named: String(cString: name), ptr, bytes)
}
