import TFLiteFlatBuffers
import TFLiteMicrokernels

extension PackedBlock {
  /// Packs 8-bit weights.
  ///
  /// - Parameters:
  ///   - stored: `columns · depth` weights, all of one output channel together.
  ///   - preparesRows: whether it is worth it to bring activations into another form first.
  convenience init(
    _ kernels: any ConvolutionMicrokernels.Type, weights stored: UnsafeRawPointer, isSigned: Bool, zeroPoint: Int32,
    columns: Int, depth: Int, preparesRows: Bool
  ) {
    self.init(
      byteCount: kernels.packedWeightsByteCount(
        stored, isSigned: isSigned, zeroPoint: zeroPoint, columns: columns, depth: depth, preparesRows: preparesRows)
    ) {
      kernels.packWeights(
        stored, isSigned: isSigned, zeroPoint: zeroPoint, columns: columns, depth: depth, preparesRows: preparesRows,
        into: $0)
    }
  }

  /// Whether so many rows of activations are worth bringing into another form before they are multiplied.
  static func isWorthPreparing(rows count: Int) -> Bool { count >= 5 }

  /// Packs float32 weights.
  ///
  /// - Parameter stored: as of 8-bit weights.
  convenience init(
    _ kernels: any FloatConvolutionMicrokernels.Type, floats stored: UnsafeRawPointer, columns: Int, depth: Int
  ) {
    self.init(byteCount: kernels.packedFloatWeightsByteCount(columns: columns, depth: depth)) {
      kernels.packFloatWeights(stored, columns: columns, depth: depth, into: $0)
    }
  }
}

extension ByteSlice {
  /// These weights as an instruction set wants them: packed once, and shared by all operators, of whatever interpreter,
  /// that ask for the same.
  ///
  /// - Parameters:
  ///   - kind: how they are packed.
  ///   - parameters: what the packed weights depend on besides.
  /// - Complexity: the first call packs all weights, into memory of about their size; all others look them up.
  func packed(
    _ kernels: any MicrokernelFamily.Type, _ kind: String, _ parameters: [Int],
    _ pack: (UnsafeRawBufferPointer) -> PackedBlock
  ) -> PackedBlock {
    // The raw value: describing a case looks through all types of the program when it is first asked for.
    derived("\(kernels.instructionSet.rawValue) \(kind)", parameters) { withUnsafeBytes(pack) }
  }

  /// 8-bit weights for the tiles.
  ///
  /// - Parameter preparesRows: whether it is worth it to bring activations into another form first.
  func packed(
    _ kernels: any ConvolutionMicrokernels.Type, isSigned: Bool, zeroPoint: Int32, columns: Int, depth: Int,
    preparesRows: Bool
  ) -> PackedBlock {
    packed(
      kernels, "bytes", [isSigned ? 1 : 0, Int(zeroPoint), columns, depth, preparesRows ? 1 : 0]
    ) {
      PackedBlock(
        kernels, weights: $0.baseAddress.unsafelyUnwrapped, isSigned: isSigned, zeroPoint: zeroPoint, columns: columns,
        depth: depth, preparesRows: preparesRows)
    }
  }

  /// float32 weights for the tiles.
  func packedFloats(_ kernels: any FloatConvolutionMicrokernels.Type, columns: Int, depth: Int) -> PackedBlock {
    packed(kernels, "floats", [columns, depth]) {
      PackedBlock(kernels, floats: $0.baseAddress.unsafelyUnwrapped, columns: columns, depth: depth)
    }
  }
}
