import TFLiteSchema

extension ParityRow {
  static let resize: [ParityRow] =
    [TensorType.float32, .uint8, .int8, .int16].map { type in
      ParityRow("RESIZE_BILINEAR", "\(type)".lowercased()) { $0.resize(.resizeBilinear, type) }
    }
    + [
      TensorType.float32, .uint8, .int8, .int16, .int32, .bool, .float16, .uint16, .uint32, .bfloat16, .float8E4M3FN,
      .float8E5M2,
    ].map { type in
      ParityRow("RESIZE_NEAREST_NEIGHBOR", "\(type)".lowercased(), distinct: 50) {
        $0.resize(.resizeNearestNeighbor, type)
      }
    }
}

extension ParityRow {
  /// RESIZE_BILINEAR as XNNPACK takes it, with widths among which some positions come out differently on arm64 and on
  /// x86-64, since they are rounded once more there.
  static let resizeOnXNNPACK = [TensorType.uint8, .int8].map { type in
    ParityRow("RESIZE_BILINEAR", "\(type)".lowercased()) { random in
      let widths = random.pick([(57, 55), (58, 55), (25, 91), (41, 75), (90, 31), (47, 75), (44, 79), (53, 71)])
      var made = random.resize(.resizeBilinear, type, widths: random.chance(0.5) ? widths : nil)
      made.inputs[1]?.isConstant = true
      if let options = made.options as? ResizeBilinearOptions, options.alignCorners, options.halfPixelCenters {
        made.options = ResizeBilinearOptions { $0.halfPixelCenters = true }
      }
      return made
    }
  }
}

extension SplitMix64 {
  fileprivate mutating func resize(
    _ code: BuiltinOperator, _ type: TensorType, widths: (Int, Int)? = nil
  ) -> OperatorCase {
    let (batch, channels) = (chance(0.7) ? 1 : 2, pick([1, 2, 3, 4, 5, 8, 9, 17]))
    var input = [batch, int(1...9), int(1...9), channels]
    var output = [batch, int(1...14), int(1...14), channels]
    var (alignsCorners, hasHalfPixelCenters) = (false, false)
    switch int(0...8) {
    case 0...2: alignsCorners = true
    case 3...5: hasHalfPixelCenters = true
    case 6 where chance(0.3): (alignsCorners, hasHalfPixelCenters) = (true, true)  // RESIZE_BILINEAR refuses this.
    default: break
    }
    if let widths { (input[2], output[2]) = widths }
    let size = parameters([output[1], output[2]])
    let affine = Affine(scale: 0.5, zeroPoint: 0)
    let source: TensorSketch =
      switch type {
      case .float32: floatOperand(input, deviation: 10)
      case .uint8, .int8: operand(type == .uint8 ? .uint8 : .int8, input)
      default:
        TensorSketch(
          type: type, shape: input, scales: [affine.scale], zeroPoints: [affine.zeroPoint],
          bytes: (0..<input.reduce(1, *) * (type.bitWidth ?? 8) / 8).map { _ in UInt8(int(0...255)) })
      }
    var result = source
    result.shape = output
    result.bytes = []
    let options: any OperatorOptions =
      code == .resizeBilinear
      ? ResizeBilinearOptions {
        $0.alignCorners = alignsCorners
        $0.halfPixelCenters = hasHalfPixelCenters
      }
      : ResizeNearestNeighborOptions {
        $0.alignCorners = alignsCorners
        $0.halfPixelCenters = hasHalfPixelCenters
      }
    return OperatorCase(
      code: code, version: 3, options: options, inputs: [source, size], outputs: [result])
  }
}
