extension KernelBench {
  /// All kernels; the shapes are layers of the detectors and labelers that this package is made for.
  static let all =
    convolutions + depthwiseConvolutions + floatConvolutions + elementwise + arithmetic + pools + rows + packing

  // MARK: Products of matrices and convolutions

  private static let convolutions: [KernelBench] =
    [
      .pointwise(150, 32, to: 64), .pointwise(75, 128, to: 128), .pointwise(38, 256, to: 256),
      .pointwise(19, 512, to: 512), .pointwise(10, 1024, to: 1024), .pointwise(112, 16, to: 96),
      .pointwise(56, 144, to: 24), .pointwise(28, 192, to: 64), .pointwise(14, 384, to: 64),
      .pointwise(7, 320, to: 1280), .pointwise(1, 1024, to: 1001),
      ConvolutionLayer(size: 300, channels: 3, columns: 32, kernel: 3, stride: 2),
      ConvolutionLayer(size: 20, channels: 64, columns: 64, kernel: 3, stride: 1),
    ].flatMap { layer in
      [
        convolution(layer, isSigned: false, .reference), convolution(layer, isSigned: true, .reference),
        convolution(layer, isSigned: false, .xnnpack),
      ]
    } + [convolution(.pointwise(19, 512, to: 512), isSigned: false, .accumulators)]

  private static func convolution(_ layer: ConvolutionLayer, isSigned: Bool, _ output: ByteEpilogue) -> KernelBench {
    KernelBench(
      name: "convolve \(layer), \(isSigned ? "int8" : "uint8"), \(output.rawValue)",
      work: .multiplyAddsOfBytes(layer.pixels * layer.columns * layer.depth)
    ) { kernels in layer.byteCall(kernels.convolution, isSigned: isSigned, output) }
  }

  // MARK: Depthwise convolutions

  private static let depthwiseConvolutions: [KernelBench] =
    [
      ConvolutionLayer(size: 150, channels: 32, kernel: 3, stride: 1),
      ConvolutionLayer(size: 150, channels: 64, kernel: 3, stride: 2),
      ConvolutionLayer(size: 38, channels: 256, kernel: 3, stride: 1),
      ConvolutionLayer(size: 19, channels: 512, kernel: 3, stride: 1),
      ConvolutionLayer(size: 14, channels: 240, kernel: 5, stride: 1),
    ].flatMap { layer in
      [ByteEpilogue.reference, .xnnpack].map { output in
        KernelBench(
          name: "convolveDepthwise \(layer), uint8, \(output.rawValue)",
          work: .multiplyAddsOfBytes(layer.pixels * layer.channels * layer.kernel * layer.kernel)
        ) { kernels in layer.depthwiseByteCall(kernels.depthwise, output) }
      }
    }

  // MARK: Floats

  private static let floatConvolutions: [KernelBench] =
    [
      ConvolutionLayer.pointwise(64, 24, to: 24), .pointwise(16, 96, to: 96),
      ConvolutionLayer(size: 128, channels: 3, columns: 24, kernel: 5, stride: 2),
    ].flatMap { layer in
      [false, true].map { isFused in
        KernelBench(
          name: "convolveFloat \(layer)\(isFused ? ", fused" : "")",
          work: .multiplyAddsOfFloats(layer.pixels * layer.columns * layer.depth)
        ) { kernels in layer.floatCall(kernels.floatConvolution, isFused: isFused) }
      }
    }
    + [
      ConvolutionLayer(size: 64, channels: 24, kernel: 3, stride: 1),
      ConvolutionLayer(size: 16, channels: 96, kernel: 3, stride: 1),
    ].flatMap { layer in
      [false, true].map { isFused in
        KernelBench(
          name: "convolveDepthwiseFloat \(layer)\(isFused ? ", fused" : "")",
          work: .multiplyAddsOfFloats(layer.pixels * layer.channels * layer.kernel * layer.kernel)
        ) { kernels in layer.depthwiseFloatCall(kernels.floatDepthwise, isFused: isFused) }
      }
    }

  // MARK: Packing

  private static let packing: [KernelBench] = [
    KernelBench(name: "packWeights 512 of 512", work: .bytesMoved(2 * 512 * 512)) { kernels in
      let (weights, columns) = (Operand(byteCount: 512 * 512), 512)
      let block = Operand(
        byteCount: kernels.convolution.packedWeightsByteCount(
          weights.address, isSigned: true, zeroPoint: 0, columns: columns, depth: 512, preparesRows: true))
      return {
        kernels.convolution.packWeights(
          weights.address, isSigned: true, zeroPoint: 0, columns: columns, depth: 512, preparesRows: true,
          into: block.address)
      }
    }
  ]
}
