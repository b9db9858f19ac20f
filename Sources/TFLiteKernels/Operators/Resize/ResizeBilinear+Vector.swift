import TFLiteMicrokernels

/// RESIZE_BILINEAR by microkernels. All positions are computed at *prepare*.
struct VectorResizeBilinear: Sendable {
  private let kernels: any InterpolationMicrokernels.Type
  private let geometry: ResizeGeometry
  private let method: Method
  /// The rows of the input above and below each output row, in bytes from the image's start.
  private let rows: [Microkernels.PixelPosition]
  private let columns: [Microkernels.PixelPosition]

  private enum Method: Sendable {
    case floats
    case unsignedBytes
    case signedBytes

    /// nil where there is no microkernel for a type.
    init?<Element: BilinearElement>(_ element: Element.Type) {
      switch element {
      case is Float.Type: self = .floats
      case is UInt8.Type: self = .unsignedBytes
      case is Int8.Type: self = .signedBytes
      default: return nil
      }
    }

    var elementSize: Int { self == .floats ? 4 : 1 }
  }

  /// nil where plain loops have to do.
  init?<Element: BilinearElement>(_ context: OperatorContext, _ element: Element.Type, _ geometry: ResizeGeometry) {
    guard let kernels = context.microkernelsForActivation?.interpolation, let method = Method(element) else {
      return nil
    }
    let pixelSize = geometry.channels &* method.elementSize
    func positions(_ outputSize: Int, _ inputSize: Int, step: Int) -> [Microkernels.PixelPosition] {
      // There may be no memory for as many positions as a file asks for.
      guard outputSize <= Self.largestSize else { return [] }
      return (0..<outputSize).map {
        let position = Element.Position(
          output: $0, outputSize: outputSize, inputSize: inputSize, geometry: geometry)
        return (position.lower &* step, position.upper &* step, position.distance)
      }
    }
    rows = positions(geometry.outputHeight, geometry.inputHeight, step: geometry.inputWidth &* pixelSize)
    columns = positions(geometry.outputWidth, geometry.inputWidth, step: pixelSize)
    // Further away from the image, products of integers do not fit 32 bits; no position should be there.
    let largestDistance: Float = 4096
    for position in rows + columns where method != .floats && abs(position.fraction) >= largestDistance { return nil }
    guard !rows.isEmpty, !columns.isEmpty else { return nil }
    self.kernels = kernels
    self.geometry = geometry
    self.method = method
  }

  private static let largestSize = 1 << 16

  func run(_ call: OperatorCall) {
    let pixelSize = geometry.channels * method.elementSize
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
    switch method {
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
    }
  }
}
