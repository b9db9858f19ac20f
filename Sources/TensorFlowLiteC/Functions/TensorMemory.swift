import CTensorFlowLite
import TFLiteCLibrary

// Tensors that programs make by themselves, and dynamic outputs of their operators. Those of a model belong to it, which
// `allocation` tells.

@c @implementation
package func TfLiteTensorDataFree(_ t: UnsafeMutablePointer<TfLiteTensor>?) {
  guard let t, t.pointee.allocation == nil else { return }
  if [kTfLiteDynamic, kTfLitePersistentRo].contains(t.pointee.allocation_type) { free(t.pointee.data.data) }
  t.pointee.data.data = nil
}

@c @implementation
package func TfLiteQuantizationFree(_ quantization: UnsafeMutablePointer<TfLiteQuantization>?) {
  guard let quantization else { return }
  if let parameters = quantization.pointee.params {
    if quantization.pointee.type == kTfLiteAffineQuantization {
      let affine = parameters.assumingMemoryBound(to: TfLiteAffineQuantization.self).pointee
      free(affine.scale)
      free(affine.zero_point)
    } else if quantization.pointee.type == kTfLiteMultiAxisQuantization {
      free(parameters.assumingMemoryBound(to: TfLiteMultiAxisQuantization.self).pointee.quantized_dimensions)
    }
    free(parameters)
  }
  quantization.pointee = TfLiteQuantization()
}

@c @implementation
package func TfLiteSparsityFree(_ sparsity: UnsafeMutablePointer<TfLiteSparsity>?) {
  guard let sparsity else { return }
  free(sparsity.pointee.traversal_order)
  free(sparsity.pointee.block_map)
  if let dimensions = sparsity.pointee.dim_metadata {
    for position in 0..<Int(sparsity.pointee.dim_metadata_size)
    where dimensions[position].format == kTfLiteDimSparseCSR {
      free(dimensions[position].array_segments)
      free(dimensions[position].array_indices)
    }
    free(dimensions)
  }
  free(sparsity)
}

@c @implementation
package func TfLiteTensorFree(_ t: UnsafeMutablePointer<TfLiteTensor>?) {
  guard let t, t.pointee.allocation == nil else { return }
  TfLiteTensorDataFree(t)
  free(t.pointee.dims)
  t.pointee.dims = nil
  free(UnsafeMutablePointer(mutating: t.pointee.dims_signature))
  t.pointee.dims_signature = nil
  TfLiteQuantizationFree(&t.pointee.quantization)
  TfLiteSparsityFree(t.pointee.sparsity)
  t.pointee.sparsity = nil
}

@c @implementation
package func TfLiteTensorReset(
  _ type: TfLiteType, _ name: UnsafePointer<CChar>?, _ dims: UnsafeMutablePointer<TfLiteIntArray>?,
  _ quantization: TfLiteQuantizationParams, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int,
  _ allocation_type: TfLiteAllocationType, _ allocation: UnsafeRawPointer?, _ is_variable: Bool,
  _ tensor: UnsafeMutablePointer<TfLiteTensor>?
) {
  guard let tensor, tensor.pointee.allocation == nil else { return }
  TfLiteTensorFree(tensor)
  tensor.pointee.type = type
  tensor.pointee.name = name
  tensor.pointee.dims = dims
  tensor.pointee.params = quantization
  tensor.pointee.data.data = UnsafeMutableRawPointer(buffer)
  tensor.pointee.bytes = size
  tensor.pointee.allocation_type = allocation_type
  tensor.pointee.allocation = allocation
  tensor.pointee.is_variable = is_variable
}

@c @implementation
package func TfLiteTensorCopy(
  _ src: UnsafePointer<TfLiteTensor>?, _ dst: UnsafeMutablePointer<TfLiteTensor>?
) -> TfLiteStatus {
  guard let src, let dst else { return kTfLiteOk }
  guard src.pointee.bytes == dst.pointee.bytes else { return kTfLiteError }
  guard src != UnsafePointer(dst) else { return kTfLiteOk }
  guard dst.pointee.allocation_type != kTfLiteMmapRo, dst.pointee.allocation_type != kTfLiteVariantObject else {
    return kTfLiteError
  }
  if src.pointee.bytes > 0 {
    guard let from = src.pointee.data.data, let to = dst.pointee.data.data else { return kTfLiteError }
    memcpy(to, from, src.pointee.bytes)
  }
  dst.pointee.type = src.pointee.type
  free(dst.pointee.dims)
  dst.pointee.dims = TfLiteIntArrayCopy(UnsafePointer(src.pointee.dims))
  return kTfLiteOk
}

@c @implementation
package func TfLiteTensorResizeMaybeCopy(
  _ num_bytes: Int, _ tensor: UnsafeMutablePointer<TfLiteTensor>?, _ preserve_data: Bool
) -> TfLiteStatus {
  guard let tensor else { return refuseNull("tensor") }
  guard [kTfLiteDynamic, kTfLitePersistentRo].contains(tensor.pointee.allocation_type) else { return kTfLiteOk }
  guard tensor.pointee.allocation == nil else {
    remember("the memory of a tensor of a model changes only in an operator that computes it")
    return kTfLiteError
  }
  if !preserve_data {
    free(tensor.pointee.data.data)
    tensor.pointee.data.data = nil
  }
  guard num_bytes >= 0, let block = realloc(tensor.pointee.data.data, max(16, num_bytes)) else {
    remember("the system gives no memory for \(num_bytes) bytes")
    return kTfLiteError
  }
  tensor.pointee.data.data = block
  tensor.pointee.bytes = num_bytes
  return kTfLiteOk
}

@c @implementation
package func TfLiteTensorRealloc(_ num_bytes: Int, _ tensor: UnsafeMutablePointer<TfLiteTensor>?) -> TfLiteStatus {
  TfLiteTensorResizeMaybeCopy(num_bytes, tensor, true)
}
