import TFLiteMicrokernels

extension KernelBench {
  /// An activation of a MobileNet v2: small enough for the second-level cache.
  private static let count = 56 * 56 * 24

  /// Bytes that a kernel reads and writes for each element, and its call.
  static func elementwise(
    _ name: String, bytesPerElement: Int, _ prepare: @escaping @Sendable (Microkernels, Elements) -> Call
  ) -> KernelBench {
    KernelBench(name: "\(name) \(count)", work: .bytesMoved(bytesPerElement * count)) { kernels in
      prepare(kernels, Elements(count: count))
    }
  }

  static let elementwise: [KernelBench] = [
    elementwise("lookUp", bytesPerElement: 2) { kernels, e in
      { kernels.tables.lookUp(e.right.address, input: e.left.address, output: e.output.address, count: e.count) }
    },
    elementwise("quantize", bytesPerElement: 5) { kernels, e in
      {
        kernels.elements.quantize(
          input: e.floats.address, output: e.output.address, count: e.count, scale: 1 / 255, zeroPoint: 3,
          isSigned: false)
      }
    },
    elementwise("dequantize", bytesPerElement: 5) { kernels, e in
      {
        kernels.elements.dequantize(
          input: e.left.address, output: e.floats.address, count: e.count, scale: 1 / 255, zeroPoint: 3,
          isSigned: false)
      }
    },
  ]

  static let pools: [KernelBench] = [
    pool("maxPool", ConvolutionLayer(size: 56, channels: 64, kernel: 3, stride: 2), .maximum),
    pool("averagePool", ConvolutionLayer(size: 28, channels: 64, kernel: 3, stride: 1), .average),
    KernelBench(name: "sumPixels 7x7x1280", work: .bytesMoved(49 * 1280)) { kernels in
      let (input, sums) = (Operand(byteCount: 49 * 1280), Operand(byteCount: 4 * 1280))
      return {
        kernels.reduction.sumPixels(
          input: input.address, pixels: 49, pixelStride: 1280, channels: 1280, isSigned: false,
          sums: sums.address.assumingMemoryBound(to: Int32.self))
      }
    },
  ]

  private static func pool(_ name: String, _ layer: ConvolutionLayer, _ kind: PoolKind) -> KernelBench {
    KernelBench(
      name: "\(name) \(layer)",
      work: .bytesMoved(layer.size * layer.size * layer.channels + layer.pixels * layer.channels)
    ) { kernels in layer.poolCall(kernels.pooling, kind) }
  }
}

/// Operands of an element-wise kernel.
struct Elements {
  let count: Int
  let left: Operand
  let right: Operand
  let floats: Operand
  let output: Operand

  init(count: Int) {
    self.count = count
    (left, right) = (Operand(byteCount: count), Operand(byteCount: count, seed: 2))
    (floats, output) = (Operand(floats: count), Operand(byteCount: count))
  }
}
