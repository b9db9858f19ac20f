import TFLiteMicrokernels

/// SUM and MEAN of 8-bit values by a microkernel: what is reduced lies together in the middle of the shape, as height
/// and width of an image do.
struct VectorSums: Sendable {
  private let kernels: any ReductionMicrokernels.Type
  private let block: ReductionBlock
  private let isSigned: Bool

  /// nil where plain loops have to do.
  init?<Element: QuantizedInteger>(
    _ context: OperatorContext, _ element: Element.Type, _ geometry: ReductionGeometry
  ) {
    // Few columns do not fill a vector; adding up one row is left to the compiler.
    guard let kernels = context.microkernelsForActivation?.reduction, Element.bitWidth == 8, !geometry.isEmpty,
      let block = geometry.block, block.inner >= 8
    else { return nil }
    self.kernels = kernels
    self.block = block
    isSigned = Element.isSigned
  }

  /// - Parameter scratch: an int32 for each element of the output.
  func run<Element: QuantizedInteger>(_ call: OperatorCall, _ scaling: some SumScaling, of element: Element.Type) {
    let (input, output) = (call.inputBytes(0), call.output(0, as: element))
    let sums = call.scratch.bindMemory(to: Int32.self, capacity: block.outer * block.inner)
    let minimumCount = max(64, (1 << 17) / block.reduced)
    call.workers.forEachRange(of: block.inner, minimumCount: minimumCount) { channels in
      var watch = call.stopWatch
      for image in 0..<block.outer {
        let first = image * block.inner + channels.lowerBound
        (sums + first).initialize(repeating: 0, count: channels.count)
        kernels.sumPixels(
          input: input + image * block.reduced * block.inner + channels.lowerBound, pixels: block.reduced,
          pixelStride: block.inner, channels: channels.count, isSigned: isSigned, sums: sums + first)
        scaling.store(sums + first, count: channels.count, to: output + first)
        if watch.isOver(after: block.reduced &* channels.count) { return }
      }
    }
  }
}
