extension ParityRow {
  /// Every operator and type whose parity with the C library is proven by generated models.
  ///
  /// A new operator is one file beside this one, and its rows here.
  static let all: [ParityRow] =
    conv2D + depthwiseConv2D + fullyConnected + add + logistic + softmax + averagePool2D + maxPool2D + quantize
    + dequantize + detectionPostprocess
    + floatConvolutions + floatFullyConnected + floatPools + activations + transposeConv + resize + batchMatMul
    + wideQuantization + wideActivations + recurrent + simpleRNN + bidirectionalLSTM
    + randomNumbers + movements + selections + elementwise + reducing + rare + audio + numericVerify + mediaPipe

  private static let movements =
    reshape + concatenation + transpose + slice + stridedSlice + split + splitV + unpack + pack + tile + broadcastTo
    + depthToSpace + spaceToDepth + spaceToBatchND + batchToSpaceND + pad + padV2 + mirrorPad + expandDims + squeeze
    + gather + embeddingLookup + hashtableLookup + gatherND + scatterND + reverseV2 + reverseSequence + densify

  private static let selections =
    shape + rank + broadcastArgs + oneHot + fill + range + `where` + topK + nonMaxSuppression

  private static let elementwise =
    addPlain + sub + mul + div + floorDiv + floorMod + pow + squaredDifference + maximum + minimum + comparisons + logic
    + selects + functions + bitwise + cast + zerosLike + narrowFloats

  private static let reducing = reductions + positions + cumsum + addN

  private static let rare =
    bitcast + buckets + complexParts + conv3D + dilate + dynamicUpdateSlice + fakeQuant + fourier + matrixDiagonals
    + packedElements + reduceWindow + segments + sparse + stablehlo + texts + unique
}
