extension HybridProduct {
  /// More than where nothing surrounds the products: one thread quantizes the activations and finishes small sums, and
  /// what the others compute has to reach its cache.
  private static let productsWorthSharing = 500_000

  /// CONV_2D; nil where the weights are not constants, and where plain loops are asked for.
  init?(
    _ context: OperatorContext, _ shape: Conv2DShape, scales: [Float], isPerChannel: Bool,
    range: ActivationBounds<Float>
  ) {
    // Sums start without a bias, which is added to their scaled values.
    let convolution = VectorConvolution(
      context, shape, isSigned: true, inputZeroPoint: 0, filterZeroPoint: 0, requantization: nil)
    guard let convolution, let kernels = context.microkernels?.elements, let constant = context.constantFilter() else {
      return nil
    }
    let bias = constant.biasElements(Float.self)
    self.init(
      convolution: convolution.shared(withProducts: Self.productsWorthSharing),
      finishing: HybridFinishing(
        kernels, weightSums: constant.sums(channels: shape.outputChannels, depth: shape.filterSize), scales: scales,
        scalesFirst: !isPerChannel, bias: bias.isEmpty ? nil : bias, range: range))
  }
}
