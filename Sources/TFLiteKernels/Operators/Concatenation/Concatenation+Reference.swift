/// The specification of CONCATENATION. uint8 inputs of another quantization are rescaled in float32.
///
/// Source: `tflite/kernels/internal/reference/concatenation.h`.
extension Concatenation {
  func runReference(_ call: OperatorCall) {
    var target = call.outputBytes(0)
    var watch = call.stopWatch
    for run in 0..<runs {
      for (index, byteCount) in bytesPerRun.enumerated() {
        if watch.isOver(after: byteCount &+ 8) { return }
        // Tensors without elements may have no memory.
        guard byteCount > 0 else { continue }
        let source = call.inputBytes(index) + run * byteCount
        if let rescaling = rescalings[index] {
          watch.forEachPart(of: 0..<byteCount) { part in
            for offset in part {
              let value = source.load(fromByteOffset: offset, as: UInt8.self)
              target.storeBytes(of: rescaling.apply(value), toByteOffset: offset, as: UInt8.self)
            }
          }
        } else {
          target.copyMemory(from: source, byteCount: byteCount, call.workers)
        }
        target += byteCount
      }
    }
  }
}

extension Rescaling {
  /// One stored value in the output's quantization.
  func apply(_ value: UInt8) -> UInt8 {
    UInt8(roundedToInt32(Float(value) * scale + bias) &+ outputZeroPoint, clampedTo: UInt8.range)
  }
}
