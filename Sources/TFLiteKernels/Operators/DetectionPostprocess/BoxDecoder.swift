import TFLiteElementaryFunctions

/// Decodes single boxes, with the arithmetic of the reference.
struct BoxDecoder: Sendable {
  private let options: DetectionPostprocessOptions
  /// y, x, height and width of each anchor.
  private let anchors: [Float]
  /// Elements of one box encoding.
  private let stride: Int
  /// The real value of each stored byte; empty for float32 encodings.
  private let realValues: [Float]

  /// nil where the anchors are not constants, or where one has a negative size, which is an error.
  init?(_ postprocess: DetectionPostprocess) {
    guard let stored = postprocess.anchors.constant, let table = Self.realValues(postprocess.anchors),
      let realValues = Self.realValues(postprocess.boxEncodings)
    else { return nil }
    let anchors = stored.withUnsafeBytes { bytes in
      (0..<4 * postprocess.boxCount).map { index in
        table.isEmpty ? bytes.loadUnaligned(fromByteOffset: 4 * index, as: Float.self) : table[Int(bytes[index])]
      }
    }
    // Whatever the encoding, such an anchor's box has its edges in order.
    guard !anchors.indices.contains(where: { $0 % 4 >= 2 && anchors[$0] < 0 }) else { return nil }
    self.anchors = anchors
    self.realValues = realValues
    options = postprocess.options
    stride = postprocess.boxEncodings.shape[2]
  }

  /// The real value of each stored byte of coordinates: empty for float32, nil where a value is so small or so large
  /// that it matters how the processor treats such numbers.
  private static func realValues(_ tensor: TensorDescriptor) -> [Float]? {
    guard tensor.type == .uint8 else { return [] }
    guard let quantization = tensor.quantization, quantization.scale[0].isOrdinary else { return nil }
    let zeroPoint = Float(quantization.zeroPoint.first ?? 0)
    guard abs(zeroPoint) <= 255 else { return nil }
    return (0..<256).map { (Float($0) - zeroPoint) * quantization.scale[0] }
  }

  /// Source: `tflite/kernels/detection_postprocess.cc`, DecodeCenterSizeBoxes.
  func box(_ index: Int, _ call: OperatorCall) -> Box {
    @inline(__always) func encoding(_ position: Int) -> Double {
      let element = index * stride + position
      if realValues.isEmpty { return Double(call.input(0, as: Float.self)[element]) }
      return Double(realValues[Int(call.input(0, as: UInt8.self)[element])])
    }
    @inline(__always) func anchor(_ position: Int) -> Double { Double(anchors[4 * index + position]) }
    let yCenter = Float(encoding(0) / Double(options.yScale) * anchor(2) + anchor(0))
    let xCenter = Float(encoding(1) / Double(options.xScale) * anchor(3) + anchor(1))
    let halfHeight = Float(0.5 * ElementaryFunctions.exp(encoding(2) / Double(options.heightScale)) * anchor(2))
    let halfWidth = Float(0.5 * ElementaryFunctions.exp(encoding(3) / Double(options.widthScale)) * anchor(3))
    return Box(
      ymin: yCenter - halfHeight, xmin: xCenter - halfWidth, ymax: yCenter + halfHeight, xmax: xCenter + halfWidth)
  }
}

extension Float {
  /// Whether this scale is so far from the ends of float32's range that no multiple by a byte reaches them.
  var isOrdinary: Bool { self > 1e-30 && self < 1e30 }
}
