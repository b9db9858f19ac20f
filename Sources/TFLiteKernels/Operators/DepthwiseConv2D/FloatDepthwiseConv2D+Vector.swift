import TFLiteFlatBuffers
import TFLiteMicrokernels

/// DEPTHWISE_CONV_2D in float32 on vectors.
enum VectorFloatDepthwiseConv2D: Sendable {
  /// On the loops of an instruction set.
  case rows(FloatDepthwiseRows)
  /// With channels side by side, on the vectors that the compiler makes of plain loops: where channels have several
  /// filters, the weights are not constants, or rows are long.
  case sideBySide

  /// nil where plain loops are asked for.
  init?(_ context: OperatorContext, _ shape: DepthwiseConv2DShape, range: ActivationBounds<Float>) {
    guard context.microkernels != nil else { return nil }
    self = FloatDepthwiseRows(context, shape, range: range).map { .rows($0) } ?? .sideBySide
  }
}

extension FloatDepthwiseConv2D {
  func run(_ call: OperatorCall, _ vector: VectorFloatDepthwiseConv2D) {
    switch vector {
    case .rows(let loops): loops.run(call, then: postOperations)
    case .sideBySide:
      call.workers.forEachRange(of: shape.rowCount) { runSideBySide(call, rows: $0) }
    }
  }

  /// Computes some output rows, which are counted over all images: all channels of a pixel side by side, whose sums the
  /// output holds while they grow.
  private func runSideBySide(_ call: OperatorCall, rows: Range<Int>) {
    let input = call.input(0, as: Float.self)
    let filter = call.input(1, as: Float.self)
    let bias = call.optionalInput(2, as: Float.self)
    let (vertical, horizontal) = (shape.window.vertical, shape.window.horizontal)
    let (inputChannels, outputChannels) = (shape.inputChannels, shape.outputChannels)

    var sums = call.output(0, as: Float.self) + rows.lowerBound * horizontal.outputSize * outputChannels

    var watch = call.stopWatch
    for row in rows {
      let (batch, outputY) = row.quotientAndRemainder(dividingBy: vertical.outputSize)
      let image = input + batch * vertical.inputSize * horizontal.inputSize * inputChannels
      let tapsY = vertical.tapsInside(output: outputY)
      for outputX in 0..<horizontal.outputSize {
        let tapsX = horizontal.tapsInside(output: outputX)
        if watch.isOver(after: tapsY.count &* tapsX.count &* outputChannels) { return }
        sums.update(repeating: 0, count: outputChannels)
        for tapY in tapsY {
          let inputY = vertical.inputPosition(output: outputY, tap: tapY)
          for tapX in tapsX {
            let inputX = horizontal.inputPosition(output: outputX, tap: tapX)
            addProducts(
              image + (inputY * horizontal.inputSize + inputX) * inputChannels,
              filter + (tapY * horizontal.windowSize + tapX) * outputChannels, to: sums)
          }
        }
        for channel in 0..<outputChannels {
          sums[channel] = range.clamp(sums[channel] + (bias?[channel] ?? 0))
        }
        sums += outputChannels
      }
    }
  }

  @inline(__always)
  private func addProducts(
    _ values: UnsafePointer<Float>, _ weights: UnsafePointer<Float>, to sums: UnsafeMutablePointer<Float>
  ) {
    if numerics.fusesProducts {
      for channel in 0..<shape.outputChannels {
        sums[channel].addProduct(values[channel / shape.depthMultiplier], weights[channel])
      }
      return
    }
    if shape.depthMultiplier == 1 {
      for channel in 0..<shape.outputChannels { sums[channel] += values[channel] * weights[channel] }
      return
    }
    for inputChannel in 0..<shape.inputChannels {
      let first = inputChannel * shape.depthMultiplier
      for channel in first..<first + shape.depthMultiplier { sums[channel] += values[inputChannel] * weights[channel] }
    }
  }
}

/// DEPTHWISE_CONV_2D in float32 with constant weights, one filter for each channel, on the loops of an instruction set.
struct FloatDepthwiseRows: DepthwiseRows {
  var shape: DepthwiseConv2DShape
  private let parts: [Part]
  private let range: ActivationBounds<Float>
  private let numerics: Numerics
  /// With over-read padding, as is the bias.
  private let weights: PackedBlock
  private let bias: PackedBlock

  /// Channels beside each other, and loops whose vectors suit them.
  private struct Part {
    let kernels: any FloatDepthwiseMicrokernels.Type
    let channels: Range<Int>
  }

  var hasFiniteWeights: Bool {
    let count = shape.window.vertical.windowSize * shape.window.horizontal.windowSize * shape.outputChannels
    return UnsafeRawBufferPointer(start: weights.address, count: 4 * count).holdsFiniteFloats
  }

