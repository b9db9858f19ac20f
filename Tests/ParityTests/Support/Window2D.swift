import TFLiteSchema

/// A sliding window over a batch of images.
struct Window2D {
  var batch: Int
  var height: Int
  var width: Int
  var filterHeight: Int
  var filterWidth: Int
  var strideHeight: Int
  var strideWidth: Int
  var dilationHeight = 1
  var dilationWidth = 1
  var padding: Padding

  func inputShape(channels: Int) -> [Int] { [batch, height, width, channels] }

  func outputShape(channels: Int) -> [Int] {
    func size(_ input: Int, _ filter: Int, _ stride: Int, _ dilation: Int) -> Int {
      padding == .same ? (input + stride - 1) / stride : (input + stride - ((filter - 1) * dilation + 1)) / stride
    }
    return [
      batch, size(height, filterHeight, strideHeight, dilationHeight),
      size(width, filterWidth, strideWidth, dilationWidth), channels,
    ]
  }
}

extension SplitMix64 {
  /// A window that fits its image.
  mutating func window2D(isDilated: Bool) -> Window2D {
    while true {
      let isPointwise = chance(0.25)
      let window = Window2D(
        batch: chance(0.7) ? 1 : int(2...3), height: int(1...11), width: int(1...11),
        filterHeight: isPointwise ? 1 : int(1...5), filterWidth: isPointwise ? 1 : int(1...5),
        strideHeight: int(1...3), strideWidth: int(1...3),
        dilationHeight: isDilated && chance(0.3) ? int(2...3) : 1,
        dilationWidth: isDilated && chance(0.3) ? int(2...3) : 1, padding: chance(0.5) ? .same : .valid)
      if window.outputShape(channels: 1).allSatisfy({ $0 > 0 }) { return window }
    }
  }
}
