import CTensorFlowLite
import TFLiteCLibrary

// A `TfLiteOpaqueTensor` is a `TfLiteTensor` whose members its users cannot name.

extension OpaquePointer {
  fileprivate var tensor: UnsafeMutablePointer<TfLiteTensor> { UnsafeMutablePointer(self) }
}

@c @implementation
package func TfLiteOpaqueTensorType(_ opaque_tensor: OpaquePointer?) -> TfLiteType {
  TfLiteTensorType(opaque_tensor?.tensor)
}

@c @implementation
package func TfLiteOpaqueTensorNumDims(_ opaque_tensor: OpaquePointer?) -> Int32 {
  TfLiteTensorNumDims(opaque_tensor?.tensor)
}

@c @implementation
package func TfLiteOpaqueTensorDim(_ opaque_tensor: OpaquePointer?, _ dim_index: Int32) -> Int32 {
  TfLiteTensorDim(opaque_tensor?.tensor, dim_index)
}

@c @implementation
package func TfLiteOpaqueTensorGetNumDimsSignature(
  _ opaque_tensor: OpaquePointer?, _ num_dims: UnsafeMutablePointer<Int32>?
) -> TfLiteStatus {
  guard let tensor = opaque_tensor?.tensor, let num_dims else { return refuseNull("opaque_tensor or num_dims") }
  num_dims.pointee = tensor.pointee.dims_signature?.pointee.size ?? -1
  return kTfLiteOk
}

@c @implementation
package func TfLiteOpaqueTensorGetDimSignature(
  _ opaque_tensor: OpaquePointer?, _ dim_index: Int32, _ dim_length: UnsafeMutablePointer<Int32>?
) -> TfLiteStatus {
  guard let dim_length, let signature = TfLiteTensorGetDimsSignature(opaque_tensor?.tensor) else {
    return refuseNull("opaque_tensor or dim_length")
  }
  let values = signature.values
  guard values.indices.contains(Int(dim_index)) else {
    remember("there is no dimension \(dim_index)")
    return kTfLiteError
  }
  dim_length.pointee = values[Int(dim_index)]
  return kTfLiteOk
}

@c @implementation
package func TfLiteOpaqueTensorIsVariable(_ opaque_tensor: OpaquePointer?) -> Int32 {
  opaque_tensor?.tensor.pointee.is_variable == true ? 1 : 0
}

@c @implementation
package func TfLiteOpaqueTensorByteSize(_ opaque_tensor: OpaquePointer?) -> Int {
  TfLiteTensorByteSize(opaque_tensor?.tensor)
}

@c @implementation
package func TfLiteOpaqueTensorData(_ opaque_tensor: OpaquePointer?) -> UnsafeMutableRawPointer? {
  TfLiteTensorData(opaque_tensor?.tensor)
}

@c @implementation
package func TfLiteOpaqueTensorGetAllocationType(_ opaque_tensor: OpaquePointer?) -> TfLiteAllocationType {
  opaque_tensor?.tensor.pointee.allocation_type ?? kTfLiteMemNone
}

@c @implementation
package func TfLiteOpaqueTensorGetAllocationStrategy(_ t: OpaquePointer?) -> TfLiteAllocationStrategy {
  TfLiteTensorGetAllocationStrategy(t?.tensor)
}

@c @implementation
package func TfLiteOpaqueTensorGetBufferAddressStability(_ t: OpaquePointer?) -> TfLiteRunStability {
  TfLiteTensorGetBufferAddressStability(t?.tensor)
}

@c @implementation
package func TfLiteOpaqueTensorGetDataStability(_ t: OpaquePointer?) -> TfLiteRunStability {
  TfLiteTensorGetDataStability(t?.tensor)
}

@c @implementation
package func TfLiteOpaqueTensorGetDataKnownStep(_ t: OpaquePointer?) -> TfLiteRunStep {
  TfLiteTensorGetDataKnownStep(t?.tensor)
}

@c @implementation
package func TfLiteOpaqueTensorGetShapeKnownStep(_ t: OpaquePointer?) -> TfLiteRunStep {
  TfLiteTensorGetShapeKnownStep(t?.tensor)
}

