import CTensorFlowLite
import TFLiteCLibrary
import TFLiteFlatBuffers
import TFLiteSchema

/// What the records of models' tensors say that they belong to. It is never read.
nonisolated(unsafe) let ownedByModel = UnsafeRawPointer(block(of: UInt8.self))

extension UnsafeMutablePointer<TfLiteTensor> {
  /// Describes a tensor as the file does.
  ///
  /// - Parameters:
  ///   - constant: its values, where they are in the file; they must live as long as the record.
  func initialize(_ tensor: TensorInfo, constant: ByteSlice?) {
    initialize(to: TfLiteTensor())
    pointee.type = TfLiteType(tensor.type)
    pointee.name = UnsafePointer(strdup(tensor.name))
    pointee.dims = .make(tensor.shape)
    pointee.allocation = ownedByModel
    pointee.buffer_handle = TfLiteBufferHandle(kTfLiteNullBufferHandle)
    pointee.is_variable = tensor.isVariable
    if !tensor.shapeSignature.isEmpty {
      pointee.dims_signature = UnsafePointer(UnsafeMutablePointer<TfLiteIntArray>.make(tensor.shapeSignature))
    }
    describe(tensor.quantization)
    pointee.sparsity = tensor.sparsity.map { .make($0) }
    if let constant {
      pointee.allocation_type = kTfLiteMmapRo
      pointee.data.data = UnsafeMutableRawPointer(mutating: constant.baseAddress)
      pointee.bytes = constant.count
    } else {
      pointee.allocation_type =
        tensor.type.bitWidth == nil ? kTfLiteDynamic : tensor.isVariable ? kTfLiteArenaRwPersistent : kTfLiteArenaRw
      pointee.bytes = tensor.type.byteCount(shape: tensor.shape.map(Int.init)) ?? 0
    }
  }

  /// Frees what the record holds, but for values.
  func release() {
    free(UnsafeMutableRawPointer(mutating: pointee.name))
    free(pointee.dims)
    free(UnsafeMutableRawPointer(mutating: pointee.dims_signature))
    TfLiteQuantizationFree(&pointee.quantization)
    TfLiteSparsityFree(pointee.sparsity)
  }

  /// Whether the values are strings in memory of the record's own.
  var holdsStrings: Bool { pointee.type == kTfLiteString && pointee.allocation_type == kTfLiteDynamic }

  /// Whether the tensor is a model's, so that programs must leave alone what it holds.
  var isOfModel: Bool { pointee.allocation == ownedByModel }

  /// Makes the record one of strings, where a program has made another of it.
  func makeStrings() {
    guard !holdsStrings else { return }
    (pointee.type, pointee.allocation_type) = (kTfLiteString, kTfLiteDynamic)
    (pointee.data.data, pointee.bytes) = (nil, 0)
  }

  /// Replaces strings in memory of the record's own; nil leaves none. Where the system has no memory, none are left either.
  func setStrings(_ bytes: [UInt8]?) {
    free(pointee.data.data)
    pointee.data.data = bytes.flatMap { malloc(max(1, $0.count)) }
    pointee.bytes = pointee.data.data == nil ? 0 : bytes?.count ?? 0
    if let bytes, let data = pointee.data.data { data.copyMemory(from: bytes, byteCount: bytes.count) }
  }

  /// The shape as it is now.
  var shape: [Int] { pointee.dims?.values.map(Int.init) ?? [] }

  /// Changes the shape.
  func set(shape: [Int]) {
    if let dims = pointee.dims, Int(dims.pointee.size) == shape.count {
      for (position, size) in shape.enumerated() { dims.elements[position] = Int32(truncatingIfNeeded: size) }
    } else {
      free(pointee.dims)
      pointee.dims = .make(shape.map { Int32(truncatingIfNeeded: $0) })
    }
  }

  private func describe(_ quantization: Quantization?) {
    guard let quantization else { return }
    if case .blockwise(let blocks) = quantization.details {
      let parameters = block(of: TfLiteBlockwiseQuantization.self)
      parameters.pointee.scale = blocks.scales
      // The file writes 0 for zero points that there are not; the interface -1.
      parameters.pointee.zero_point = blocks.zeroPoints == 0 ? -1 : blocks.zeroPoints
      parameters.pointee.blocksize = blocks.blockSize
      parameters.pointee.quantized_dimension = quantization.quantizedDimension
      pointee.quantization = TfLiteQuantization(type: kTfLiteBlockwiseQuantization, params: parameters)
      return
    }
    guard !quantization.scale.isEmpty else { return }
    let zeroPoints = quantization.scale.indices.map { index in
      let given = quantization.zeroPoint
      return Int32(truncatingIfNeeded: given.indices.contains(index) ? given[index] : given.first ?? 0)
    }
    let parameters = block(of: TfLiteAffineQuantization.self)
    parameters.pointee.scale = .make(quantization.scale)
    parameters.pointee.zero_point = .make(zeroPoints)
    parameters.pointee.quantized_dimension = quantization.quantizedDimension
    pointee.quantization = TfLiteQuantization(type: kTfLiteAffineQuantization, params: parameters)
    if quantization.scale.count == 1 {
      pointee.params = TfLiteQuantizationParams(scale: quantization.scale[0], zero_point: zeroPoints[0])
    }
  }
}

extension UnsafeMutablePointer<TfLiteSparsity> {
  /// Describes a sparse tensor; `TfLiteSparsityFree` frees it.
  fileprivate static func make(_ sparsity: Sparsity) -> UnsafeMutablePointer<TfLiteSparsity> {
    let made = block(of: TfLiteSparsity.self)
    made.pointee.traversal_order = .make(sparsity.traversalOrder)
    made.pointee.block_map = .make(sparsity.blockMap)
    made.pointee.dim_metadata_size = Int32(sparsity.dimMetadata.count)
    made.pointee.dim_metadata = block(of: TfLiteDimensionMetadata.self, count: sparsity.dimMetadata.count)
    for (position, dimension) in sparsity.dimMetadata.enumerated() {
      made.pointee.dim_metadata[position] = TfLiteDimensionMetadata(
        format: dimension.format == .dense ? kTfLiteDimDense : kTfLiteDimSparseCSR, dense_size: dimension.denseSize,
        array_segments: dimension.format == .dense ? nil : .make(dimension.arraySegments?.values ?? []),
        array_indices: dimension.format == .dense ? nil : .make(dimension.arrayIndices?.values ?? []))
    }
    return made
  }
}

/// Zeros in memory that `free` frees.
///
/// - Precondition: the system has memory.
func block<Element>(of type: Element.Type, count: Int = 1) -> UnsafeMutablePointer<Element> {
  guard let block = calloc(max(1, count), MemoryLayout<Element>.stride) else { fatalError("no memory for \(type)") }
  return block.bindMemory(to: type, capacity: count)
}
