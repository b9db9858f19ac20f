import TFLiteSchema

/// How much an operator keeps of its constants when it is prepared, at most: packed as its loops want them.
package enum OperatorMemory {
  /// The columns that the widest tiles compute at once; weights of fewer are filled up.
  private static let widestTile = 16
  /// Beside its weights: bias, multipliers and what else each output channel has.
  private static let bytesPerChannel = 64

  /// Bytes for all constants that the operator has. An estimate from above, to tell a model that has its weights packed
  /// once from one that has the same weights packed a hundred thousand times.
  package static func keptByteCount(_ code: BuiltinOperator, _ context: OperatorContext) -> Int {
    let floatActivations = context.inputs.first??.type == .float32
    return context.inputs.reduce(0) { total, input in
      guard let input, input.constant != nil else { return total }
      let count = OperatorWork.product(input.shape)
      let bits = max(8, input.type.bitWidth ?? 8)
      guard let channels = channels(of: input.shape, code) else {
        return OperatorWork.sum(total, OperatorWork.product([count, bits / 8]))
      }
      // Float loops take integers as floats where they cannot multiply them.
      let bytes = input.type == .float16 || code == .depthwiseConv2D && floatActivations ? 4 : bits / 8
      let columns = OperatorWork.sum(channels, widestTile - 1) / widestTile * widestTile
      let packed = OperatorWork.product([count / max(1, channels) + 1, columns, bytes])
      return OperatorWork.sum(total, OperatorWork.sum(packed, OperatorWork.product([channels, bytesPerChannel])))
    }
  }

  /// How many channels weights have; nil for operators that take their constants as they are.
  private static func channels(of shape: [Int], _ code: BuiltinOperator) -> Int? {
    switch code {
    case .conv2D, .fullyConnected, .transposeConv, .svdf, .lstm, .unidirectionalSequenceLSTM,
      .bidirectionalSequenceLSTM, .rnn, .unidirectionalSequenceRNN, .bidirectionalSequenceRNN:
      shape.first
    case .depthwiseConv2D, .conv3D, .conv3DTranspose: shape.last
    // Either of the last two may be the columns.
    case .batchMatMul: shape.suffix(2).min()
    default: nil
    }
  }
}
