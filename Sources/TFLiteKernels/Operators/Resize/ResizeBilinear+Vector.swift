import TFLiteMicrokernels

/// RESIZE_BILINEAR of 8-bit values by microkernels. All positions are computed at *prepare*.
struct VectorResizeBilinear: Sendable {
  private let kernels: any InterpolationMicrokernels.Type
  private let geometry: ResizeGeometry
  private let isSigned: Bool
  /// The rows of the input above and below each output row, in bytes from the image's start.
  private let rows: [Microkernels.PixelPosition]
  private let columns: [Microkernels.PixelPosition]

  /// nil where plain loops have to do.
  init?<Element: BilinearElement>(_ context: OperatorContext, _ element: Element.Type, _ geometry: ResizeGeometry) {
    guard let kernels = context.microkernelsForActivation?.interpolation, element == UInt8.self || element == Int8.self
    else {
      return nil
    }
    let rowSize = geometry.inputWidth &* geometry.channels
    func positions(_ outputSize: Int, _ inputSize: Int, step: Int) -> [Microkernels.PixelPosition] {
      // There may be no memory for as many positions as a file asks for.
      guard outputSize <= Self.largestSize else { return [] }
      return (0..<outputSize).map {
        let position = Element.Position(
          output: $0, outputSize: outputSize, inputSize: inputSize, geometry: geometry)
        return (position.lower &* step, position.upper &* step, position.distance)
      }
    }
    rows = positions(geometry.outputHeight, geometry.inputHeight, step: rowSize)
    columns = positions(geometry.outputWidth, geometry.inputWidth, step: geometry.channels)
    // Further away from the image, products do not fit 32 bits; no position should be there.
    let largestDistance: Float = 4096
    for position in rows + columns where abs(position.fraction) >= largestDistance { return nil }
    guard !rows.isEmpty, !columns.isEmpty else { return nil }
    self.kernels = kernels
    self.geometry = geometry
    isSigned = element == Int8.self
  }

  private static let largestSize = 1 << 16

  func run(_ call: OperatorCall) {
    let imageSize = geometry.inputHeight * geometry.inputWidth * geometry.channels
    let outputRowSize = geometry.outputWidth * geometry.channels
    columns.withUnsafeBufferPointer { columns in
      let columns = columns.baseAddress.unsafelyUnwrapped
      call.workers.forEachRange(
        of: geometry.batches * geometry.outputHeight, minimumCount: (1 << 14) / outputRowSize + 1
      ) { part in
        for row in part {
          let (batch, outputY) = row.quotientAndRemainder(dividingBy: geometry.outputHeight)
          let image = call.inputBytes(0) + batch * imageSize
          let (upper, lower, distance) = rows[outputY]
          let output = call.outputBytes(0) + row * outputRowSize
          if isSigned {
            kernels.interpolateFixed(
              top: image + upper, bottom: image + lower, vertical: distance, columns: columns,
              count: geometry.outputWidth, channels: geometry.channels, output: output)
          } else {
            kernels.interpolateFloat(
              top: image + upper, bottom: image + lower, vertical: distance, columns: columns,
              count: geometry.outputWidth, channels: geometry.channels, output: output)
          }
        }
      }
    }
  }
}
