import TFLiteSchema
import Testing

/// Generated single-operator models give the same bits here and in the TFLite C library's default mode, which hands
/// them to XNNPACK.
@Suite(.enabled(if: Oracle.isSupported, "the TFLite C library is published for Linux on x86-64 only"))
struct XNNPACKParityTests {
  @Test(arguments: ParityRow.onXNNPACK) func equalsTheDefaultRuntime(row: ParityRow) throws {
    try row.expectSameBitsOnXNNPACK()
  }
}

extension ParityRow {
  /// What XNNPACK takes of 8-bit operators with weights of 8 bits.
  static let onXNNPACK = (conv2D + depthwiseConv2D + fullyConnected + transposeConv)
    .filter { $0.typeName.hasPrefix("uint8") || $0.typeName.hasPrefix("int8") && !$0.typeName.contains(" with ") }
    .map { row in
      // XNNPACK goes by the shapes in the file.
      ParityRow(row.operatorName, row.typeName, allowsOutdatedShapes: false) { random in
        while true {
          var made = row.makeCase(&random)
          made.makeWeightsConstant()
          if made.suitsXNNPACK { return made }
        }
      }
    }
}

extension OperatorCase {
  private var activations: TensorSketch? { inputs[code == .transposeConv ? 2 : 0] }

  private var bias: TensorSketch? {
    let position = code == .transposeConv ? 3 : 2
    return position < inputs.count ? inputs[position] : nil
  }

  /// XNNPACK takes no weights that only a run tells.
  fileprivate mutating func makeWeightsConstant() {
    for position in inputs.indices where position != (code == .transposeConv ? 2 : 0) {
      inputs[position]?.isConstant = true
    }
  }

  /// Whether operands fit together in all that XNNPACK asks for.
  ///
  /// Source: `tflite/delegates/xnnpack/xnnpack_delegate.cc`, VisitConv2DNode and its like.
  fileprivate var suitsXNNPACK: Bool {
    guard let activations, let filter = inputs[1], filter.type == activations.type,
      outputs[0].type == activations.type, filter.zeroPoints.allSatisfy({ filter.type == .uint8 || $0 == 0 }),
      biasFits(filter, activations)
    else { return false }
    switch code {
    case .conv2D:
      guard let options = options as? Conv2DOptions else { return false }
      return bias != nil && activations.shape[3] % filter.shape[3] == 0
        && windowsFit(filter, activations, options.padding, [options.strideH, options.strideW])
    case .depthwiseConv2D:
      guard let options = options as? DepthwiseConv2DOptions else { return false }
      return bias != nil && filter.shape[3] % activations.shape[3] == 0
        && windowsFit(filter, activations, options.padding, [options.strideH, options.strideW])
    case .fullyConnected: return activations.shape.last == filter.shape.last
    default: return activations.shape[3] == filter.shape[3] && stridesFit(filter)
    }
  }

  private func biasFits(_ filter: TensorSketch, _ activations: TensorSketch) -> Bool {
    guard let bias else { return true }
    return bias.elementCount == filter.shape[code == .depthwiseConv2D ? 3 : 0]
      && bias.scales == filter.scales.map { $0 * activations.scales[0] }
  }

  /// Whether `SAME` needs padding or none: the pinned library takes less than none for an enormous padding, with which it
  /// sees nothing of the image. Later ones do not.
  private func windowsFit(
    _ filter: TensorSketch, _ activations: TensorSketch, _ padding: Padding, _ strides: [Int32]
  ) -> Bool {
    guard padding == .same, filter.shape[1] * filter.shape[2] > 1 else { return true }
    return (0...1).allSatisfy { axis in
      let (stride, size) = (Int(strides[axis]), activations.shape[1 + axis])
      // Without dilation windows reach least far.
      return (size - 1) / stride * stride + filter.shape[1 + axis] >= size
    }
  }

  private func stridesFit(_ filter: TensorSketch) -> Bool {
    guard let options = options as? TransposeConvOptions else { return false }
    return options.padding == .valid || filter.shape[1] >= options.strideH && filter.shape[2] >= options.strideW
  }
}
