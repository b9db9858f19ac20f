import TFLiteFlatBuffers
import TFLiteSchema
import TestModels

extension HostileFile {
  // MARK: - Custom operators (row 49)

  static let customs = audio + windows + unpooling + matrices

  private static func map(_ options: [String: FlexBufferValue]) -> [UInt8] {
    (try? FlexBufferValue.map(options).encoded()) ?? []
  }

  private static func fields(_ fields: Int32...) -> [UInt8] { [UInt8](fields) }

  private static func spectrogram(_ windowSize: Int64, _ stride: Int64) -> ModelSketch {
    .custom(
      "AudioSpectrogram", map(["window_size": .int(windowSize), "stride": .int(stride)]), [[8, 1]])
  }

  private static func mfcc(_ change: [String: FlexBufferValue] = [:], rate: Int32 = 8000) -> ModelSketch {
    let options: [String: FlexBufferValue] = [
      "upper_frequency_limit": .int(4000), "lower_frequency_limit": .int(20), "filterbank_channel_count": .int(40),
      "dct_coefficient_count": .int(13),
    ]
    var sketch = ModelSketch.custom("Mfcc", map(options.merging(change) { $1 }), [[1, 2, 9]])
    sketch.graph.operators[0].inputs.append(sketch.plain("rate", [1], .int32, data: [UInt8]([rate])))
    return sketch
  }

  private static let audio = [
    HostileFile(
      49, "no options", .allocate, ["operator 0 AudioSpectrogram", "custom_options"],
      .custom("AudioSpectrogram", [], [[8, 1]])),
    HostileFile(49, "a window of 1", .allocate, ["operator 0 AudioSpectrogram", "window_size"], spectrogram(1, 1)),
    HostileFile(
      49, "a window of 2^31 - 1", .allocate, ["operator 0 AudioSpectrogram", "window_size", "2147483647"],
      spectrogram(Int64(Int32.max), 1)),
    HostileFile(49, "a step of 0", .allocate, ["operator 0 AudioSpectrogram", "stride", "0"], spectrogram(4, 0)),
    HostileFile(
      49, "2^31 - 1 bands", .allocate, ["the activations need", "memory limit"],
      mfcc(["filterbank_channel_count": .int(Int64(Int32.max)), "dct_coefficient_count": .int(1)])),
    HostileFile(
      49, "2^31 - 1 bands and coefficients", .allocate, ["operator 0 Mfcc", "filterbank_channel_count"],
      mfcc([
        "filterbank_channel_count": .int(Int64(Int32.max)), "dct_coefficient_count": .int(Int64(Int32.max)),
      ])),
    HostileFile(
      49, "limits out of order", .allocate, ["operator 0 Mfcc", "upper_frequency_limit", "20"],
      mfcc(["upper_frequency_limit": .int(20)])),
    HostileFile(
      49, "a limit that is no number", .allocate, ["operator 0 Mfcc", "upper_frequency_limit"],
      mfcc(["upper_frequency_limit": .float(.nan)])),
    HostileFile(49, "a rate below 0", .invoke, ["operator 0 Mfcc", "tensor 2", "-8000"], mfcc(rate: -8000)),
    HostileFile(49, "a rate of 1", .ran, [], mfcc(rate: 1)),
  ]

  private static let windows = [
    HostileFile(
      49, "fields cut off", .allocate, ["operator 0 Convolution2DTransposeBias", "custom_options", "8 bytes"],
      .transposedConvolution(fields(1, 2))),
    HostileFile(
      49, "a padding that does not exist", .allocate, ["operator 0 Convolution2DTransposeBias", "padding", "7"],
      .transposedConvolution(fields(7, 2, 2))),
    HostileFile(
      49, "a step below 0", .allocate, ["operator 0 Convolution2DTransposeBias", "stride_width", "-2"],
      .transposedConvolution(fields(1, -2, 2))),
    HostileFile(
      49, "a huge step", .allocate, ["tensor 3"], .transposedConvolution(fields(1, .max, .max))),
    HostileFile(
      49, "a longer bias", .allocate, ["operator 0 Convolution2DTransposeBias", "tensor 2", "[1]"],
      .transposedConvolution(fields(1, 2, 2))
    ) { $0.graph.tensors[2].shape = [2] },
    HostileFile(49, "a huge window", .ran, [], .pooling(fields(1, 1, 1, .max, .max, 0))),
    HostileFile(
      49, "a huge window without padding", .allocate, ["operator 0 MaxPoolingWithArgmax2D", "tensor 0"],
      .pooling(fields(2, 1, 1, .max, .max, 0))),
    HostileFile(
      49, "an activation that does not exist", .allocate, ["operator 0 MaxPoolingWithArgmax2D", "activation", "-5"],
      .pooling(fields(1, 1, 1, 2, 2, -5))),
  ]

