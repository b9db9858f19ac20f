import Testing

/// Generated models of operators without weights on 8-bit tensors give the same bits here, with XNNPACK's numerics, and in
/// the default mode of the TFLite C library, which hands them to XNNPACK.
///
/// XNNPACK takes all of these operators unless their scales are too far apart: quotients of input and output scale from
/// 1/1024 to 256 for ADD and SUB, from 1/65536 to 256 for the product of scales in MUL, from 1/256 to 128 for QUANTIZE and
/// LEAKY_RELU. What it does not take, such as QUANTIZE between uint8 and int8, the C library computes with kernels of its
/// own, which round halves upward; here it is computed as by the reference kernels, but for MUL of tensors of one shape.
@Suite(.enabled(if: Oracle.isSupported, "the TFLite C library is published for Linux on x86-64 only"))
struct XNNPACKElementwiseParityTests {
  @Test(arguments: ParityRow.elementwiseOnXNNPACK) func equalsTheDefaultRuntime(row: ParityRow) throws {
    try row.expectSameBitsOnXNNPACK()
  }
}

extension ParityRow {
  /// What XNNPACK takes of 8-bit operators without weights, and computes as it is written down here.
  static let elementwiseOnXNNPACK = (add + sub + mul + reductions + activations + logistic + quantize + resizeOnXNNPACK)
    .filter { row in
      ["ADD", "SUB", "MUL", "MEAN", "LEAKY_RELU", "LOGISTIC", "TANH", "QUANTIZE", "RESIZE_BILINEAR"]
        .contains(row.operatorName)
        && ["uint8", "int8", "uint8 to uint8", "int8 to int8", "float32 to uint8", "float32 to int8"]
          .contains(row.typeName)
    }
    .map { row in
      // XNNPACK goes by the shapes in the file.
      ParityRow(row.operatorName, row.typeName, distinct: row.distinct, allowsOutdatedShapes: false) { random in
        while true {
          var made = row.makeCase(&random)
          if random.chance(0.2) { made.setScalesApart(&random) }
          if made.suitsXNNPACK { return made }
        }
      }
    }
}

extension OperatorCase {
  /// Gives MUL of two tensors of one shape scales that XNNPACK does not take. With most of them, results leave 16 bits.
  fileprivate mutating func setScalesApart(_ random: inout SplitMix64) {
    guard code == .mul, let left = inputs[0], let right = inputs[1], left.shape == right.shape else { return }
    let quotients: [ClosedRange<Float>] = [0x1p-40...0x1p-17, 0x1p8...0x1p12, 0x1p12...0x1p110]
    let scale = left.scales[0] * right.scales[0] / random.logUniform(random.pick(quotients))
    if scale.isNormal { outputs[0].scales = [scale] }
  }

  /// Whether the scales fit together as XNNPACK asks for, or what it leaves is computed as it is written down here.
  ///
  /// Source: `tflite/delegates/xnnpack/xnnpack_delegate.cc`, VisitBinaryNode and VisitUnaryNode.
  fileprivate var suitsXNNPACK: Bool {
    let output = outputs[0].scales[0]
    let quotients = inputs.compactMap { $0?.scales.first }.map { $0 / output }
    switch code {
    case .add, .sub: return quotients.allSatisfy { $0 >= 1 / 1024 && $0 < 256 }
    case .mul:
      let product = quotients.reduce(output, *)
      return product >= 1 / 65536 && product < 256 || inputs[0]?.shape == inputs[1]?.shape
    case .quantize where inputs[0]?.type == .float32: return true
    case .quantize, .leakyRelu: return quotients[0] >= 1 / 256 && quotients[0] <= 128
    // XNNPACK would compute it, but TFLite refuses it without XNNPACK, and so does this package.
    case .logistic: return output == 1 / 256
    default: return true
    }
  }
}
