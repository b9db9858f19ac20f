import TFLiteSchema

/// QUANTIZE from float32 to 4 bits: two values share a byte, the first in its low bits.
///
/// Source: `tflite/kernels/quantize.cc`, AffineQuantizeToInt4 and AffineQuantizeToUInt4.
struct PackedQuantize: TotalOperator {
  let outputShape: [Int]
  let quantization: AffineQuantization
  let range: ClosedRange<Int32>

  var outputShapes: [[Int]] { [outputShape] }

  func run(_ call: OperatorCall) {
    let (input, output) = (call.input(0, as: Float.self), call.output(0, as: UInt8.self))
    let count = outputShape.wrappingProduct
    func stored(_ index: Int) -> UInt8 {
      UInt8(quantization.stored(input[index]), clampedTo: range) & 0xF
    }
    call.forEachPart(of: 0..<(count + 1) / 2, stepsPerElement: 2) { part in
      for byte in part {
        output[byte] = stored(2 * byte) | (2 * byte + 1 < count ? stored(2 * byte + 1) << 4 : 0)
      }
    }
  }
}