@c @implementation
package func TfLiteOpaqueTensorName(_ opaque_tensor: OpaquePointer?) -> UnsafePointer<CChar>? {
  TfLiteTensorName(opaque_tensor?.tensor)
}

@c @implementation
package func TfLiteOpaqueTensorGetQuantization(_ opaque_tensor: OpaquePointer?) -> TfLiteQuantization {
  opaque_tensor?.tensor.pointee.quantization ?? TfLiteQuantization()
}

@c @implementation
package func TfLiteOpaqueTensorGetQuantizationParams(_ opaque_tensor: OpaquePointer?) -> TfLiteQuantizationParams {
  TfLiteTensorQuantizationParams(opaque_tensor?.tensor)
}

@c @implementation
package func TfLiteOpaqueTensorCopyFromBuffer(
  _ opaque_tensor: OpaquePointer?, _ input_data: UnsafeRawPointer?, _ input_data_size: Int
) -> TfLiteStatus {
  TfLiteTensorCopyFromBuffer(opaque_tensor?.tensor, input_data, input_data_size)
}

@c @implementation
package func TfLiteOpaqueTensorCopyToBuffer(
  _ opaque_tensor: OpaquePointer?, _ output_data: UnsafeMutableRawPointer?, _ output_data_size: Int
) -> TfLiteStatus {
  TfLiteTensorCopyToBuffer(opaque_tensor?.tensor, output_data, output_data_size)
}

@c @implementation
package func TfLiteOpaqueTensorSetAllocationTypeToDynamic(_ tensor: OpaquePointer?) {
  guard let tensor = tensor?.tensor, tensor.pointee.allocation_type != kTfLiteDynamic else { return }
  // Only an output in an operator's hands, or a tensor that it has added, may change.
  guard !tensor.isOfModel else { return remember("only an operator's outputs can become dynamic") }
  if tensor.pointee.allocation_type == kTfLiteArenaRw { tensor.pointee.data.data = nil }
  tensor.pointee.allocation_type = kTfLiteDynamic
}

@c @implementation
package func TfLiteOpaqueTensorSetNonCpuAllocation(_ tensor: OpaquePointer?) {
  remember("there is no memory but the processor's")
}

// MARK: Builders

/// What a `TfLiteOpaqueTensorBuilder` is.
final class TensorBuilder: Handle {
  var type = kTfLiteNoType
  var data: UnsafeMutableRawPointer?
  var allocationType = kTfLiteMemNone
  var parameters = TfLiteQuantizationParams()
  var quantization = TfLiteQuantization()
}

@c @implementation
package func TfLiteOpaqueTensorBuilderCreate() -> OpaquePointer? { TensorBuilder().retainedPointer() }

@c @implementation
package func TfLiteOpaqueTensorBuilderDelete(_ builder: OpaquePointer?) { TensorBuilder.delete(builder) }

@c @implementation
package func TfLiteOpaqueTensorBuilderSetType(_ builder: OpaquePointer?, _ type: TfLiteType) -> OpaquePointer? {
  TensorBuilder.at(builder)?.type = type
  return builder
}

@c @implementation
package func TfLiteOpaqueTensorBuilderSetData(
  _ builder: OpaquePointer?, _ data: UnsafeMutableRawPointer?
) -> OpaquePointer? {
  TensorBuilder.at(builder)?.data = data
  return builder
}

@c @implementation
package func TfLiteOpaqueTensorBuilderSetAllocationType(
  _ builder: OpaquePointer?, _ allocation_type: TfLiteAllocationType
) -> OpaquePointer? {
  TensorBuilder.at(builder)?.allocationType = allocation_type
  return builder
}

@c @implementation
package func TfLiteOpaqueTensorBuilderSetQuantizationParams(
  _ builder: OpaquePointer?, _ params: TfLiteQuantizationParams
) -> OpaquePointer? {
  TensorBuilder.at(builder)?.parameters = params
  return builder
}

@c @implementation
package func TfLiteOpaqueTensorBuilderSetQuantization(
  _ builder: OpaquePointer?, _ quantization: TfLiteQuantization
) -> OpaquePointer? {
  TensorBuilder.at(builder)?.quantization = quantization
  return builder
}
