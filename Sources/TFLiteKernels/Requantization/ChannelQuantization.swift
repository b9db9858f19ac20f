import TFLiteSchema

/// A scale and a zero point for each slice of one dimension.
struct ChannelQuantization: Equatable, Sendable {
  /// The dimension that counts the channels.
  let axis: Int
  let channels: [AffineQuantization]

  /// Calls `body` with the position of each element of a tensor and what it means.
  @inline(__always)
  func forEachElement(
    _ shape: [Int], _ workers: any Workers, _ body: (_ index: Int, _ quantization: AffineQuantization) -> Void
  ) {
    let inner = shape[(axis + 1)...].reduce(1, *)
    var index = 0
    var watch = StopWatch(workers)
    // Where each element has another channel, counting them one by one would take as long as they do.
    for _ in 0..<shape[..<axis].reduce(1, *) {
      for channel in channels {
        if inner == 1 {
          body(index, channel)
          index += 1
          continue
        }
        watch.forEachPart(of: 0..<inner) { part in
          for _ in part {
            body(index, channel)
            index += 1
          }
        }
        if watch.isOver(after: 0) { return }
      }
      if watch.isOver(after: channels.count) { return }
    }
  }
}

extension OperatorContext {
  /// The quantization of a tensor's slices; nil where the whole tensor has one scale.
  ///
  /// - Parameter shape: the tensor's shape, which the file may not tell.
  func channelQuantization(
    _ tensor: TensorDescriptor, shape: [Int]
  ) throws(KernelError) -> ChannelQuantization? {
    guard let quantization = tensor.quantization, quantization.isPerChannel else { return nil }
    let axis = Int(quantization.quantizedDimension)
    guard shape.indices.contains(axis), quantization.scale.count == shape[axis] else {
      throw .quantization(
        identity, tensor.identity,
        expected: "one scale for each slice of a dimension; found \(quantization.scale.count) for dimension \(axis)")
    }
    let zeroPoints = quantization.zeroPoint
    return ChannelQuantization(
      axis: axis,
      channels: quantization.scale.indices.map { channel in
        let zeroPoint = zeroPoints.count == 1 ? zeroPoints[0] : channel < zeroPoints.count ? zeroPoints[channel] : 0
        return AffineQuantization(
          scale: quantization.scale[channel], zeroPoint: Int32(truncatingIfNeeded: zeroPoint))
      })
  }
}
