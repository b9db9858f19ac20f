import TFLiteSchema

/// How a window of three dimensions moves over volumes [batch, depth, height, width, channels].
struct VolumeWindow: Equatable, Sendable {
  let depth: WindowAxis
  let vertical: WindowAxis
  let horizontal: WindowAxis

  /// The positions of the window.
  var outputSize: [Int] { [depth.outputSize, vertical.outputSize, horizontal.outputSize] }

  /// The size of what the window moves over.
  var inputSize: [Int] { [depth.inputSize, vertical.inputSize, horizontal.inputSize] }

  /// Calls `body` for each tap inside the volume at one position of the window.
  ///
  /// - Parameter body: gets the place that the tap is on, and the tap, each by its index.
  @inline(__always)
  func forEachTap(at z: Int, _ y: Int, _ x: Int, _ body: (_ place: Int, _ tap: Int) -> Void) {
    for tapZ in depth.tapsInside(output: z) {
      let placeZ = depth.inputPosition(output: z, tap: tapZ)
      for tapY in vertical.tapsInside(output: y) {
        let placeY = vertical.inputPosition(output: y, tap: tapY)
        for tapX in horizontal.tapsInside(output: x) {
          let placeX = horizontal.inputPosition(output: x, tap: tapX)
          body(
            (placeZ * vertical.inputSize + placeY) * horizontal.inputSize + placeX,
            (tapZ * vertical.windowSize + tapY) * horizontal.windowSize + tapX)
        }
      }
    }
  }
}

extension OperatorContext {
  /// Lays the window of a filter [depth, height, width, ...] on a volume whose size a tensor tells.
  func volumeWindow(
    on tensor: TensorDescriptor, size: [Int], filter: TensorDescriptor, _ options: Conv3DOptions
  ) throws(KernelError) -> VolumeWindow {
    VolumeWindow(
      depth: try windowAxis(
        on: tensor, inputSize: size[0], windowSize: filter.shape[0], stride: try positive(options.strideD, "stride_d"),
        dilation: try positive(options.dilationDFactor, "dilation_d_factor"), padding: options.padding),
      vertical: try windowAxis(
        on: tensor, inputSize: size[1], windowSize: filter.shape[1], stride: try positive(options.strideH, "stride_h"),
        dilation: try positive(options.dilationHFactor, "dilation_h_factor"), padding: options.padding),
      horizontal: try windowAxis(
        on: tensor, inputSize: size[2], windowSize: filter.shape[2], stride: try positive(options.strideW, "stride_w"),
        dilation: try positive(options.dilationWFactor, "dilation_w_factor"), padding: options.padding))
  }
}
