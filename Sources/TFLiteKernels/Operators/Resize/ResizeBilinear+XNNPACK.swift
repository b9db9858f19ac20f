import TFLiteSchema

/// RESIZE_BILINEAR of 8-bit pixels as XNNPACK computes it: in fixed point with 11 fractional bits in each direction; ties are
/// rounded upward.
///
/// Source: XNNPACK, `src/s8-ibilinear/scalar.c.in`.
enum XNNPACKBilinear<Element: QuantizedInteger>: BilinearMethod {
  @inline(__always)
  static func interpolate(
    _ top: (left: Element, right: Element), _ bottom: (left: Element, right: Element),
    vertical: XNNPACKBilinearPosition, horizontal: XNNPACKBilinearPosition
  ) -> Element {
    func across(_ row: (left: Element, right: Element)) -> Int32 {
      let (left, right) = (Int32(truncatingIfNeeded: row.left), Int32(truncatingIfNeeded: row.right))
      return left &<< 11 &+ (right &- left) &* horizontal.fraction
    }
    let (above, below) = (across(top), across(bottom))
    let sum = above &<< 11 &+ (below &- above) &* vertical.fraction
    return Element(truncatingIfNeeded: roundingUpwardDivideByPowerOfTwo(sum, 22))
  }
}

/// A position on the image, with 11 fractional bits.
///
/// Source: XNNPACK, `src/indirection.c`, xnn_indirection_init_resize_bilinear2d_hwc_q11.
struct XNNPACKBilinearPosition: BilinearPosition {
  let lower: Int
  let upper: Int
  /// The distance from the lower pixel, in 1/2048.
  let fraction: Int32
  var distance: Float { Float(fraction) }

  init(output: Int, outputSize: Int, inputSize: Int, geometry: ResizeGeometry) {
    let corner = geometry.alignCorners && outputSize > 1 ? 1 : 0
    let scale = Float(inputSize - corner) / Float(outputSize - corner)
    var position = Float(output) * scale
    if geometry.halfPixelCenters {
      let offset = 0.5 * scale - 0.5
      position = geometry.fusesPositions ? offset.addingProduct(Float(output), scale) : position + offset
    }
    position = min(max(position, 0), Float(inputSize - 1))
    lower = Int(position)
    upper = min(lower + 1, inputSize - 1)
    fraction = Int32(((position - Float(lower)) * 0x1p11).rounded(.toNearestOrEven))
  }
}

extension OperatorContext {
  /// How XNNPACK lays pixels on the input's, or nil where it leaves a RESIZE_BILINEAR to TFLite: it wants constant sizes
  /// below 2²⁴, and one quantization.
  ///
  /// Compilers for arm64 fuse the product and the sum that make a position; those for x86-64 must not count on such an
  /// instruction.
  ///
  /// Source: `tflite/delegates/xnnpack/xnnpack_delegate.cc`, VisitResizeBilinearNode.
  func xnnpackGeometry(_ geometry: ResizeGeometry) throws -> ResizeGeometry? {
    let sizes = [geometry.inputHeight, geometry.inputWidth, geometry.outputHeight, geometry.outputWidth]
    guard numerics.followsXNNPACK, try input(1).constant != nil, sizes.allSatisfy({ $0 < 1 << 24 }),
      let quantization = try input(0).quantization, quantization.scale.count == 1,
      quantization.scale == output(0).quantization?.scale, quantization.zeroPoint == output(0).quantization?.zeroPoint
    else { return nil }
    var geometry = geometry
    geometry.fusesPositions = numerics.architecture == .arm64
    return geometry
  }
}
