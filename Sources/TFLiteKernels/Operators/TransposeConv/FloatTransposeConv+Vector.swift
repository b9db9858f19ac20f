/// TRANSPOSE_CONV in float32 on vectors.
enum VectorFloatTransposeConv: Sendable {
  /// As ordinary convolutions, on the tiles of an instruction set.
  case tiles(VectorTransposeConv)
  /// With the output's channels side by side, on the vectors that the compiler makes of plain loops: where the filter
  /// is no constant, and where tiles would meet weights that there are not.
  case sideBySide

  /// nil where plain loops are asked for.
  init?(_ context: OperatorContext, _ shape: TransposeConvShape, range: ActivationBounds<Float>) {
    guard context.microkernels != nil else { return nil }
    self = VectorTransposeConv(context, shape, range: range).map { .tiles($0) } ?? .sideBySide
  }

  func scratchByteCount(_ shape: TransposeConvShape) -> Int {
    switch self {
    case .tiles(let tiles): tiles.scratchByteCount
    // The filter with the output channels innermost.
    case .sideBySide: 4 * shape.filterElementCount
    }
  }
}

extension FloatTransposeConv {
  func run(_ call: OperatorCall, _ vector: VectorFloatTransposeConv) {
    switch vector {
    case .tiles(let tiles): tiles.run(call, zeroPoint: 0)
    case .sideBySide: runSideBySide(call)
    }
  }

  /// Scatters input pixels with the output's channels side by side, which changes no sum.
  private func runSideBySide(_ call: OperatorCall) {
    let input = call.input(2, as: Float.self)
    let filter = shape.filterWithOutputChannelsInnermost(call.input(1), in: call.scratch, call.workers)
    let channels = shape.outputChannels
    shape.clearOutput(of: call)
    shape.scatter(call.workers, to: call.output(0)) { batch, inputPixel, tap, count, sums in
      let values = input + batch * shape.imageSize + inputPixel * shape.inputChannels
      for inputChannel in 0..<shape.inputChannels {
        let value = values[inputChannel]
        let weights = filter + (inputChannel * shape.tapCount + tap) * channels
        if numerics.fusesProducts {
          for index in 0..<count * channels { sums[index].addProduct(value, weights[index]) }
        } else {
          for index in 0..<count * channels { sums[index] += value * weights[index] }
        }
      }
    }
    shape.finish(call, call.output(0), bias: call.optionalInput(3), range: range)
  }
}

extension TransposeConvShape {
  /// Calls `body` for each input pixel and row of its window inside the output, in the reference order: a pixel's image
  /// and position, the row's first tap and number of taps, and the sums of these taps' pixels.
  ///
  /// Every output element gets its products from one tap of an input pixel, so the order among taps is free.
  @inline(__always)
  func scatter(
    _ workers: any Workers, to output: UnsafeMutablePointer<Float>,
    _ body: (_ batch: Int, _ inputPixel: Int, _ tap: Int, _ count: Int, _ sums: UnsafeMutablePointer<Float>) -> Void
  ) {
    let (vertical, horizontal) = (window.vertical, window.horizontal)
    var watch = StopWatch(workers)
    for batch in 0..<batches {
      for inputY in 0..<inputHeight {
        let tapsY = vertical.tapsInsideOutput(input: inputY)
        for inputX in 0..<inputWidth {
          let tapsX = horizontal.tapsInsideOutput(input: inputX)
          if watch.isOver(after: 4) { return }
          guard !tapsX.isEmpty else { continue }
          for tapY in tapsY {
            let outputY = inputY * vertical.stride - vertical.paddingBefore + tapY
            let outputX = inputX * horizontal.stride - horizontal.paddingBefore + tapsX.lowerBound
            let pixel = (batch * outputHeight + outputY) * outputWidth + outputX
            body(
              batch, inputY * inputWidth + inputX, tapY * horizontal.windowSize + tapsX.lowerBound, tapsX.count,
              output + pixel * outputChannels)
            if watch.isOver(after: tapsX.count &* inputChannels &* outputChannels) { return }
          }
        }
      }
    }
  }

  /// The filter as [input channels, height, width, output channels], unless the run is stopped.
  func filterWithOutputChannelsInnermost(
    _ filter: UnsafePointer<Float>, in scratch: UnsafeMutableRawPointer, _ workers: any Workers
  ) -> UnsafePointer<Float> {
    var watch = StopWatch(workers)
    let transposed = scratch.bindMemory(to: Float.self, capacity: filterElementCount)
    for channel in 0..<outputChannels {
      for tap in 0..<tapCount {
        for inputChannel in 0..<inputChannels {
          transposed[(inputChannel * tapCount + tap) * outputChannels + channel] =
            filter[(channel * tapCount + tap) * inputChannels + inputChannel]
        }
        if watch.isOver(after: inputChannels) { return UnsafePointer(transposed) }
      }
    }
    return UnsafePointer(transposed)
  }
}
