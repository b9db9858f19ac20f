import TFLiteFlatBuffers
import TFLiteSchema

extension ParityRow {
  static let audio = [
    ParityRow("AudioSpectrogram", "float32") { $0.audioSpectrogram() },
    ParityRow("Mfcc", "float32") { $0.mfcc() },
  ]
}

extension SplitMix64 {
  fileprivate mutating func audioSpectrogram() -> OperatorCase {
    // Mostly small, at times as long as windows of speech are.
    let windowSize = chance(0.2) ? pick([256, 400, 480, 512, 640, 1000, 1024]) : int(2...130)
    let (step, windowCount) = (int(1...2 * windowSize), int(1...5))
    let samples = windowSize + (windowCount - 1) * step + int(0...step - 1)
    let channels = chance(0.7) ? 1 : int(2...3)
    var options: [String: FlexBufferValue] = ["window_size": .int(Int64(windowSize)), "stride": .int(Int64(step))]
    if chance(0.8) { options["magnitude_squared"] = .bool(chance(0.5)) }
    // A window of negative size ends the C library's process.
    if chance(0.03) { options["window_size"] = pick([.int(0), nil]) }
    if chance(0.03) { options["stride"] = pick([.int(0), .int(-3), nil]) }
    var length = 1
    while length < windowSize { length *= 2 }
    return OperatorCase(
      code: .custom, customCode: "AudioSpectrogram", customOptions: .map(options),
      inputs: [floatOperand([samples, channels], deviation: logUniform(0.001...100))],
      outputs: [.float([channels, windowCount, length / 2 + 1])])
  }

  fileprivate mutating func mfcc() -> OperatorCase {
    let frequencies = chance(0.3) ? pick([129, 257, 513]) : int(2...70)
    let bands = int(1...45)
    let coefficients = int(1...bands)
    let rate = pick([8000, 16000, 22050, 44100, 48000, int(100...60000)])
    let lowest = int(0...rate / 4)
    let highest = chance(0.06) ? rate : int(lowest + 1...rate / 2)
    var options: [String: FlexBufferValue] = [
      "upper_frequency_limit": chance(0.5) ? .int(Int64(highest)) : .float(Double(highest) + 0.5),
      "lower_frequency_limit": .int(Int64(lowest)), "filterbank_channel_count": .int(Int64(bands)),
      "dct_coefficient_count": .int(Int64(coefficients)),
    ]
    if chance(0.03) { options[pick(options.keys.sorted())] = .int(Int64(pick([0, -1]))) }
    let shape = [chance(0.7) ? 1 : 2, int(1...4), frequencies]
    // Squares of magnitudes, many of them 0.
    let deviation = logUniform(1e-6...1e4)
    let spectra = floats(shape.elementCount, deviation: deviation).map { $0 * $0 }
    return OperatorCase(
      code: .custom, customCode: "Mfcc", customOptions: .map(options),
      inputs: [
        .float(shape, spectra),
        TensorSketch(type: .int32, shape: pick([[], [1], [1, 1]]), bytes: littleEndianBytes(Int32(rate))),
      ], outputs: [.float([shape[0], shape[1], coefficients])])
  }
}
