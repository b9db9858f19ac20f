#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
extension EntryPoints {
  /// Convolves 8-bit activations with packed weights; also fully connected layers, and dynamic-range products.
  ///
  /// Computes output pixels `pixels` (counted row by row) of the output channels in `panels`. Results do not depend on
  /// how pixels and panels are split over calls, which may run at the same time.
  ///
  /// - Parameters:
  ///   - input: int8 if `isSigned`, else uint8. Readable for 64 bytes past its end.
  ///   - output: elements of the type that the epilogue makes. Nothing beyond the results is written.
  ///   - scratch: `convolutionScratchByteCount` bytes that no other call uses, aligned to 64.
  @inline(never)
  public static func convolve(
    _ shape: ConvolutionShape, input: UnsafeRawPointer, isSigned: Bool, zeroPoint: Int32,
    weights: UnsafeRawPointer, epilogue: UnsafeRawPointer, output: UnsafeMutableRawPointer,
    pixels: Range<Int>, panels: Range<Int>, scratch: UnsafeMutableRawPointer
  ) {
    let call = TiledConvolution(
      shape: shape, input: input, zeroPoint: zeroPoint, weights: PackedWeights(address: weights),
      packedEpilogue: epilogue, output: output, pixels: pixels, panels: panels, scratch: scratch)
    if ClampedDot.isClamped && call.weights.header.common.layout == .clampedPanels {
      if isSigned { call.run(ClampedInt8Activations.self) } else { call.run(ClampedUInt8Activations.self) }
    } else {
      if isSigned { call.run(Int8Activations.self) } else { call.run(UInt8Activations.self) }
    }
  }
}

extension TiledConvolution {
  @inline(__always)
  func run<Format: ActivationFormat>(_ format: Format.Type) {
    switch header.kind {
    case .anyReference: run(format, AnyReferenceEpilogue.self)
    case .reference: run(format, ReferenceEpilogue.self)
    case .anyXNNPACK: run(format, AnyXNNPACKEpilogue.self)
    case .xnnpack: run(format, XNNPACKEpilogue.self)
    case .anyExact: run(format, AnyExactEpilogue.self)
    case .exact: run(format, ExactEpilogue.self)
    case .accumulators: run(format, AccumulatorEpilogue.self)
    case .floats: break
    }
  }
}
#endif
