extension HybridProduct {
  /// FULLY_CONNECTED; nil where the weights are not constants, and where plain loops are asked for.
  init?(_ context: OperatorContext, _ layer: FloatLayer, scales: [Float]) {
    let (rows, depth, units) = (layer.rows, layer.depth, layer.units)
    guard rows > 0, let kernels = context.microkernels?.convolution, let constant = context.constantFilter() else {
      return nil
    }
    // Sums start without a bias, to which their scaled values are added.
    let filter = PackedFilter(
      kernels,
      weights: constant.weights.packed(kernels, isSigned: true, zeroPoint: 0, columns: units, depth: depth),
      isSigned: true, channels: 0..<units, bias: [], inputZeroPoint: 0, requantization: nil)
    self.init(
      convolution: VectorConvolution(rows: rows, depth: depth, columns: units, filter: filter),
      weightSums: constant.sums(channels: units, depth: depth), scales: scales)
  }
}

extension HybridFullyConnected {
  func run(_ call: OperatorCall, _ product: HybridProduct, rows: QuantizedRows) {
    let bias = call.optionalInput(2, as: Float.self)
    product.run(call, rows: rows) { pixels in
      product.finish(call, rows: rows, pixels: pixels) { sums in
        layer.range.clamp((sums.bias(bias) ?? SIMD8()) + sums.values * (sums.weightScales * sums.scale))
      }
    }
  }
}
