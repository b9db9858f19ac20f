import TFLiteFlatBuffers
import TFLiteSchema

extension ParityRow {
  /// Operators of MediaPipe. Its kernels go by the shape that the file tells of a transformed image.
  static let mediaPipe = [
    ParityRow("Convolution2DTransposeBias", "float32", reference: .mediaPipe) { $0.transposeConvBias() },
    ParityRow("MaxPoolingWithArgmax2D", "float32", reference: .mediaPipe) { $0.poolWithPlaces() },
    ParityRow("MaxUnpooling2D", "float32", reference: .mediaPipe) { $0.unpoolCells() },
    ParityRow("MaxUnpooling2D", "float32 with int32 places", reference: .formula) { $0.unpoolPlaces("MaxUnpooling2D") },
    ParityRow("LiteRtMaxUnpooling2D", "float32", reference: .formula) { $0.unpoolPlaces("LiteRtMaxUnpooling2D") },
    ParityRow("TransformLandmarks", "float32", reference: .mediaPipe) { $0.transformLandmarks(version: 2) },
    ParityRow("TransformLandmarks", "float32 version 1", reference: .formula) {
      $0.transformLandmarks(version: 1)
    },
    ParityRow("TransformTensorBilinear", "float32", reference: .mediaPipe, allowsOutdatedShapes: false) {
      $0.transformImage(version: 2)
    },
    ParityRow("TransformTensorBilinear", "float32 version 1", reference: .formula) {
      $0.transformImage(version: 1)
    },
    ParityRow("Landmarks2TransformMatrix", "float32", reference: .mediaPipe) { $0.transformMatrixV2() },
    ParityRow("Landmarks2TransformMatrix", "float32 version 1", reference: .formula) { $0.transformMatrixV1() },
  ]
}

extension SplitMix64 {
  /// The fields of TfLitePoolParams, the last of which are computed.
  private mutating func fields(_ window: Window2D, activation: Int = 0) -> [Int32] {
    let fields = [
      window.padding == .same ? 1 : 2, window.strideWidth, window.strideHeight, window.filterWidth,
      window.filterHeight, activation,
    ]
    return (fields + [0, 0, 0, 0]).map { Int32($0) }
  }

  fileprivate mutating func transposeConvBias() -> OperatorCase {
    let input = [chance(0.7) ? 1 : 2, int(1...7), int(1...7), pick(awkwardSizes)]
    let filter = [int(1...9), int(1...5), int(1...5), input[3]]
    let (strideY, strideX, isSame) = (int(1...4), int(1...4), chance(0.5))
    func size(_ axis: Int, _ stride: Int) -> Int {
      let cut = isSame ? max(0, filter[axis] - (input[axis] - 1) % stride - 1) : 0
      return stride * (input[axis] - 1) + filter[axis] - cut
    }
    let misfit = chance(0.03)
    return OperatorCase(
      code: .custom, customCode: "Convolution2DTransposeBias",
      customFields: [isSame ? 1 : 2, Int32(strideX), Int32(strideY)] + (chance(0.5) ? [0, 0] : []),
      inputs: [
        floatOperand(input, deviation: 2), floatOperand(filter, deviation: 0.5, isConstant: chance(0.7)),
        floatOperand([filter[0] + (misfit ? 1 : 0)], isConstant: chance(0.7)),
      ], outputs: [.float([input[0], size(1, strideY), size(2, strideX), filter[0]])])
  }

  fileprivate mutating func poolWithPlaces() -> OperatorCase {
    let window = window2D(isDilated: false)
    let channels = pick(awkwardSizes)
    var input = floatOperand(window.inputShape(channels: channels), deviation: logUniform(0.5...20))
    if chance(0.03) { input.shape = [channels, input.elementCount / channels] }
    let output = TensorSketch.float(window.outputShape(channels: channels))
    return OperatorCase(
      code: .custom, customCode: "MaxPoolingWithArgmax2D", customFields: fields(window, activation: int(0...3)),
      inputs: [input], outputs: [output, output])
  }

  fileprivate mutating func unpoolCells() -> OperatorCase {
    var window = window2D(isDilated: false)
    // Strides that reach no further than windows, as poolings have them whose places these are.
    window.strideHeight = min(window.strideHeight, window.filterHeight)
    window.strideWidth = min(window.strideWidth, window.filterWidth)
    let shape = window.inputShape(channels: int(1...6))
    let cells = window.filterHeight * window.filterWidth
    let places = (0..<shape.elementCount).map { _ in Float(int(0...cells - 1)) + pick([0, 0.1, 0.9]) }
    return OperatorCase(
      code: .custom, customCode: "MaxUnpooling2D", customFields: fields(window),
      inputs: [floatOperand(shape), .float(shape, places)],
      outputs: [.float([shape[0], shape[1] * window.filterHeight, shape[2] * window.filterWidth, shape[3]])])
  }

