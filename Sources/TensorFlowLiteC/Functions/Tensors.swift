import CTensorFlowLite
import TFLiteCLibrary

// Hot in small models: nothing is allocated here.

@c @implementation
package func TfLiteTensorType(_ tensor: UnsafePointer<TfLiteTensor>?) -> TfLiteType {
  tensor?.pointee.type ?? kTfLiteNoType
}

@c @implementation
package func TfLiteTensorNumDims(_ tensor: UnsafePointer<TfLiteTensor>?) -> Int32 {
  tensor?.pointee.dims?.pointee.size ?? -1
}

@c @implementation
package func TfLiteTensorDim(_ tensor: UnsafePointer<TfLiteTensor>?, _ dim_index: Int32) -> Int32 {
  guard let dims = tensor?.pointee.dims, dim_index >= 0, dim_index < dims.pointee.size else { return -1 }
  return dims.elements[Int(dim_index)]
}

@c @implementation
package func TfLiteTensorByteSize(_ tensor: UnsafePointer<TfLiteTensor>?) -> Int { tensor?.pointee.bytes ?? 0 }

@c @implementation
package func TfLiteTensorData(_ tensor: UnsafePointer<TfLiteTensor>?) -> UnsafeMutableRawPointer? {
  tensor?.pointee.data.data
}

@c @implementation
package func TfLiteTensorName(_ tensor: UnsafePointer<TfLiteTensor>?) -> UnsafePointer<CChar>? { tensor?.pointee.name }

@c @implementation
package func TfLiteTensorQuantizationParams(_ tensor: UnsafePointer<TfLiteTensor>?) -> TfLiteQuantizationParams {
  tensor?.pointee.params ?? TfLiteQuantizationParams()
}

@c @implementation
package func TfLiteTensorCopyFromBuffer(
  _ tensor: UnsafeMutablePointer<TfLiteTensor>?, _ input_data: UnsafeRawPointer?, _ input_data_size: Int
) -> TfLiteStatus {
  guard let tensor, isReady(UnsafePointer(tensor), input_data, input_data_size) else {
    return refuseCopy(tensor, input_data_size)
  }
  guard tensor.pointee.allocation_type != kTfLiteMmapRo else {
    remember("a constant cannot be changed")
    return kTfLiteError
  }
  if let input_data, let data = tensor.pointee.data.data { memcpy(data, input_data, input_data_size) }
  return kTfLiteOk
}

@c @implementation
package func TfLiteTensorCopyToBuffer(
  _ output_tensor: UnsafePointer<TfLiteTensor>?, _ output_data: UnsafeMutableRawPointer?, _ output_data_size: Int
) -> TfLiteStatus {
  guard let output_tensor, isReady(output_tensor, output_data, output_data_size) else {
    return refuseCopy(output_tensor, output_data_size)
  }
  if let output_data, let data = output_tensor.pointee.data.data { memcpy(output_data, data, output_data_size) }
  return kTfLiteOk
}

/// Whether bytes may be copied; a tensor without bytes needs no memory.
@inline(__always)
private func isReady(_ tensor: UnsafePointer<TfLiteTensor>, _ buffer: UnsafeRawPointer?, _ count: Int) -> Bool {
  tensor.pointee.bytes == count && (count == 0 || tensor.pointee.data.data != nil && buffer != nil)
}

private func refuseCopy(_ tensor: UnsafePointer<TfLiteTensor>?, _ count: Int) -> TfLiteStatus {
  guard let tensor = tensor?.pointee else { return refuseNull("tensor") }
  if tensor.bytes != count {
    remember("the buffer has \(count) bytes, and the tensor \(tensor.bytes)")
  } else {
    remember(tensor.data.data == nil ? "the tensor has no memory: tensors are not allocated" : "the buffer is NULL")
  }
  return kTfLiteError
}

// MARK: What is known of a tensor

@c @implementation
package func TfLiteTensorGetDimsSignature(_ t: UnsafePointer<TfLiteTensor>?) -> UnsafePointer<TfLiteIntArray>? {
  guard let tensor = t?.pointee else { return nil }
  if let signature = tensor.dims_signature, signature.pointee.size != 0 { return signature }
  return UnsafePointer(tensor.dims)
}

@c @implementation
package func TfLiteTensorGetAllocationStrategy(_ t: UnsafePointer<TfLiteTensor>?) -> TfLiteAllocationStrategy {
  switch t?.pointee.allocation_type {
  case kTfLiteMemNone: kTfLiteAllocationStrategyNone
  case kTfLiteMmapRo: kTfLiteAllocationStrategyMMap
  case kTfLiteArenaRw, kTfLiteArenaRwPersistent: kTfLiteAllocationStrategyArena
  case kTfLiteDynamic, kTfLitePersistentRo: kTfLiteAllocationStrategyMalloc
  case kTfLiteVariantObject: kTfLiteAllocationStrategyNew
  default: kTfLiteAllocationStrategyUnknown
  }
}

@c @implementation
package func TfLiteTensorGetBufferAddressStability(_ t: UnsafePointer<TfLiteTensor>?) -> TfLiteRunStability {
  switch t?.pointee.allocation_type {
  case kTfLiteMemNone, kTfLiteMmapRo, kTfLiteVariantObject: kTfLiteRunStabilityAcrossRuns
  case kTfLiteArenaRw, kTfLiteArenaRwPersistent: kTfLiteRunStabilityUnstable
  case kTfLiteDynamic, kTfLitePersistentRo: kTfLiteRunStabilitySingleRun
  default: kTfLiteRunStabilityUnknown
  }
}

@c @implementation
package func TfLiteTensorGetDataStability(_ t: UnsafePointer<TfLiteTensor>?) -> TfLiteRunStability {
  switch t?.pointee.allocation_type {
  case kTfLiteMemNone, kTfLiteMmapRo, kTfLiteArenaRwPersistent: kTfLiteRunStabilityAcrossRuns
  case kTfLiteArenaRw, kTfLiteDynamic, kTfLitePersistentRo, kTfLiteVariantObject: kTfLiteRunStabilitySingleRun
  default: kTfLiteRunStabilityUnknown
  }
}

@c @implementation
package func TfLiteTensorGetDataKnownStep(_ t: UnsafePointer<TfLiteTensor>?) -> TfLiteRunStep {
  switch t?.pointee.allocation_type {
  case kTfLiteMemNone, kTfLiteMmapRo: kTfLiteRunStepInit
  case kTfLiteArenaRw, kTfLiteArenaRwPersistent, kTfLiteDynamic, kTfLiteVariantObject: kTfLiteRunStepEval
  case kTfLitePersistentRo: kTfLiteRunStepPrepare
  default: kTfLiteRunStepUnknown
  }
}

@c @implementation
package func TfLiteTensorGetShapeKnownStep(_ t: UnsafePointer<TfLiteTensor>?) -> TfLiteRunStep {
  switch t?.pointee.allocation_type {
  case kTfLiteMemNone, kTfLiteMmapRo: kTfLiteRunStepInit
  case kTfLiteArenaRw, kTfLiteArenaRwPersistent, kTfLitePersistentRo: kTfLiteRunStepPrepare
  case kTfLiteDynamic, kTfLiteVariantObject: kTfLiteRunStepEval
  default: kTfLiteRunStepUnknown
  }
}
