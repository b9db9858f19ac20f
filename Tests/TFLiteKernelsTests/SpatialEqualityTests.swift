import TFLiteFlatBuffers
import TFLiteKernels
import TFLiteSchema
import TestRandomness
import Testing

/// Operators that make one element of many, and those that move elements, give the same bits with vector and plain loops.
@Suite struct SpatialEqualityTests {
  @Test(arguments: [BuiltinOperator.averagePool2D, .maxPool2D, .l2Pool2D], [TensorType.uint8, .int8, .float32])
  func pooling(code: BuiltinOperator, type: TensorType) throws {
    guard code != .l2Pool2D || type == .float32 else { return }
    try VectorEquality("\(code) \(type)", numerics: .reference).check { random in
      let window = random.window(largestKernel: 9, isDilated: false)
      let shape = [random.int(1...3), window.height, window.width, random.channels()]
      let input = type == .float32 ? random.floats(shape) : random.quantized(type, shape)
      let activation = random.activation()
      return RandomOperator(
        code: code,
        options: Pool2DOptions {
          $0.padding = window.padding
          $0.strideH = Int32(window.strideHeight)
          $0.strideW = Int32(window.strideWidth)
          $0.filterHeight = Int32(window.kernelHeight)
          $0.filterWidth = Int32(window.kernelWidth)
          $0.fusedActivationFunction = activation
        }, inputs: [input],
        outputs: [RandomTensor(type: type, shape: [], scales: input.scales, zeroPoints: input.zeroPoints)])
    }
  }

  @Test(arguments: [BuiltinOperator.mean, .sum], ByteType.allCases)
  func sums(code: BuiltinOperator, type: ByteType) throws {
    for numerics in Numerics.ofFloats {
      try VectorEquality("\(code) \(type) \(numerics)", numerics: numerics).check { random in
        let rank = random.int(1...5)
        let shape = (0..<rank).map { axis in axis == rank - 1 ? random.channels() : random.int(1...8) }
        let input = random.quantized(type.type, shape)
        let axes = random.oneIn(2) && rank == 4 ? [1, 2] : (0..<rank).filter { _ in random.oneIn(2) }
        let reduced = axes.reduce(1) { $0 * shape[$1] }
        var output = random.quantized(type.type, [])
        let levels = code == .mean ? 1 / Float(reduced).squareRoot() : Float(reduced).squareRoot()
        output.scales = [input.scales[0] * levels * random.float(0.5...2)]
        return RandomOperator(
          code: code, options: ReducerOptions { $0.keepDims = random.oneIn(2) },
          inputs: [input, .constant(axes.map { random.oneIn(3) ? $0 - rank : $0 })], outputs: [output])
      }
    }
  }

  @Test(arguments: [TensorType.uint8, .int8, .float32], [Numerics.reference, .xnnpack(on: .arm64)])
  func bilinear(type: TensorType, numerics: Numerics) throws {
    try VectorEquality("RESIZE_BILINEAR \(type)", numerics: numerics).check { random in
      let (input, size, mode) = random.resize(type)
      return RandomOperator(
        code: .resizeBilinear,
        options: ResizeBilinearOptions {
          $0.alignCorners = mode == 1
          $0.halfPixelCenters = mode == 2
        }, inputs: [input, size],
        outputs: [RandomTensor(type: type, shape: [], scales: input.scales, zeroPoints: input.zeroPoints)])
    }
  }

  @Test(arguments: [TensorType.uint8, .int8, .float32])
  func nearestNeighbor(type: TensorType) throws {
    try VectorEquality("RESIZE_NEAREST_NEIGHBOR \(type)", numerics: .reference).check { random in
      let (input, size, mode) = random.resize(type)
      return RandomOperator(
        code: .resizeNearestNeighbor,
        options: ResizeNearestNeighborOptions {
          $0.alignCorners = mode == 1
          $0.halfPixelCenters = mode == 2
        }, inputs: [input, size],
        outputs: [RandomTensor(type: type, shape: [], scales: input.scales, zeroPoints: input.zeroPoints)])
    }
  }

  @Test(arguments: [TensorType.uint8, .int8, .float32])
  func concatenation(type: TensorType) throws {
    try VectorEquality("CONCATENATION \(type)", numerics: .reference).check { $0.concatenation(type) }
  }

  @Test(arguments: [TensorType.uint8, .int8, .float32])
  func transposition(type: TensorType) throws {
    try VectorEquality("TRANSPOSE \(type)", numerics: .reference).check { random in
      let rank = random.int(2...5)
      let shape = (0..<rank).map { _ in random.oneIn(30) ? random.int(200...400) : random.int(1...(rank < 4 ? 70 : 12))
      }
      let input = type == .float32 ? random.floats(shape) : random.quantized(type, shape)
      return RandomOperator(
        code: .transpose, options: TransposeOptions(),
        inputs: [input, .constant((0..<rank).shuffled(using: &random))],
        outputs: [RandomTensor(type: type, shape: [], scales: input.scales, zeroPoints: input.zeroPoints)])
    }
  }

