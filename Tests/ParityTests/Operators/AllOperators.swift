extension ParityRow {
  /// Every operator and type whose parity with the C library is proven by generated models.
  ///
  /// A new operator is one file beside this one, and its rows here.
  static let all: [ParityRow] =
    conv2D + depthwiseConv2D + fullyConnected + add + reshape + concatenation + logistic + softmax + averagePool2D
    + maxPool2D + quantize + dequantize + pad + detectionPostprocess
    + floatConvolutions + floatFullyConnected + floatPools + activations + transposeConv + resize + batchMatMul
    + wideQuantization
}
