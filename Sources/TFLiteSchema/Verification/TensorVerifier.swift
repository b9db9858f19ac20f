import TFLiteFlatBuffers

/// Checks one tensor: its shape, its data, its quantization.
struct TensorVerifier {
  private let verifier: SubgraphVerifier
  private let index: Int
  let tensor: TensorInfo

  init(_ verifier: SubgraphVerifier, tensor index: Int) {
    self.verifier = verifier
    self.index = index
    tensor = verifier.subgraph.tensors[index]
  }

  var model: Model { verifier.model }
  var subgraph: Subgraph { verifier.subgraph }

  /// The tensor, for messages.
  var reference: TensorReference { verifier.reference(toTensor: index) }

  func verify() throws(ModelError) {
    if tensor.buffer != 0 {
      try Index(tensor.buffer, count: model.buffers.count, of: "buffers")
        .verify("subgraphs[\(verifier.index)].tensors[\(index)].buffer")
    }
    guard tensor.shape.allSatisfy({ $0 >= 0 }) else { throw .negativeDimension(reference) }
    guard let elementCount = tensor.elementCount else { throw .shapeTooLarge(reference) }
    if tensor.type.bitWidth != nil, tensor.byteCount == nil { throw .shapeTooLarge(reference) }
    let signature = tensor.shapeSignature
    guard signature.isEmpty || signature.count == tensor.shape.count, signature.allSatisfy({ $0 >= -1 }) else {
      throw .wrongShapeSignature(reference, signature: signature)
    }
    try verifyNotInOtherFile()
    if let quantization = tensor.quantization { try verify(quantization) }
    let storedCount = try tensor.sparsity.map { sparsity throws(ModelError) in try verify(sparsity) }
    if let data = model.constantData(of: tensor) { try verify(data, elementCount: storedCount ?? elementCount) }
  }

  private func verifyNotInOtherFile() throws(ModelError) {
    guard tensor.externalBuffer != 0 else { return }
    let slice = model.externalBuffers.first { $0.id == tensor.externalBuffer }
    let group = slice.map { Int($0.group) } ?? model.externalBufferGroups.count
    let file = group < model.externalBufferGroups.count ? model.externalBufferGroups[group].name : "?"
    throw .dataInOtherFile(reference, file: file)
  }

  private func verify(_ data: ByteSlice, elementCount: Int) throws(ModelError) {
    guard !tensor.isVariable else { throw .invalidData(reference, reason: "a variable cannot have constant data") }
    if tensor.type == .string {
      guard verifier.strings.counts[tensor.buffer] != elementCount else { return }
      do { _ = try StringBuffer(data, count: elementCount) } catch {
        throw .invalidData(reference, reason: error.description)
      }
      verifier.strings.counts[tensor.buffer] = elementCount
      return
    }
    guard tensor.type.bitWidth != nil else {
      throw .invalidData(reference, reason: "a tensor of this type cannot have constant data")
    }
    guard let expected = tensor.type.byteCount(elementCount: elementCount) else { throw .shapeTooLarge(reference) }
    guard data.count == expected else {
      throw .wrongDataSize(reference, size: data.count, expected: expected)
    }
  }
}
