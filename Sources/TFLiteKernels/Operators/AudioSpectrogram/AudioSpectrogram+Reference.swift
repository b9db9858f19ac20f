import TFLiteElementaryFunctions

/// The specification of AudioSpectrogram.
///
/// Source: `tflite/kernels/internal/spectrogram.cc`.
extension AudioSpectrogram {
  func runReference(_ call: OperatorCall, weights: [Double], tables: FourierTables) {
    let window = call.scratch.bindMemory(to: Double.self, capacity: length + 2)
    let input = call.input(0, as: Float.self)
    var result = call.output(0, as: Float.self)
    var watch = call.stopWatch
    for channel in 0..<channelCount {
      for index in 0..<windowCount {
        for part in (0..<windowSize).parts {
          for sample in part {
            window[sample] = Double(input[(index * step + sample) * channelCount + channel]) * weights[sample]
          }
          if watch.isOver(after: part.count) { return }
        }
        UnsafeMutableRawPointer(window + windowSize).fill(
          with: 0, byteCount: 8 * (length - windowSize), call.workers)
        tables.transform(realNumbers: window, count: length, call.workers)
        // The real number of the highest frequency has the place of an imaginary part that is 0.
        (window[length], window[length + 1], window[1]) = (window[1], 0, 0)
        for part in (0..<length / 2 + 1).parts {
          for frequency in part {
            let (real, imaginary) = (window[2 * frequency], window[2 * frequency + 1])
            let square = Float(real * real + imaginary * imaginary)
            result.pointee = isSquared ? square : square.squareRoot()
            result += 1
          }
          if watch.isOver(after: part.count) { return }
        }
        if watch.isOver(after: 16 &* length) { return }
      }
    }
  }

  /// Weights that rise from 0 in the shape of a cosine, and fall again.
  static func hannWindow(_ size: Int, _ watch: inout StopWatch) throws(RunStopped) -> [Double] {
    try watch.map(0..<size, stepsPerElement: 16) {
      0.5 - 0.5 * ElementaryFunctions.cos(2 * Double.pi * Double($0) / Double(size))
    }
  }
}