  fileprivate mutating func unpoolPlaces(_ name: String) -> OperatorCase {
    let window = window2D(isDilated: false)
    let shape = window.inputShape(channels: int(1...6))
    func size(_ size: Int, _ filter: Int, _ stride: Int) -> Int {
      window.padding == .same ? size * stride : (size - 1) * stride + filter
    }
    let output = [
      shape[0], size(shape[1], window.filterHeight, window.strideHeight),
      size(shape[2], window.filterWidth, window.strideWidth), shape[3],
    ]
    var places = TensorSketch(type: .int32, shape: shape)
    let most = output.dropFirst().reduce(1, *) - 1
    places.bytes = (0..<shape.elementCount).flatMap { _ in littleEndianBytes(Int32(int(0...most))) }
    return OperatorCase(
      code: .custom, customCode: name, customFields: fields(window), inputs: [floatOperand(shape), places],
      outputs: [.float(output)])
  }

  /// A matrix that turns, stretches and moves by so much.
  private mutating func matrix(_ shape: [Int], scale: Float, shift: Float) -> TensorSketch {
    .float(shape, (0..<16).map { ($0 % 4 == 3 ? shift : scale) * normal() })
  }

  fileprivate mutating func transformLandmarks(version: Int) -> OperatorCase {
    let dimensions = int(2...3)
    let landmarks =
      version == 2 ? [1, int(1...90), dimensions] : [1, int(1...3), int(1...3), dimensions * int(1...30)]
    var made = OperatorCase(
      code: .custom, customCode: "TransformLandmarks", version: version,
      inputs: [
        floatOperand(landmarks, deviation: logUniform(0.1...200)),
        matrix(pick([[1, 4, 4], [1, 1, 4, 4], [4, 4]]), scale: 2, shift: 50),
      ], outputs: [.float(landmarks)])
    if version == 1 {
      made.customOptions = .map(["dimensions": .int(Int64(dimensions)), "scale": .float(Double(pick([1, 16, 0.3])))])
    }
    return made
  }

  fileprivate mutating func transformImage(version: Int) -> OperatorCase {
    let image = [1, int(1...12), int(1...12), int(1...9)]
    let (height, width) = (int(1...12), int(1...12))
    var options: [String: FlexBufferValue] = ["output_height": .int(Int64(height)), "output_width": .int(Int64(width))]
    if version == 1 { options = ["output_size": .vector([.int(Int64(height)), .int(Int64(width))])] }
    if version == 1, chance(0.5) { options["mode"] = .string("bilinear") }
    return OperatorCase(
      code: .custom, customCode: "TransformTensorBilinear", version: version, customOptions: .map(options),
      inputs: [floatOperand(image), matrix([1, 4, 4], scale: logUniform(0.1...1), shift: 3)],
      outputs: [.float([1, height, width, image[3]])])
  }

  /// Landmarks, and which of them count. Those that tell of a rotation are not the same: with version 1 their angle would
  /// be none.
  private mutating func landmarks(_ subset: String) -> (values: [Float], options: [String: FlexBufferValue]) {
    let count = int(2...60)
    let deviation = logUniform(0.5...100)
    let indices = (0..<int(2...20)).map { _ in FlexBufferValue.int(Int64(int(0...count - 1))) }
    let left = int(0...count - 1)
    let right = (left + int(1...count - 1)) % count
    return (
      (0..<3 * count).map { _ in deviation * normal() },
      [
        subset: .vector(indices), "left_rotation_idx": .int(Int64(left)), "right_rotation_idx": .int(Int64(right)),
      ]
    )
  }

  fileprivate mutating func transformMatrixV2() -> OperatorCase {
    var (values, options) = landmarks("subset_idxs")
    options["target_rotation_radians"] = .float(Double(pick([0, 1.5, uniform(-4...4)])))
    options["output_height"] = .int(Int64(int(1...64)))
    options["output_width"] = .int(Int64(int(1...64)))
    options["scale_x"] = .float(Double(pick([1, 1.5, uniform(0.1...4)])))
    options["scale_y"] = .float(Double(pick([1, 1.5, uniform(0.1...4)])))
    return OperatorCase(
      code: .custom, customCode: "Landmarks2TransformMatrix", version: 2, customOptions: .map(options),
      inputs: [.float([1, values.count / 3, 3], values)], outputs: [.float([1, 4, 4])])
  }

  fileprivate mutating func transformMatrixV1() -> OperatorCase {
    var (values, options) = landmarks("subset")
    options["dimensions"] = .int(3)
    options["landmarks_range"] = .int(Int64(int(1...256)))
    options["bbox_size_multiplier"] = .float(Double(uniform(0.1...4)))
    options["input_hw"] = .vector([.int(Int64(int(2...256))), .int(Int64(int(2...256)))])
    options["output_hw"] = .vector([.int(Int64(int(2...64))), .int(Int64(int(2...64)))])
    return OperatorCase(
      code: .custom, customCode: "Landmarks2TransformMatrix", version: 1, customOptions: .map(options),
      inputs: [.float([1, 1, 1, values.count], values)], outputs: [.float([1, 4, 4])])
  }
}
