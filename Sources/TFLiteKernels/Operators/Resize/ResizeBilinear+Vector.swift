import TFLiteMicrokernels

/// RESIZE_BILINEAR by microkernels. All positions are computed at *prepare*.
struct VectorResizeBilinear: Sendable {
  private let kernels: any InterpolationMicrokernels.Type
  private let geometry: ResizeGeometry
  private let loop: Loop
  /// The rows of the input above and below each output row, in bytes from the image's start.
  private let rows: [Microkernels.PixelPosition]
  private let columns: [Microkernels.PixelPosition]

  private enum Loop: Sendable {
    case floats
    case unsignedBytes
    case signedBytes
    case xnnpack(isSigned: Bool)

    /// nil where there is no microkernel.
    init?<Method: BilinearMethod>(_ arithmetic: Method.Type) {
      switch arithmetic {
      case is Float.Type: self = .floats
      case is UInt8.Type: self = .unsignedBytes
      case is Int8.Type: self = .signedBytes
      case is XNNPACKBilinear<UInt8>.Type: self = .xnnpack(isSigned: false)
      case is XNNPACKBilinear<Int8>.Type: self = .xnnpack(isSigned: true)
      default: return nil
      }
    }

    var isOfFloats: Bool { if case .floats = self { true } else { false } }

    var elementSize: Int { isOfFloats ? 4 : 1 }
  }

  /// nil where plain loops have to do.
  init?<Method: BilinearMethod>(_ context: OperatorContext, _ method: Method.Type, _ geometry: ResizeGeometry) {
    guard let kernels = context.microkernelsForActivation?.interpolation, let loop = Loop(method) else { return nil }
    let pixelSize = geometry.channels &* loop.elementSize
    func positions(_ outputSize: Int, _ inputSize: Int, step: Int) -> [Microkernels.PixelPosition] {
      // There may be no memory for as many positions as a file asks for.
      guard outputSize <= Self.largestSize else { return [] }
      return (0..<outputSize).map {
        let position = Method.Position(
          output: $0, outputSize: outputSize, inputSize: inputSize, geometry: geometry)
        return (position.lower &* step, position.upper &* step, position.distance)
      }
    }
    rows = positions(geometry.outputHeight, geometry.inputHeight, step: geometry.inputWidth &* pixelSize)
    columns = positions(geometry.outputWidth, geometry.inputWidth, step: pixelSize)
    // Further away from the image, products of integers do not fit 32 bits; no position should be there.
    let largestDistance: Float = 4096
    for position in rows + columns where !loop.isOfFloats && abs(position.fraction) >= largestDistance { return nil }
    guard !rows.isEmpty, !columns.isEmpty else { return nil }
    // No piece of work is smaller than a row, and each byte of it takes some steps.
    guard 8 * geometry.outputWidth * pixelSize <= WorkSplit.longestPiece else { return nil }
    self.kernels = kernels
    self.geometry = geometry
    self.loop = loop
  }

  private static let largestSize = 1 << 16

  func run(_ call: OperatorCall) {
    let pixelSize = geometry.channels * loop.elementSize
    let imageSize = geometry.inputHeight * geometry.inputWidth * pixelSize
    let outputRowSize = geometry.outputWidth * pixelSize
    columns.withUnsafeBufferPointer { columns in
      let columns = columns.baseAddress.unsafelyUnwrapped
      call.workers.forEachRange(
        of: geometry.batches * geometry.outputHeight, minimumCount: (1 << 14) / outputRowSize + 1
      ) { part in
        for row in part {
          let (batch, outputY) = row.quotientAndRemainder(dividingBy: geometry.outputHeight)
          let image = call.inputBytes(0) + batch * imageSize
          let (upper, lower, distance) = rows[outputY]
          interpolate(
            top: image + upper, bottom: image + lower, vertical: distance, columns: columns,
            output: call.outputBytes(0) + row * outputRowSize)
        }
      }
    }
  }

  private func interpolate(
    top: UnsafeRawPointer, bottom: UnsafeRawPointer, vertical: Float,
    columns: UnsafePointer<Microkernels.PixelPosition>, output: UnsafeMutableRawPointer
  ) {
    let (count, channels) = (geometry.outputWidth, geometry.channels)
    switch loop {
    case .floats:
      kernels.interpolateFloats(
        top: top, bottom: bottom, vertical: vertical, columns: columns, count: count, channels: channels, output: output
      )
    case .unsignedBytes:
      kernels.interpolateFloat(
        top: top, bottom: bottom, vertical: vertical, columns: columns, count: count, channels: channels, output: output
      )
    case .signedBytes:
      kernels.interpolateFixed(
        top: top, bottom: bottom, vertical: vertical, columns: columns, count: count, channels: channels, output: output
      )
    case .xnnpack(let isSigned):
      kernels.interpolateXNNPACK(
        top: top, bottom: bottom, vertical: vertical, columns: columns, count: count, channels: channels,
        isSigned: isSigned, output: output)
    }
  }
}
