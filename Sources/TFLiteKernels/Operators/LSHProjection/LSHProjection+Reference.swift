/// The specification of LSH_PROJECTION: a fingerprint for each seed and row.
///
/// Source: `tflite/kernels/lsh_projection.cc`.
extension LSHProjection {
  func runReference(_ call: OperatorCall, _ input: UnsafeRawBufferPointer) {
    let (seeds, output) = (call.input(0, as: Float.self), call.output(0, as: Int32.self))
    let weights = isWeighted ? call.input(2, as: Float.self) : nil
    let rowByteCount = input.count / rows
    // A seed in front of a row.
    var key = [UInt8](repeating: 0, count: 4 + rowByteCount)
    var watch = call.stopWatch
    for function in 0..<functions {
      if watch.isOver(after: 4) { return }
      var signature: Int32 = 0
      for bit in 0..<bits {
        let place = function * bits + bit
        key.withUnsafeMutableBytes { $0.storeBytes(of: seeds[place], as: Float.self) }
        var score = 0.0
        for row in 0..<rows {
          let hash = key.withUnsafeMutableBytes { key -> Double in
            let start = row * rowByteCount
            for part in (0..<rowByteCount).parts {
              UnsafeMutableRawBufferPointer(rebasing: key[(4 + part.lowerBound)...]).copyMemory(
                from: UnsafeRawBufferPointer(rebasing: input[start + part.lowerBound..<start + part.upperBound]))
              if watch.isOver(after: part.count) { return 0.0 }
            }
            return Double(Int64(bitPattern: Fingerprint.of(UnsafeRawBufferPointer(key), &watch)))
          }
          if watch.isOver(after: 16) { return }
          score += weights.map { Double($0[row]) * hash } ?? hash
        }
        let value: Int32 = score > 0 ? 1 : 0
        if isDense { output[place] = value } else { signature = signature &<< 1 | value }
      }
      if !isDense { output[function] = signature &+ Int32(truncatingIfNeeded: function) &* (1 &<< Int32(bits)) }
    }
  }
}
