import TFLiteFlatBuffers
import TFLiteKernels
import TFLiteSchema

extension ByteSource {
  /// A custom operator of the package, and options that are as good as any.
  mutating func customOperator() throws -> (name: String, options: ByteSlice) {
    let name = pick(CustomOperators.names)
    switch count(0...7) {
    case 0: return (name, ByteSlice())
    case 1: return (name, ByteSlice(bytes(count(0...31))))
    default:
      guard let optionNames = CustomOperators.optionNames[name] else { return (name, structure()) }
      return (name, try options(optionNames))
    }
  }

  /// The numbers of a structure of C, small ones as a rule.
  private mutating func structure() -> ByteSlice {
    let numbers = (0..<count(0...7)).map { _ -> Int32 in
      let choice = byte()
      return choice < 0xF0 ? Int32(choice % 5) : pick([-1, 17, .min, .max, 255])
    }
    return ByteSlice(numbers.flatMap { number in withUnsafeBytes(of: number) { Array($0) } })
  }

  private mutating func options(_ names: [String]) throws -> ByteSlice {
    var values: [String: FlexBufferValue] = [:]
    for name in names where count(0...15) > 0 { values[name] = value() }
    return ByteSlice(try FlexBufferValue.map(values).encoded())
  }

  private mutating func value() -> FlexBufferValue {
    let choice = byte()
    return switch choice {
    case ..<0x80: .int(Int64(choice % 9))
    case ..<0xC0: .float(Double(choice % 0x40) / 16)
    case ..<0xD0: .bool(choice % 2 == 0)
    case ..<0xF0: .vector((0..<count(0...4)).map { _ in .int(Int64(byte() % 9)) })
    default: pick([.int(-1), .int(.max), .float(1e30), .float(.nan), .float(0), .string("bilinear"), .null])
    }
  }
}

/// The custom operators of the package, and the names of their options.
private enum CustomOperators {
  static let names = OperatorRegistry.standard.operatorNames.filter { BuiltinOperator(schemaName: $0) == nil }

  /// The options of the others are structures of C.
  static let optionNames = [
    "AudioSpectrogram": ["window_size", "stride", "magnitude_squared"],
    "Landmarks2TransformMatrix": [
      "left_rotation_idx", "right_rotation_idx", "subset_idxs", "target_rotation_radians", "output_height",
      "output_width", "scale_x", "scale_y", "dimensions", "input_hw", "output_hw", "landmarks_range",
      "bbox_size_multiplier", "subset",
    ],
    "Mfcc": [
      "filterbank_channel_count", "dct_coefficient_count", "lower_frequency_limit", "upper_frequency_limit",
    ],
    "NumericVerify": ["tolerance", "log_if_failed"],
    "TFLite_Detection_PostProcess": [
      "max_detections", "max_classes_per_detection", "detections_per_class", "use_regular_nms", "nms_score_threshold",
      "nms_iou_threshold", "num_classes", "y_scale", "x_scale", "h_scale", "w_scale",
    ],
    "TransformLandmarks": ["dimensions", "scale"],
    "TransformTensorBilinear": ["output_height", "output_width", "output_size", "mode"],
  ]
}
