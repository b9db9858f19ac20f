/// The specification of FULLY_CONNECTED with scales for blocks: for each block a sum of stored values, scaled and added
/// up in float32; then the zero point's share, the row's scale, and the bias.
///
/// Source: `tflite/kernels/fully_connected.cc`, EvalBlockwise4Bit. Sums are float32 there, too, and of whole numbers.
extension BlockwiseFullyConnected {
  func runReference(_ call: OperatorCall, rows: QuantizedRows, units unitRange: Range<Int>) {
    let bias = call.optionalInput(2, as: Float.self)
    let output = call.output(0, as: Float.self)
    var watch = call.stopWatch
    weights.withUnsafeBytes { weights in
      for row in 0..<rows.rowCount {
        let values = rows[row: row]
        let quantization = rows.quantization(ofRow: row)
        for unit in unitRange {
          var (sum, weightSum): (Float, Float) = (0, 0)
          for block in 0..<depth / blockSize {
            var (blockSum, blockWeightSum): (Float, Int32) = (0, 0)
            for index in block * blockSize..<(block + 1) * blockSize {
              let weight = weights.load(fromByteOffset: unit * depth + index, as: Int8.self)
              blockSum += Float(values[index]) * Float(weight)
              blockWeightSum &+= Int32(weight)
            }
            let scale = scales[unit * (depth / blockSize) + block]
            sum += blockSum * scale
            weightSum += scale * Float(blockWeightSum)
          }
          sum -= Float(quantization.zeroPoint) * weightSum
          output[row * units + unit] = sum * quantization.scale + (bias?[unit] ?? 0)
          if watch.isOver(after: depth) { return }
        }
      }
    }
  }
}
