extension HybridProduct {
  /// CONV_2D; nil where the weights are not constants, and where plain loops are asked for.
  init?(_ context: OperatorContext, _ shape: Conv2DShape, scales: [Float]) {
    // Sums start without a bias, which is added to their scaled values.
    let convolution = VectorConvolution(
      context, shape, isSigned: true, inputZeroPoint: 0, filterZeroPoint: 0, requantization: nil)
    guard let convolution, let constant = context.constantFilter() else { return nil }
    self.init(
      convolution: convolution, weightSums: constant.sums(channels: shape.outputChannels, depth: shape.filterSize),
      scales: scales)
  }
}

extension HybridConv2D {
  func run(_ call: OperatorCall, _ product: HybridProduct, images: QuantizedRows) {
    let bias = call.optionalInput(2, as: Float.self)
    product.run(call, rows: images) { pixels in
      product.finish(call, rows: images, pixels: pixels) { sums in
        let scaled =
          isPerChannel
          ? sums.values * sums.weightScales * sums.scale : sums.values * (sums.weightScales * sums.scale)
        return range.clamp(sums.bias(bias).map { scaled + $0 } ?? scaled)
      }
    }
  }
}
