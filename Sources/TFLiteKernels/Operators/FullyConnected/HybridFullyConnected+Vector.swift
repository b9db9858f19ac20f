extension HybridProduct {
  /// FULLY_CONNECTED; nil where the weights are not constants, and where plain loops are asked for.
  init?(_ context: OperatorContext, _ layer: FloatLayer, scales: [Float]) {
    let (rows, depth, units) = (layer.rows, layer.depth, layer.units)
    guard rows > 0, let kernels = context.microkernels, let constant = context.constantFilter() else { return nil }
    // Sums start without a bias, to which their scaled values are added.
    let filter = PackedFilter(
      kernels.convolution,
      weights: constant.weights.packed(
        kernels.convolution, isSigned: true, zeroPoint: 0, columns: units, depth: depth, preparesRows: false),
      isSigned: true, channels: 0..<units, bias: [], inputZeroPoint: 0, requantization: nil)
    let bias = constant.biasElements(Float.self)
    self.init(
      convolution: VectorConvolution(rows: rows, depth: depth, columns: units, filter: filter),
      finishing: HybridFinishing(
        kernels.elements, weightSums: constant.sums(channels: units, depth: depth), scales: scales, scalesFirst: true,
        bias: bias.isEmpty ? Array(repeating: 0, count: units) : bias, range: layer.range))
  }
}
