extension TensorVerifier {
  /// Checks that quantization parameters have a meaning for the tensor's type and shape.
  func verify(_ quantization: Quantization) throws(ModelError) {
    switch quantization.details {
    case .blockwise(let details):
      try verifyTensors(scales: details.scales, zeroPoints: details.zeroPoints)
      guard details.blockSize > 0 else { throw invalid("a block of \(details.blockSize) elements") }
      try verify(dimension: quantization.quantizedDimension)
    case .multiAxis(let details):
      try verifyTensors(scales: details.scales, zeroPoints: details.zeroPoints)
      guard details.blockSize >= 0 else { throw invalid("a block of \(details.blockSize) elements") }
      for dimension in details.quantizedDimensions { try verify(dimension: dimension) }
    case .custom, nil:
      try verifyScales(of: quantization)
    }
  }

  private func verifyScales(of quantization: Quantization) throws(ModelError) {
    let scales = quantization.scale
    let zeroPoints = quantization.zeroPoint
    // Without scales a tensor is not quantized. Converters leave such remains, often with a minimum and a maximum.
    guard !scales.isEmpty else { return }
    guard zeroPoints.count == scales.count else {
      throw invalid("\(zeroPoints.count) zero points for \(scales.count) scales")
    }
    for (index, scale) in scales.enumerated() {
      guard scale.isFinite, scale > 0 else { throw invalid("scale[\(index)] is \(scale)") }
    }
    if let range = tensor.type.integerRange {
      for (index, zeroPoint) in zeroPoints.enumerated() {
        guard range.contains(zeroPoint) else {
          throw invalid("zero_point[\(index)] is \(zeroPoint), which is no \(tensor.type.schemaName)")
        }
      }
    }
    if scales.count > 1 || !tensor.shape.isEmpty { try verify(dimension: quantization.quantizedDimension) }
    if scales.count > 1 {
      let size = tensor.shape[Int(quantization.quantizedDimension)]
      guard scales.count == Int(size) else {
        throw invalid(
          "\(scales.count) scales for dimension \(quantization.quantizedDimension), which has the size \(size)")
      }
    }
  }

  private func verifyTensors(scales: Int32, zeroPoints: Int32) throws(ModelError) {
    let count = subgraph.tensors.count
    guard scales >= 0, scales < count else {
      throw invalid("scales is \(scales), but the number of tensors is \(count)")
    }
    guard zeroPoints >= -1, zeroPoints < count else {
      throw invalid("zero_points is \(zeroPoints), but the number of tensors is \(count)")
    }
  }

  private func verify(dimension: Int32) throws(ModelError) {
    guard dimension >= 0, dimension < tensor.shape.count else {
      throw invalid("quantized_dimension is \(dimension), but the number of dimensions is \(tensor.shape.count)")
    }
  }

  private func invalid(_ reason: String) -> ModelError { .invalidQuantization(reference, reason: reason) }
}