  @Test(arguments: [TensorType.uint8, .float32], [false, true])
  func detectionPostprocess(type: TensorType, isRegular: Bool) throws {
    try VectorEquality(
      "TFLite_Detection_PostProcess \(type)\(isRegular ? " regular" : "")", numerics: .reference, caseCount: 1000
    ).check { try $0.detectionPostprocess(type, isRegular: isRegular) }
  }
}

extension RandomTensor {
  /// A vector of int32 constants.
  static func constant(_ values: [Int]) -> RandomTensor {
    RandomTensor(
      type: .int32, shape: [values.count], bytes: values.map { Int32($0) }.withUnsafeBytes { Array($0) },
      isConstant: true)
  }
}

extension SeededGenerator {
  mutating func resize(_ type: TensorType) -> (input: RandomTensor, size: RandomTensor, mode: Int) {
    let shape = [int(1...3), int(1...9), int(1...9), oneIn(20) ? int(500...900) : channels()]
    let input = type == .float32 ? floats(shape) : quantized(type, shape)
    let (height, width) = oneIn(3) ? (2 * shape[1], 2 * shape[2]) : (int(1...20), int(1...20))
    return (input, .constant([height, width]), int(0...2))
  }

  mutating func concatenation(_ type: TensorType) -> RandomOperator {
    let axis = int(0...3)
    let shape = [int(1...4), int(1...5), int(1...5), oneIn(20) ? int(5000...9000) : channels()]
    var output = quantized(type == .float32 ? .uint8 : type, [])
    output.type = type
    let inputs = (0..<int(1...5)).map { _ -> RandomTensor in
      var part = shape
      part[axis] = int(0...6)
      if axis == 3 { part[axis] = channels() }
      var input = type == .float32 ? floats(part) : quantized(type, part)
      // uint8 values are rescaled.
      if type == .int8 || type == .uint8 && oneIn(2) {
        (input.scales, input.zeroPoints) = (output.scales, output.zeroPoints)
      } else if type == .uint8 {
        input.scales = [output.scales[0] * float(0.2...3)]
      }
      input.isConstant = oneIn(5)
      return input
    }
    return RandomOperator(
      code: .concatenation, options: ConcatenationOptions { $0.axis = Int32(oneIn(2) ? axis : axis - 4) },
      inputs: inputs, outputs: [output])
  }

  /// Boxes on many of which others lie, with many equal scores.
  mutating func detectionPostprocess(_ type: TensorType, isRegular: Bool) throws -> RandomOperator {
    let boxes = oneIn(10) ? int(200...600) : int(1...60)
    let classes = oneIn(5) ? int(60...140) : int(1...20)
    let background = int(0...1)
    let thresholds: [Double] = [1e-8, 0.05, 0.3, 0.5, -1]
    let map: [String: FlexBufferValue] = [
      "max_detections": .int(Int64(int(1...30))),
      "max_classes_per_detection": .int(oneIn(2) ? 1 : Int64(int(2...5))),
      "num_classes": .int(Int64(classes)), "nms_score_threshold": .float(pick(thresholds)),
      "nms_iou_threshold": .float(Double(float(0.1...0.9))), "y_scale": .float(10), "x_scale": .float(10),
      "h_scale": .float(5), "w_scale": .float(pick([5, 2.5])), "use_regular_nms": .bool(isRegular),
      "detections_per_class": .int(oneIn(2) ? 100 : Int64(int(1...6))),
    ]
    func tensor(_ shape: [Int], scale: Float, zeroPoint: Int64, _ random: inout SeededGenerator) -> RandomTensor {
      var tensor = random.quantized(.uint8, shape, scale: scale)
      tensor.zeroPoints = [zeroPoint]
      guard type == .float32 else { return tensor }
      let values = tensor.bytes.map { (Float($0) - Float(zeroPoint)) * scale }
      return RandomTensor(type: .float32, shape: shape, bytes: values.withUnsafeBytes { Array($0) })
    }
    let encodings = tensor([1, boxes, oneIn(9) ? 6 : 4], scale: 0.05, zeroPoint: 128, &self)
    var scores = tensor([1, boxes, classes + background], scale: 1 / 256, zeroPoint: 0, &self)
    let levels = pick([2, 5, 30, 256])
    if type == .uint8 {
      scores.bytes = scores.bytes.map { UInt8(Int($0) / (256 / levels) * (256 / levels)) }
    } else {
      // Both zeros, infinities and what is not a number.
      let isWild = oneIn(4)
      let special: [Float] = [0, -0.0, .infinity, -.infinity, .nan, 1e-40, -1e-40]
      let values = (0..<scores.elementCount).map { _ in
        isWild && oneIn(6) ? pick(special) : Float(int(-1...levels)) / Float(levels)
      }
      scores.bytes = values.withUnsafeBytes { Array($0) }
    }
    var anchors = tensor([boxes, 4], scale: 0.004, zeroPoint: 0, &self)
    anchors.isConstant = !oneIn(10)
    return RandomOperator(
      code: .custom, customCode: "TFLite_Detection_PostProcess", customOptions: try FlexBufferValue.map(map).encoded(),
      inputs: [encodings, scores, anchors],
      outputs: (0..<4).map { _ in RandomTensor(type: .float32, shape: []) })
  }
}
