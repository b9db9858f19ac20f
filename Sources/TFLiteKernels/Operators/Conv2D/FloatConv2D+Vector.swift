import TFLiteSchema

/// CONV_2D in float32 on vectors.
enum VectorFloatConv2D: Sendable {
  /// On the tiles of an instruction set, which want weights that are constant and finite.
  case tiles(VectorConvolution)
  /// On panels of eight channels: those of a constant filter; nil packs it in every run.
  case panels([FloatPanels]?)

  /// nil where plain loops are asked for.
  init?(_ context: OperatorContext, _ shape: Conv2DShape, filter: TensorDescriptor, range: ActivationBounds<Float>) {
    guard context.microkernels != nil else { return nil }
    if let tiles = VectorConvolution(context, shape, range: range) {
      self = .tiles(tiles)
    } else {
      self = .panels(filter.constantFloats?.withUnsafeBufferPointer { $0.baseAddress.map { shape.panels(filter: $0) } })
    }
  }

  var scratchByteCount: Int { if case .tiles(let tiles) = self { tiles.scratchByteCount } else { 0 } }
}

extension FloatConv2D {
  func run(_ call: OperatorCall, _ vector: VectorFloatConv2D) {
    switch vector {
    case .tiles(let tiles):
      tiles.run(call, input: call.inputBytes(0), output: call.outputBytes(0), then: operations)
    case .panels(let constant):
      let panels = constant ?? shape.panels(filter: call.input(1), call.workers)
      call.workers.forEachRange(of: shape.rowCount) {
        run(call, panels: panels, rows: $0)
      }
    }
  }
}

extension VectorConvolution {
  /// CONV_2D in float32, each group a convolution of its own; nil where the weights are not constants, and where plain
  /// loops are asked for.
  init?(_ context: OperatorContext, _ shape: Conv2DShape, range: ActivationBounds<Float>) {
    guard shape.hasFewGroups, let kernels = context.microkernels?.floatConvolution,
      let constant = context.constantFloatFilter()
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
  func run(
    _ call: OperatorCall, input: UnsafeRawPointer, output: UnsafeMutableRawPointer,
    then operations: TilePostOperations = TilePostOperations()
  ) {
    run(call, input: input, output: output, addend: operations.addend(call), then: operations.others) { _ in 0 }
  }
}

extension Conv2DShape {
  /// Packs a float32 filter [output channels, height, width, input channels of a group], a matrix for each group.
  fileprivate func panels(filter: UnsafePointer<Float>, _ workers: (any Workers)? = nil) -> [FloatPanels] {
    (0..<groups).map { group in
      FloatPanels(
        depth: filterSize, columns: outputChannelsPerGroup,
        columnsAt: filter + group * outputChannelsPerGroup * filterSize, workers)
    }
  }
}

extension FloatConv2D {
  /// Computes some output rows, which are counted over all images: eight output channels and up to four pixels side by
  /// side, which changes no sum.
  private func run(_ call: OperatorCall, panels: [FloatPanels], rows: Range<Int>) {
    let input = call.input(0, as: Float.self)
    let bias = call.optionalInput(2, as: Float.self)
    let output = call.output(0, as: Float.self)
    let (vertical, horizontal) = (shape.window.vertical, shape.window.horizontal)
    var watch = call.stopWatch

    for row in rows {
      let (batch, outputY) = row.quotientAndRemainder(dividingBy: vertical.outputSize)
      let image = input + batch * vertical.inputSize * horizontal.inputSize * shape.inputChannels
      let result = output + row * horizontal.outputSize * shape.outputChannels
      for (group, matrix) in panels.enumerated() {
        let groupImage = image + group * shape.filterChannels
        let firstChannel = group * shape.outputChannelsPerGroup
        matrix.withVectors { vectors in
          for panel in 0..<matrix.panelCount {
            let columns = matrix.columns(ofPanel: panel)
            let channel = firstChannel + columns.lowerBound
            let biases = SIMD8<Float>(loading: columns.count, from: bias.map { $0 + channel })
            convolveRow(
              outputY, of: groupImage, panel: vectors + panel * matrix.depth, &watch
            ) { outputX, sums in
              range.clamp(sums + biases).store(
                columns.count, to: result + outputX * shape.outputChannels + channel)
            }
            if watch.isOver(after: 1) { return }
          }
        }
        if watch.isOver(after: 1) { return }
      }
    }
  }

  /// The sums of all pixels of one output row for the channels of one panel, unless the run is stopped.
  @inline(__always)
  private func convolveRow(
    _ outputY: Int, of image: UnsafePointer<Float>, panel: UnsafePointer<SIMD8<Float>>, _ watch: inout StopWatch,
    _ finish: (_ outputX: Int, _ sums: SIMD8<Float>) -> Void
  ) {
    let (vertical, horizontal) = (shape.window.vertical, shape.window.horizontal)
    let tapsY = vertical.tapsInside(output: outputY)
    var outputX = 0
    while outputX < horizontal.outputSize {
      if watch.isOver(after: FloatTile.rows &* shape.filterSize &+ 16) { return }
      let taps = tapRuns(outputX)
      // The taps inside the image change monotonically along the row.
      let isTile =
        outputX + FloatTile.rows <= horizontal.outputSize
        && horizontal.tapsInside(output: outputX + FloatTile.rows - 1) == taps.taps
      var tile = FloatTile()
      var sums = SIMD8<Float>()
      for tapY in tapsY {
        let inputY = vertical.inputPosition(output: outputY, tap: tapY)
        for run in 0..<taps.runCount {
          let tapX = taps.taps.lowerBound + run
          let inputX = horizontal.inputPosition(output: outputX, tap: tapX)
          let values = image + (inputY * horizontal.inputSize + inputX) * shape.inputChannels
          let weights = panel + (tapY * horizontal.windowSize + tapX) * shape.filterChannels
          if isTile {
            tile.add(
              values, stride: horizontal.stride * shape.inputChannels, panel: weights, count: taps.runLength, numerics)
          } else {
            sums.add(values, panel: weights, count: taps.runLength, numerics)
          }
        }
      }
      if isTile {
        tile.forEachRow { finish(outputX + $0, $1) }
        outputX += FloatTile.rows
      } else {
        finish(outputX, sums)
        outputX += 1
      }
    }
  }

  /// The taps inside the image for an output column, as runs of contiguous values.
  @inline(__always)
  private func tapRuns(_ outputX: Int) -> TapRuns {
    let horizontal = shape.window.horizontal
    let taps = horizontal.tapsInside(output: outputX)
    // Neighboring taps that read neighboring values are one run.
    let isOneRun = horizontal.dilation == 1 && shape.groups == 1
    return isOneRun
      ? TapRuns(taps: taps, runCount: min(1, taps.count), runLength: taps.count * shape.filterChannels)
      : TapRuns(taps: taps, runCount: taps.count, runLength: shape.filterChannels)
  }
}

/// The taps of a window's row that lie inside the image, as runs of contiguous values and weights.
private struct TapRuns {
  let taps: Range<Int>
  let runCount: Int
  let runLength: Int
}
