import TFLiteFlatBuffers
import TFLiteSchema

extension OperatorWork {
  /// The steps of custom operators that look at an element more than once.
  static func customSteps(_ name: String, _ options: ByteSlice, inputs: [[Int]?], outputs: [[Int]]) -> Int {
    func input(_ index: Int) -> [Int] { inputs.indices.contains(index) ? inputs[index] ?? [] : [] }
    guard let output = outputs.first else { return 0 }
    switch name {
    case "TFLite_Detection_PostProcess":
      // Boxes [1, anchors, 4] and scores [1, anchors, classes]: each box may be compared with each that was chosen, once
      // or for every class.
      let scores = input(1)
      let boxes = scores.dropFirst().first ?? 0
      let chosen = product(scores + [detectionsPerClass(options, boxCount: boxes)])
      return sum(sum(product(scores), product([boxes, product(output)])), chosen)
    case "AudioSpectrogram":
      // A logarithm's worth of steps for each element.
      return product([64, product(output)])
    case "MaxPoolingWithArgmax2D":
      let image = input(0)
      guard image.count == 4 else { return 0 }
      let window = windowSize(options, atMost: (image[1], image[2]))
      return product(output + [window.height, window.width])
    case "Mfcc":
      // Each coefficient of a spectrum looks at all bands, and so does a table of cosines.
      let bands = count("filterbank_channel_count", try? FlexBufferValue(decoding: options)) ?? 0
      let coefficients = output.last ?? 0
      return sum(product([64, bands, coefficients]), product(output + [bands]))
    default:
      return 0
    }
  }

  /// A window is no larger than what it moves over, as far as it counts.
  private static func windowSize(_ options: ByteSlice, atMost image: (Int, Int)) -> (height: Int, width: Int) {
    guard let fields = options.fields(5) else { return (0, 0) }
    return (max(0, min(Int(fields[4]), image.0)), max(0, min(Int(fields[3]), image.1)))
  }

  /// How many boxes of a class are chosen, where every class has its own; else 0.
  private static func detectionsPerClass(_ options: ByteSlice, boxCount: Int) -> Int {
    let map = try? FlexBufferValue(decoding: options)
    guard map?["use_regular_nms"]?.boolValue == true else { return 0 }
    return min(count("detections_per_class", map) ?? 100, count("max_detections", map) ?? 0, boxCount)
  }

  private static func count(_ key: String, _ map: FlexBufferValue?) -> Int? {
    map?[key]?.doubleValue.flatMap { Int(exactly: $0.rounded(.towardZero)) }
  }
}