  /// nil where channels have several filters, where the weights are not constants, where rows are long, and where plain
  /// loops are asked for.
  init?(_ context: OperatorContext, _ shape: DepthwiseConv2DShape, range: ActivationBounds<Float>) {
    guard shape.depthMultiplier == 1, !shape.hasLongRows, let kernels = context.microkernels?.floatDepthwise,
      let constant = context.constantFilter()
    else { return nil }
    self.init(
      kernels, shape,
      weights: constant.weights.packed(kernels, "depthwise floats", [], PackedBlock.init(paddedForOverReads:)),
      bias: constant.bias?.withUnsafeBytes(PackedBlock.init(paddedForOverReads:)), range: range,
      numerics: context.numerics)
  }

  /// Of integers in float32, with int8 weights: leaves sums without a bias.
  ///
  /// nil where channels have several filters, where rows are long, and where plain loops are asked for.
  init?(_ context: OperatorContext, _ shape: DepthwiseConv2DShape, integers weights: ByteSlice) {
    guard shape.depthMultiplier == 1, !shape.hasLongRows, let kernels = context.microkernels?.floatDepthwise else {
      return nil
    }
    let floats = weights.packed(kernels, "depthwise integers as floats", []) { bytes in
      bytes.map { Float(Int8(bitPattern: $0)) }.withUnsafeBytes(PackedBlock.init(paddedForOverReads:))
    }
    self.init(kernels, shape, weights: floats, bias: nil, range: .all, numerics: .reference)
  }

  private init(
    _ kernels: any FloatDepthwiseMicrokernels.Type, _ shape: DepthwiseConv2DShape, weights: PackedBlock,
    bias: PackedBlock?, range: ActivationBounds<Float>, numerics: Numerics
  ) {
    self.shape = shape
    self.range = range
    self.numerics = numerics
    self.weights = weights
    let zeros = Array(repeating: 0 as Float, count: shape.outputChannels)
    self.bias = bias ?? zeros.withUnsafeBytes(PackedBlock.init(paddedForOverReads:))
    parts = Self.parts(kernels, channels: shape.outputChannels)
  }

  /// Whole vectors, and half of one for what is left, which may overlap the others to fit.
  private static func parts(_ kernels: any FloatDepthwiseMicrokernels.Type, channels: Int) -> [Part] {
    let leftover = channels % kernels.floatLanes
    guard let half = kernels.onHalfVectors, (1...half.floatLanes).contains(leftover), channels >= half.floatLanes
    else { return [Part(kernels: kernels, channels: 0..<channels)] }
    let last = Part(kernels: half, channels: channels - half.floatLanes..<channels)
    return channels == leftover ? [last] : [Part(kernels: kernels, channels: 0..<channels - leftover), last]
  }

  /// - Parameter operations: what is fused into the convolution.
  func run(_ call: OperatorCall, then operations: [any PostOperation]) {
    let split = WorkSplit(
      rows: rowCount, columns: 1, minimumWork: Self.productsWorthSharing / shape.rowProducts, scratchPerChunk: 0)
    split.run(call, then: operations, output: call.outputBytes(0), rowByteCount: rowByteCount) { rows, _, scratch in
      run(
        input: call.inputBytes(0), output: call.outputBytes(0) + rows.lowerBound * rowByteCount, rows: rows,
        scratch: scratch)
    }
  }

  /// Fewer products than these are not worth another thread.
  private static let productsWorthSharing = 50_000

  var rowCount: Int { shape.rowCount }
  var rowByteCount: Int { 4 * shape.image.outputRowStride }
  /// Pixels below each other are computed together where their kernels overlap.
  var rowsAtOnce: Int { shape.window.vertical.stride == 1 ? 2 : 1 }
  var rowScratchByteCount: Int { 0 }

  func run(
    input: UnsafeRawPointer, output: UnsafeMutableRawPointer, rows: Range<Int>, scratch: UnsafeMutableRawPointer
  ) {
    let image = shape.image
    let firstRow = output - rows.lowerBound * rowByteCount
    let imageRows = shape.window.vertical.outputSize
    rows.forEachImage(of: imageRows) { batch, some in
      for part in parts {
        let offset = 4 * part.channels.lowerBound
        var image = image
        image.channels = part.channels.count
        part.kernels.convolveDepthwiseFloat(
          image, isFused: numerics.fusesProducts,
          input: input + 4 * batch * image.inputHeight * image.inputRowStride + offset,
          weights: weights.address + offset, weightStride: shape.outputChannels, bias: bias.address + offset,
          output: firstRow + batch * imageRows * rowByteCount + offset,
          lower: range.low, upper: range.high, rows: some)
      }
    }
  }
}
