import TFLiteSchema

/// AudioSpectrogram: how strong each frequency is in windows of sound, one behind the other.
///
/// Input: samples [count, channels], float32. Output: [channels, windows, frequencies], float32: magnitudes, or their
/// squares, where the option `magnitude_squared` says so. The options `window_size` and `stride` count samples; a window
/// is filled up with zeros to a power of two. Computed in double.
///
/// Source: `tflite/kernels/audio_spectrogram.cc`; `tflite/kernels/internal/spectrogram.cc`; Ooura's `fftsg.c`, rdft.
enum AudioSpectrogramOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 1...1)
    try context.requireActivationType(of: Self.self)
    let input = try context.input(0)
    try context.require(context.output(0), type: .float32)
    try context.require(input, rank: 2...2)
    let options = try CustomOptions(context)
    // Beyond, the length of the transform is no 32-bit number.
    let windowSize = try options.integer("window_size", in: 2...1 << 30)
    let step = try options.integer("stride", in: 1...Int(Int32.max))
    let sampleCount = input.shape[0]
    let windowCount = sampleCount < windowSize ? 0 : 1 + (sampleCount - windowSize) / step
    if windowCount > 0 {
      try context.requireMemory(
        AudioSpectrogram.byteCount(windowSize: windowSize), for: "windows of \(windowSize) samples")
    }
    var watch = context.stopWatch
    return try AudioSpectrogram(
      sampleCount: sampleCount, channelCount: input.shape[1], windowSize: windowSize, step: step,
      windowCount: windowCount, isSquared: options.flag("magnitude_squared"), &watch)
  }
}

/// AudioSpectrogram with known windows.
struct AudioSpectrogram: TotalOperator {
  let sampleCount: Int
  let channelCount: Int
  let windowSize: Int
  /// Samples from one window to the next.
  let step: Int
  let windowCount: Int
  let isSquared: Bool
  /// The transform's length, a power of two.
  let length: Int
  /// nil where there is nothing to transform.
  private let prepared: (weights: [Double], tables: FourierTables)?

  /// - Throws: ``RunStopped`` when the run that prepares the operator shall end.
  init(
    sampleCount: Int, channelCount: Int, windowSize: Int, step: Int, windowCount: Int, isSquared: Bool,
    _ watch: inout StopWatch
  ) throws(RunStopped) {
    (self.sampleCount, self.channelCount) = (sampleCount, channelCount)
    (self.windowSize, self.step, self.windowCount) = (windowSize, step, windowCount)
    self.isSquared = isSquared
    let length = windowSize.nextPowerOfTwo
    self.length = length
    guard windowCount * channelCount > 0 else {
      prepared = nil
      return
    }
    prepared = try (
      Self.hannWindow(windowSize, &watch), FourierTables(length: length / 2, realLength: length, &watch)
    )
  }

  var outputShapes: [[Int]] { [[channelCount, windowCount, length / 2 + 1]] }

  /// The bytes of weights, tables and a window.
  static func byteCount(windowSize: Int) -> Int {
    let length = windowSize.nextPowerOfTwo
    return 8 * windowSize + FourierTables.byteCount(length: length / 2, realLength: length) + 8 * (length + 2)
  }

  /// A window, and the number of the highest frequency.
  var scratchByteCount: Int { prepared == nil ? 0 : 8 * (length + 2) }

  func run(_ call: OperatorCall) {
    guard let prepared else { return }
    runReference(call, weights: prepared.weights, tables: prepared.tables)
  }
}

extension Int {
  /// The least power of two that is not smaller; the number must be positive.
  fileprivate var nextPowerOfTwo: Int { self <= 1 ? 1 : 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount) }
}
