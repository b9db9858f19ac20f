import TFLiteSchema

/// The sizes of a resized tensor and how its pixels lie on the input's.
struct ResizeGeometry: Equatable, Sendable {
  let batches: Int
  let channels: Int
  let inputHeight: Int
  let inputWidth: Int
  let outputHeight: Int
  let outputWidth: Int
  /// The pixels in the corners of input and output coincide.
  let alignCorners: Bool
  /// Positions are those of the middles of pixels.
  let halfPixelCenters: Bool
  /// Positions in float32 are rounded once, after product and sum, where a method asks for that.
  var fusesPositions = false

  var output: [Int] { [batches, outputHeight, outputWidth, channels] }
}

extension OperatorContext {
  func resizeGeometry(alignCorners: Bool, halfPixelCenters: Bool) throws(KernelError) -> ResizeGeometry {
    let (input, size) = (try input(0), try input(1))
    try require(output(0), sameTypeAs: input)
    try require(input, rank: 4...4)
    try requireElements(input)
    try require(size, type: .int32)
    try require(size, shape: [2])
    let sizes = try integers(size)
    guard sizes.allSatisfy({ $0 >= 1 }) else {
      throw .value(identity, size.identity, "holds the size \(sizes), expected at least 1 row and column")
    }
    return ResizeGeometry(
      batches: input.shape[0], channels: input.shape[3], inputHeight: input.shape[1], inputWidth: input.shape[2],
      outputHeight: sizes[0], outputWidth: sizes[1], alignCorners: alignCorners, halfPixelCenters: halfPixelCenters)
  }
}
