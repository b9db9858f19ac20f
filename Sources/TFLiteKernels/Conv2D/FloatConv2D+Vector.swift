extension VectorConvolution {
  /// CONV_2D in float32, each group a convolution of its own; nil where the weights are not constants, and where plain
  /// loops are asked for.
  init?(_ context: OperatorContext, _ shape: Conv2DShape, range: FloatRange) {
    guard shape.hasFewGroups, let kernels = context.microkernels, let constant = context.constantFloatFilter()
    else { return nil }
    let bias = constant.biasElements(Float.self)
    self.init(shape) { channels in
      let weights = constant.weights[
        4 * channels.lowerBound * shape.filterSize..<4 * channels.upperBound * shape.filterSize]
      return PackedFilter(
        kernels, weights: weights.packedFloats(kernels, columns: channels.count, depth: shape.filterSize),
        columns: channels.count, bias: bias.isEmpty ? [] : Array(bias[channels]), range: range,
        numerics: context.numerics)
    }
  }

  /// Convolves floats.
  func run(_ call: OperatorCall, input: UnsafeRawPointer, output: UnsafeMutableRawPointer) {
    run(call, input: input, output: output) { _ in 0 }
  }
}

extension OperatorContext {
  /// A float32 filter that vector loops may take: one of finite numbers, because these multiply padding, which plain
  /// loops skip.
  func constantFloatFilter(activations: Int = 0, filter: Int = 1, bias: Int = 2) -> ConstantFilter? {
    guard let constant = constantFilter(activations: activations, filter: filter, bias: bias) else { return nil }
    let isFinite = constant.weights.withUnsafeBytes { bytes in
      (0..<bytes.count / 4).allSatisfy { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self).isFinite }
    }
    return isFinite ? constant : nil
  }
}
