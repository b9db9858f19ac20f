/// The specification of RESIZE_BILINEAR. `rows` counts the output rows of all images.
///
/// Source: `tflite/kernels/internal/reference/resize_bilinear.h`.
extension ResizeBilinear {
  @specialized(where Method == Float)
  @specialized(where Method == UInt8)
  @specialized(where Method == Int8)
  @specialized(where Method == Int16)
  @specialized(where Method == XNNPACKBilinear<UInt8>)
  @specialized(where Method == XNNPACKBilinear<Int8>)
  func runReference(_ call: OperatorCall, rows: Range<Int>) {
    let input = call.input(0, as: Method.Element.self)
    let channels = geometry.channels
    let output = call.output(0, as: Method.Element.self)
    var watch = call.stopWatch
    // There may be no memory for the positions of all columns at once.
    for places in (0..<geometry.outputWidth).parts {
      let columns = places.map {
        Method.Position(
          output: $0, outputSize: geometry.outputWidth, inputSize: geometry.inputWidth, geometry: geometry)
      }
      for row in rows {
        let (batch, outputY) = row.quotientAndRemainder(dividingBy: geometry.outputHeight)
        let image = input + batch * geometry.inputHeight * geometry.inputWidth * channels
        let vertical = Method.Position(
          output: outputY, outputSize: geometry.outputHeight, inputSize: geometry.inputHeight, geometry: geometry)
        let (top, bottom) = (
          image + vertical.lower * geometry.inputWidth * channels,
          image + vertical.upper * geometry.inputWidth * channels
        )
        var result = output + (row * geometry.outputWidth + places.lowerBound) * channels
        for horizontal in columns {
          let (left, right) = (horizontal.lower * channels, horizontal.upper * channels)
          for part in (0..<channels).parts {
            for channel in part {
              result[channel] = Method.interpolate(
                (top[left + channel], top[right + channel]), (bottom[left + channel], bottom[right + channel]),
                vertical: vertical, horizontal: horizontal)
            }
            if watch.isOver(after: 8 &* part.count) { return }
          }
          result += channels
        }
      }
    }
  }
}

/// The arithmetic of RESIZE_BILINEAR: a type of elements for the reference's, ``XNNPACKBilinear`` for XNNPACK's.
protocol BilinearMethod: Sendable {
  associatedtype Element
  associatedtype Position: BilinearPosition

  /// The value between two pixels of one row and two of the row below.
  static func interpolate(
    _ top: (left: Element, right: Element), _ bottom: (left: Element, right: Element), vertical: Position,
    horizontal: Position
  ) -> Element
}

/// Where an output pixel lies on the input along one axis: between two input pixels.
protocol BilinearPosition {
  var lower: Int { get }
  var upper: Int { get }
  /// The distance from the lower pixel, in the type's own unit.
  var distance: Float { get }

  init(output: Int, outputSize: Int, inputSize: Int, geometry: ResizeGeometry)
}

/// A position in float32.
struct FloatBilinearPosition: BilinearPosition {
  let lower: Int
  let upper: Int
  /// The distance from the lower pixel.
  let fraction: Float
  var distance: Float { fraction }

  init(output: Int, outputSize: Int, inputSize: Int, geometry: ResizeGeometry) {
    let scale =
      geometry.alignCorners && outputSize > 1
      ? Float(inputSize - 1) / Float(outputSize - 1) : Float(inputSize) / Float(outputSize)
    let position = geometry.halfPixelCenters ? (Float(output) + 0.5) * scale - 0.5 : Float(output) * scale
    // Rounding may lead past the last pixel.
    lower = min(max(0, Int(position.rounded(.down))), inputSize - 1)
    upper = min(Int(position.rounded(.up)), inputSize - 1)
    fraction = position - Float(lower)
  }
}

/// A position with 10 fractional bits.
struct FixedBilinearPosition: BilinearPosition {
  let lower: Int
  let upper: Int
  /// The distance from the lower pixel, in 1/1024.
  let fraction: Int64
  var distance: Float { Float(fraction) }

  init(output: Int, outputSize: Int, inputSize: Int, geometry: ResizeGeometry) {
    let scale =
      geometry.alignCorners && outputSize > 1
      ? (1024 * (inputSize - 1) + (outputSize - 1) / 2) / (outputSize - 1)
      : (1024 * inputSize + outputSize / 2) / outputSize
    let position = output * scale + (geometry.halfPixelCenters ? scale / 2 - 512 : 0)
    lower = min(max(0, position / 1024), inputSize - 1)
    upper = min((position + 1023) / 1024, inputSize - 1)
    fraction = Int64(position - 1024 * lower)
  }
}

/// Float32 arithmetic from left to right.
@inline(__always)
private func interpolateFloat(
  _ top: (left: Float, right: Float), _ bottom: (left: Float, right: Float), vertical: Float, horizontal: Float
) -> Float {
  let topLeft = top.left * (1 - vertical) * (1 - horizontal)
  let bottomLeft = bottom.left * vertical * (1 - horizontal)
  let topRight = top.right * (1 - vertical) * horizontal
  let bottomRight = bottom.right * vertical * horizontal
  return topLeft + bottomLeft + topRight + bottomRight
}

extension Float: BilinearMethod {
  static func interpolate(
    _ top: (left: Float, right: Float), _ bottom: (left: Float, right: Float), vertical: FloatBilinearPosition,
    horizontal: FloatBilinearPosition
  ) -> Float {
    interpolateFloat(top, bottom, vertical: vertical.fraction, horizontal: horizontal.fraction) + 0
  }
}

extension UInt8: BilinearMethod {
  static func interpolate(
    _ top: (left: UInt8, right: UInt8), _ bottom: (left: UInt8, right: UInt8), vertical: FloatBilinearPosition,
    horizontal: FloatBilinearPosition
  ) -> UInt8 {
    let value = interpolateFloat(
      (Float(top.left), Float(top.right)), (Float(bottom.left), Float(bottom.right)), vertical: vertical.fraction,
      horizontal: horizontal.fraction)
    return UInt8(truncatingIfNeeded: Int32(Swift.min(Swift.max(value + 0.5, 0), 255.5)))
  }
}

/// Fixed-point arithmetic; ties are rounded away from zero.
protocol FixedBilinearElement: BilinearMethod, FixedWidthInteger where Position == FixedBilinearPosition {}

extension FixedBilinearElement {
  static func interpolate(
    _ top: (left: Self, right: Self), _ bottom: (left: Self, right: Self), vertical: FixedBilinearPosition,
    horizontal: FixedBilinearPosition
  ) -> Self {
    let (down, right) = (vertical.fraction, horizontal.fraction)
    let (up, left) = (1024 &- down, 1024 &- right)
    let sum =
      Int64(top.left) &* up &* left &+ Int64(bottom.left) &* down &* left &+ Int64(top.right) &* up &* right
      &+ Int64(bottom.right) &* down &* right
    return Self(truncatingIfNeeded: roundedQuotient(sum, 1 << 20))
  }
}

extension Int8: FixedBilinearElement {}
extension Int16: FixedBilinearElement {}
