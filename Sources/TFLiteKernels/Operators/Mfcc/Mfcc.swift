import TFLiteSchema

/// Mfcc: what spectra of speech are told by, mel-frequency cepstral coefficients.
///
/// Inputs: squared magnitudes [channels, windows, frequencies], float32, as AudioSpectrogram gives them; the rate of samples,
/// one int32. Output: [channels, windows, coefficients], float32. The options `lower_frequency_limit` and
/// `upper_frequency_limit` are whole numbers of hertz, between which `filterbank_channel_count` bands lie;
/// `dct_coefficient_count` counts the coefficients. Where the limits go beyond half the rate, all coefficients are 0.
/// Computed in double.
///
/// Source: `tflite/kernels/mfcc.cc`; `tflite/kernels/internal/mfcc.cc`, `internal/mfcc_mel_filterbank.cc` and
/// `internal/mfcc_dct.cc`.
enum MfccOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 2...2)
    try context.requireActivationType(of: Self.self)
    let (spectra, rate) = (try context.input(0), try context.input(1))
    try context.require(rate, type: .int32)
    try context.require(context.output(0), type: .float32)
    try context.require(spectra, rank: 3...3)
    try context.requireOneElement(rate)
    guard spectra.shape[2] >= 2 else {
      throw KernelError.shape(
        context.identity, spectra.identity, found: spectra.shape, expected: "at least 2 frequencies")
    }
    let options = try CustomOptions(context)
    let largest = Int(Int32.max)
    let bandCount = try options.integer("filterbank_channel_count", in: 1...largest)
    let coefficientCount = try options.integer("dct_coefficient_count", in: 1...bandCount)
    guard bandCount * coefficientCount <= largest else {
      throw KernelError.option(
        context.identity, name: "filterbank_channel_count", found: "\(bandCount)",
        expected: "at most \(largest / coefficientCount) for \(coefficientCount) coefficients")
    }
    let (lower, upper) = ("lower_frequency_limit", "upper_frequency_limit")
    let lowest = options.has(lower) ? try options.integer(lower, in: 0...largest - 1) : 0
    let highest = try options.integer(upper, in: lowest + 1...largest)
    guard Float(lowest) < Float(highest) else {
      throw KernelError.option(context.identity, name: upper, found: "\(highest)", expected: "more, in float32")
    }
    return Mfcc(
      identity: context.identity, rate: rate.identity, inputShape: spectra.shape, bandCount: bandCount,
      coefficientCount: coefficientCount, lowest: Double(Float(lowest)), highest: Double(Float(highest)))
  }
}

/// Mfcc with known bands.
struct Mfcc: ThrowingOperator {
  let identity: OperatorIdentity
  let rate: TensorIdentity
  let inputShape: [Int]
  let bandCount: Int
  let coefficientCount: Int
  /// In hertz.
  let lowest: Double
  let highest: Double

  var outputShapes: [[Int]] { [[inputShape[0], inputShape[1], coefficientCount]] }

  /// Spectra, one for each channel and window.
  var spectrumCount: Int { inputShape[0] * inputShape[1] }
  var frequencyCount: Int { inputShape[2] }

  /// See ``MfccTables``, and the bands of a spectrum.
  var scratchByteCount: Int { 8 * (bandCount * coefficientCount + 2 * bandCount + 1 + 2 * frequencyCount) }

  func run(_ call: OperatorCall) throws {
    let sampleRate = call.input(1, as: Int32.self).pointee
    guard spectrumCount > 0 else { return }
    guard sampleRate > 0 else {
      throw KernelError.value(identity, rate, "holds the rate \(sampleRate), expected one above 0")
    }
    runReference(call, sampleRate: Double(sampleRate))
  }
}
