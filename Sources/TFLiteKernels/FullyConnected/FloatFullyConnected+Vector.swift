extension VectorConvolution {
  /// FULLY_CONNECTED in float32; nil where the weights are not constants, and where plain loops are asked for.
  init?(_ context: OperatorContext, rows: Int, depth: Int, units: Int, range: FloatRange) {
    guard rows > 0, let kernels = context.microkernels, let constant = context.constantFloatFilter() else { return nil }
    let filter = PackedFilter(
      kernels, weights: constant.weights.packedFloats(kernels, columns: units, depth: depth), columns: units,
      bias: constant.biasElements(), range: range, numerics: context.numerics)
    self.init(rows: rows, depth: depth, columns: units, filter: filter)
  }
}

extension HybridProduct {
  /// FULLY_CONNECTED; nil where the weights are not constants, and where plain loops are asked for.
  init?(_ context: OperatorContext, rows: Int, depth: Int, units: Int, scales: [Float]) {
    guard rows > 0, let kernels = context.microkernels, let constant = context.constantFilter() else { return nil }
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
        range.clamp((sums.bias(bias) ?? SIMD8()) + sums.values * (sums.weightScales * sums.scale))
      }
    }
  }
}
