import CTensorFlowLite
import TFLiteCLibrary

// Tensors that programs make by themselves, and dynamic outputs of their operators. Those of a model belong to it, which
// `allocation` tells.

@c @implementation
package func TfLiteTensorDataFree(_ t: UnsafeMutablePointer<TfLiteTensor>?) {
  guard let t, !t.isOfModel else { return }
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
  guard let t, !t.isOfModel else { return }
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
  guard let tensor, !tensor.isOfModel else { return }
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
  dst.pointee.delegate = src.pointee.delegate
  dst.pointee.data_is_stale = src.pointee.data_is_stale
  dst.pointee.buffer_handle = src.pointee.buffer_handle
  free(dst.pointee.dims)
  dst.pointee.dims = TfLiteIntArrayCopy(UnsafePointer(src.pointee.dims))
  return kTfLiteOk
}

@c @implementation
package func TfLiteTensorClone(_ src: TfLiteTensor) -> TfLiteTensor {
  var clone = src
  // Only what the tensor owns is copied. Of the rest nobody knows more than the address.
  if let data = src.data.data, [kTfLiteDynamic, kTfLitePersistentRo].contains(src.allocation_type) {
    guard let copy = malloc(max(1, src.bytes)) else {
      remember("the system gives no memory for \(src.bytes) bytes")
      return TfLiteTensor()
    }
    memcpy(copy, data, src.bytes)
    clone.data.data = copy
  }
  clone.dims = TfLiteIntArrayCopy(UnsafePointer(src.dims))
  clone.dims_signature = UnsafePointer(TfLiteIntArrayCopy(src.dims_signature))
  clone.quantization = src.quantization.copied
  clone.sparsity = src.sparsity?.copied
  // It belongs to its owner alone, whatever model the original is part of.
  clone.allocation = nil
  return clone
}

extension TfLiteQuantization {
  /// One with memory of its own, which `TfLiteQuantizationFree` frees.
  fileprivate var copied: TfLiteQuantization {
    guard let params else { return self }
    var copied = TfLiteQuantization(type: type, params: nil)
    switch type {
    case kTfLiteAffineQuantization:
      let affine = params.assumingMemoryBound(to: TfLiteAffineQuantization.self).pointee
      let made = block(of: TfLiteAffineQuantization.self)
      made.pointee = affine
      made.pointee.scale = affine.scale.flatMap { TfLiteFloatArrayCopy(UnsafePointer($0)) }
      made.pointee.zero_point = affine.zero_point.flatMap { TfLiteIntArrayCopy(UnsafePointer($0)) }
      copied.params = UnsafeMutableRawPointer(made)
    case kTfLiteBlockwiseQuantization:
      let made = block(of: TfLiteBlockwiseQuantization.self)
      made.pointee = params.assumingMemoryBound(to: TfLiteBlockwiseQuantization.self).pointee
      copied.params = UnsafeMutableRawPointer(made)
    case kTfLiteMultiAxisQuantization:
      let axes = params.assumingMemoryBound(to: TfLiteMultiAxisQuantization.self).pointee
      let made = block(of: TfLiteMultiAxisQuantization.self)
      made.pointee = axes
      made.pointee.quantized_dimensions = axes.quantized_dimensions.flatMap { TfLiteIntArrayCopy(UnsafePointer($0)) }
      copied.params = UnsafeMutableRawPointer(made)
    default: copied.type = kTfLiteNoQuantization
    }
    return copied
  }
}

extension UnsafeMutablePointer<TfLiteSparsity> {
  /// One with memory of its own, which `TfLiteSparsityFree` frees.
  fileprivate var copied: Self {
    let made = block(of: TfLiteSparsity.self)
    made.pointee.traversal_order = pointee.traversal_order.flatMap { TfLiteIntArrayCopy(UnsafePointer($0)) }
    made.pointee.block_map = pointee.block_map.flatMap { TfLiteIntArrayCopy(UnsafePointer($0)) }
    guard let dimensions = pointee.dim_metadata else { return made }
    let count = Int(max(0, pointee.dim_metadata_size))
    made.pointee.dim_metadata_size = Int32(count)
    made.pointee.dim_metadata = block(of: TfLiteDimensionMetadata.self, count: count)
    for position in 0..<count {
      var dimension = dimensions[position]
      if dimension.format == kTfLiteDimSparseCSR {
        dimension.array_segments = dimension.array_segments.flatMap { TfLiteIntArrayCopy(UnsafePointer($0)) }
        dimension.array_indices = dimension.array_indices.flatMap { TfLiteIntArrayCopy(UnsafePointer($0)) }
      }
      made.pointee.dim_metadata[position] = dimension
    }
    return made
  }
}

@c @implementation
package func TfLiteTensorResizeMaybeCopy(
  _ num_bytes: Int, _ tensor: UnsafeMutablePointer<TfLiteTensor>?, _ preserve_data: Bool
) -> TfLiteStatus {
  guard let tensor else { return refuseNull("tensor") }
  guard [kTfLiteDynamic, kTfLitePersistentRo].contains(tensor.pointee.allocation_type) else { return kTfLiteOk }
  // Strings of a model's inputs are written into memory of the record's own.
  guard !tensor.isOfModel || tensor.holdsStrings else {
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