  private static let unpooling = [
    HostileFile(
      49, "places that are no numbers", .invoke, ["operator 0 MaxUnpooling2D", "tensor 1", "at 0"],
      .unpooling("MaxUnpooling2D", .float32, [UInt8]([.nan, 0, 0, 0] as [Float]))),
    HostileFile(
      49, "places far outside", .invoke, ["operator 0 MaxUnpooling2D", "tensor 1", "at 1"],
      .unpooling("MaxUnpooling2D", .float32, [UInt8]([0, 3e38, 0, 0] as [Float]))),
    HostileFile(
      49, "the lowest place", .invoke, ["operator 0 MaxUnpooling2D", "tensor 1", "at 2"],
      .unpooling("MaxUnpooling2D", .int32, [UInt8]([0, 1, .min, 0] as [Int32]))),
    HostileFile(
      49, "the highest place", .invoke, ["operator 0 LiteRtMaxUnpooling2D", "tensor 1", "at 3"],
      .unpooling("LiteRtMaxUnpooling2D", .int32, [UInt8]([0, 1, 2, .max] as [Int32]))),
    HostileFile(
      49, "places of other values", .allocate, ["operator 0 LiteRtMaxUnpooling2D", "tensor 1", "[1, 2, 2, 1]"],
      .unpooling("LiteRtMaxUnpooling2D", .int32, [UInt8]([0, 1, 2, 3] as [Int32]))
    ) { $0.graph.tensors[1].shape = [1, 4, 1, 1] },
    HostileFile(
      49, "differences from a scalar", .allocate, ["operator 0 NumericVerify", "tensor 1", "[4]"],
      .custom("NumericVerify", map([:]), [[4], []])
    ) { $0.graph.tensors[0].type = .uint8 },
  ]

  private static func landmarks(_ subset: [FlexBufferValue]) -> [UInt8] {
    map([
      "subset_idxs": .vector(subset), "left_rotation_idx": .int(0), "right_rotation_idx": .int(1),
      "output_height": .int(4), "output_width": .int(4), "scale_x": .float(1), "scale_y": .float(1),
    ])
  }

  private static let matrices = [
    HostileFile(
      49, "a matrix of nine", .allocate, ["operator 0 TransformLandmarks", "tensor 1", "16"],
      .custom("TransformLandmarks", version: 2, [], [[1, 4, 3], [3, 3]])),
    HostileFile(
      49, "version 3", .allocate, ["operator 0 TransformLandmarks", "version", "3"],
      .custom("TransformLandmarks", version: 3, [], [[1, 4, 3], [4, 4]])),
    HostileFile(
      49, "a landmark that is not there", .allocate, ["operator 0 Landmarks2TransformMatrix", "subset_idxs", "4"],
      .custom("Landmarks2TransformMatrix", version: 2, landmarks([.int(0), .int(4)]), [[1, 4, 3]])),
    HostileFile(
      49, "no landmarks", .allocate, ["operator 0 Landmarks2TransformMatrix", "tensor 0"],
      .custom("Landmarks2TransformMatrix", version: 2, landmarks([.int(0)]), [[1, 0, 3]])),
    HostileFile(
      49, "an empty subset", .allocate, ["operator 0 Landmarks2TransformMatrix", "subset_idxs"],
      .custom("Landmarks2TransformMatrix", version: 2, landmarks([]), [[1, 4, 3]])),
    HostileFile(
      49, "a huge image", .allocate, ["tensor 2"],
      .custom(
        "TransformTensorBilinear", version: 2,
        map(["output_height": .int(Int64(Int32.max)), "output_width": .int(Int64(Int32.max))]),
        [[1, 2, 2, 1], [4, 4]])),
    HostileFile(
      49, "a matrix without numbers", .ran, [],
      .custom(
        "TransformTensorBilinear", version: 2, map(["output_height": .int(3), "output_width": .int(3)]),
        [[1, 2, 2, 1], [4, 4]])
    ) { $0.store([UInt8]([Float](repeating: .nan, count: 16)), in: 1) },
  ]
}

extension ModelSketch {
  /// An operator on inputs of float32 with an output of float32.
  fileprivate static func custom(
    _ name: String, version: Int32 = 1, _ options: [UInt8], _ shapes: [[Int32]], outputs: Int = 1
  ) -> ModelSketch {
    var sketch = ModelSketch()
    let inputs = shapes.enumerated().map { sketch.plain("input\($0)", $1, .float32) }
    let outputs = (0..<outputs).map { sketch.plain("output\($0)", [1], .float32) }
    (sketch.graph.inputs, sketch.graph.outputs) = (inputs, outputs)
    sketch.step(OperatorCode(custom: name, version: version), inputs: inputs, outputs: outputs, customOptions: options)
    return sketch
  }

  fileprivate static func transposedConvolution(_ options: [UInt8]) -> ModelSketch {
    custom("Convolution2DTransposeBias", options, [[1, 2, 2, 1], [1, 2, 2, 1], [1]])
  }

  fileprivate static func pooling(_ options: [UInt8]) -> ModelSketch {
    custom("MaxPoolingWithArgmax2D", options, [[1, 3, 3, 1]], outputs: 2)
  }

  /// Two times two values, and constants for their places in windows of two times two.
  fileprivate static func unpooling(_ name: String, _ type: TensorType, _ places: [UInt8]) -> ModelSketch {
    var sketch = custom(name, [UInt8]([1, 2, 2, 2, 2, 0] as [Int32]), [[1, 2, 2, 1], [1, 2, 2, 1]])
    sketch.graph.tensors[1].type = type
    sketch.store(places, in: 1)
    return sketch
  }

  /// Makes an input a constant.
  fileprivate mutating func store(_ values: [UInt8], in tensor: Int) {
    graph.tensors[tensor].buffer = UInt32(model.buffers.count)
    model.buffers.append(Buffer(data: ByteSlice(values)))
    graph.inputs.removeAll { $0 == tensor }
  }
}
