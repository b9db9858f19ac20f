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
    var bias = constant.biasElements(Float.self)
    if bias.isEmpty { bias = Array(repeating: 0, count: units) }
    // What is added to 0 does not become -0.0. While a model runs, subnormal numbers are zeros with a sign, too.
    if layer.range.low == 0 { bias = bias.map { $0.magnitude < .leastNormalMagnitude ? 0 : $0 } }
    self.init(
      convolution: VectorConvolution(rows: rows, depth: depth, columns: units, filter: filter),
      finishing: HybridFinishing(
        kernels.elements, weightSums: constant.sums(channels: units, depth: depth), scales: scales, scalesFirst: true,
        bias: bias, range: layer.range))
  }
}
