import TFLiteFlatBuffers
import TestModels
import Testing

@testable import TFLiteSchema

extension HostileFile {
  /// The table of hostile files.
  static let all = bytes + graphs + constants + operators + movements + sizes + detections + packed + strings + customs

  // MARK: - Bytes (rows 1 to 6, 47)

  private static let bytes = [
    HostileFile(1, "no bytes", .load, ["an empty file"], bytes: { [] }),
    HostileFile(1, "seven bytes", .load, ["the header", "8 bytes"], bytes: { [24, 0, 0, 0, 84, 70, 76] }),
    HostileFile(1, "another identifier", .load, ["'TFL2'", "'TFL3'"], patching: .conv2D()) { $0[7] = 0x32 },
    HostileFile(
      2, "a root beyond the end", .load, ["root table", "byte 24"], bytes: { [24, 0, 0, 0] + "TFL3".utf8 }),
    HostileFile(3, "half of a file", .load, ["buffer ends"], patching: .conv2D()) { $0.removeLast($0.count / 2) },
    HostileFile(4, "a root at an odd byte", .load, ["not aligned"], patching: .conv2D()) { $0[0] += 1 },
    HostileFile(4, "a vtable before the file", .load, ["vtable"], patching: .conv2D()) { bytes in
      bytes.store(Int32.max, at: Int(bytes.number(at: 0, as: UInt32.self)))
    },
    HostileFile(4, "a vtable behind the file", .load, ["vtable"], patching: .conv2D()) { bytes in
      bytes.store(Int32.min + 8, at: Int(bytes.number(at: 0, as: UInt32.self)))
    },
    HostileFile(5, "a vector of 2^30 + 1 numbers", .load, ["tensors[0]", "shape"], patching: .conv2D()) { bytes in
      // Four times the length is 4 in 32 bits.
      bytes.store(0x4000_0001 as UInt32, at: try bytes.position(of: [UInt8]([4, 1, 4, 4, 2] as [Int32])))
    },
    HostileFile(6, "data whose end overflows 64 bits", .load, ["buffers[1]", "not in the file"]) {
      try behind { bytes, place in bytes.store(UInt64.max - 7, at: place) }
    },
    HostileFile(6, "data behind the end", .load, ["buffers[1]", "not in the file"]) {
      try behind { bytes, place in bytes.store(UInt64(bytes.count) - 8, at: place) }
    },
    HostileFile(47, "a name that is not UTF-8", .load, ["tensors[0].name", "UTF-8"], patching: .conv2D()) { bytes in
      bytes[try bytes.position(of: Array("input\0".utf8))] = 0xFF
    },
    HostileFile(47, "a name without an end", .load, ["tensors[0].name", "zero"], patching: .conv2D()) { bytes in
      bytes[try bytes.position(of: Array("input\0".utf8)) + 5] = 0x41
    },
  ]

  /// A model whose constants lie behind the FlatBuffer, with the place where the offset of the first is stored.
  private static func behind(_ damage: (inout [UInt8], _ offsetPlace: Int) -> Void) throws -> [UInt8] {
    let sketch = ModelSketch.conv2D()
    var bytes = try sketch.model.serialized(bufferPlacement: .behind)
    let data = try #require(sketch.model.buffers[1].data).withUnsafeBytes { Array($0) }
    let offset = try bytes.position(of: data)
    damage(&bytes, try bytes.position(of: withUnsafeBytes(of: UInt64(offset).littleEndian) { Array($0) }))
    return bytes
  }

  // MARK: - Graphs (rows 7, 9 to 13, 42)

  private static let graphs = [
    HostileFile(7, "a buffer that is not there", .load, ["tensors[1].buffer", "9"], .conv2D()) {
      $0.graph.tensors[1].buffer = 9
    },
    HostileFile(7, "a filter in buffer 0 is no constant", .load, ["operator 0", "tensor 1", "reads"], .conv2D()) {
      $0.graph.tensors[1].buffer = 0
    },
    HostileFile(9, "no input where one is needed", .allocate, ["operator 0 CONV_2D", "input 0"], .conv2D()) {
      $0.graph.operators[0].inputs[0] = -1
    },
    HostileFile(9, "no weights", .allocate, ["operator 0 FULLY_CONNECTED", "input 1"], .fullyConnected()) {
      $0.graph.operators[0].inputs[1] = -1
    },
    HostileFile(10, "an operator's input", .load, ["operators[0].inputs[1]", "4"], .conv2D()) {
      $0.graph.operators[0].inputs[1] = 4
    },
    HostileFile(10, "an operator's output", .load, ["operators[0].outputs[0]", "-1"], .conv2D()) {
      $0.graph.operators[0].outputs[0] = -1
    },
    HostileFile(10, "an input of the graph", .load, ["subgraphs[0].inputs[0]", "2147483647"], .conv2D()) {
      $0.graph.inputs[0] = .max
    },
    HostileFile(10, "an output of the graph", .load, ["subgraphs[0].outputs[0]", "-1"], .conv2D()) {
      $0.graph.outputs[0] = -1
    },
    HostileFile(11, "one tensor as input and output", .load, ["operator 0 (LOGISTIC)", "tensor 0"], .logistic) {
      $0.graph.operators[0].outputs = [0]
    },
    HostileFile(12, "a tensor produced twice", .load, ["operator 1 (LOGISTIC)", "tensor 1", "operator 0"], .logistic) {
      $0.graph.operators.append($0.graph.operators[0])
    },
    HostileFile(12, "a circle", .load, ["operator 0 (LOGISTIC)", "tensor 1"], .logistic) {
      $0.graph.operators.append($0.graph.operators[0])
      $0.graph.tensors.append($0.graph.tensors[1])
      $0.graph.operators[0] = Operator {
        $0.inputs = [1]
        $0.outputs = [2]
      }
      $0.graph.operators[1] = Operator {
        $0.inputs = [2]
        $0.outputs = [1]
      }
    },
    HostileFile(12, "an input that nothing produces", .load, ["operator 0 (LOGISTIC)", "tensor 0"], .logistic) {
      $0.graph.inputs = []
    },
    HostileFile(12, "an output that nothing produces", .load, ["tensor 1", "nothing writes"], .logistic) {
      $0.graph.operators = []
    },
    HostileFile(13, "a constant is written", .load, ["operator 0 (CONV_2D)", "tensor 2", "constant"], .conv2D()) {
      $0.graph.operators[0].inputs.removeLast()
      $0.graph.operators[0].outputs = [2]
    },
    HostileFile(13, "an input is written", .load, ["operator 1 (LOGISTIC)", "tensor 0", "input"], .logistic) {
      $0.graph.tensors.append($0.graph.tensors[0])
      $0.graph.operators.append(
        Operator {
          $0.inputs = [1]
          $0.outputs = [0]
        })
    },
    HostileFile(13, "an output that is a constant is legal", .ran, [], .conv2D()) { $0.graph.outputs = [3, 1] },
    HostileFile(13, "an output that is an input is legal", .ran, [], .conv2D()) { $0.graph.outputs = [0, 3] },
    HostileFile(13, "an input that is a constant is legal", .ran, [], .conv2D()) { $0.graph.inputs = [0, 1] },
    HostileFile(13, "one tensor as several inputs is legal", .ran, [], .conv2D()) { $0.graph.inputs = [0, 0] },
    HostileFile(42, "an operator code that is not there", .load, ["operators[0].opcode_index", "7"], .conv2D()) {
      $0.graph.operators[0].opcodeIndex = 7
    },
    HostileFile(42, "a custom operator without a name", .load, ["operator_codes[0]", "name"], .conv2D()) {
      $0.model.operatorCodes[0] = OperatorCode(custom: "")
    },
    HostileFile(42, "a custom operator that nobody has", .create, ["\"Zaubertrick\"", "version 1"], .conv2D()) {
      $0.model.operatorCodes[0] = OperatorCode(custom: "Zaubertrick")
      $0.graph.operators[0].builtinOptions = nil
    },
    HostileFile(42, "a builtin operator that does not exist", .load, ["operator_codes[0]", "32000"]) {
      // The 32-bit field is the only one with this number.
      var sketch = ModelSketch.unary(OperatorCode(.stablehloCase), [1], [1])
      sketch.graph.operators[0].builtinOptions = nil
      var bytes = try sketch.model.file()
      let code = [UInt8]([BuiltinOperator.stablehloCase.rawValue])
      bytes.store(32000 as Int32, at: try bytes.position(of: code))
      return bytes
    },
    HostileFile(42, "the escape without a code behind it", .load, ["operator_codes[0]", "127"], .conv2D()) {
      $0.model.operatorCodes[0].builtinCode = .placeholderForGreaterOpCodes
    },
  ]

  // MARK: - Constants, quantization, sparsity (rows 8, 34, 39, 46)

  private static let constants = [
    HostileFile(8, "a filter that is too short", .load, ["tensor 1 'filter'", "23 bytes", "24"], .conv2D()) {
      $0.model.buffers[1] = Buffer(data: ByteSlice(Array(repeating: 1, count: 23)))
    },
    HostileFile(8, "a filter that is too long", .load, ["tensor 1 'filter'", "25 bytes", "24"], .conv2D()) {
      $0.model.buffers[1] = Buffer(data: ByteSlice(Array(repeating: 1, count: 25)))
    },
    HostileFile(8, "a filter without data", .load, ["operator 0", "tensor 1"], .conv2D()) {
      $0.model.buffers[1] = Buffer()
    },
    HostileFile(34, "no zero point", .load, ["tensor 0 'input'", "0 zero points"], .conv2D()) {
      $0.graph.tensors[0].quantization?.zeroPoint = []
    },
    HostileFile(34, "no quantization", .allocate, ["operator 0 CONV_2D", "tensor 0 \"input\"", "scale"], .conv2D()) {
      $0.graph.tensors[0].quantization = nil
    },
    HostileFile(34, "scale 0", .load, ["tensor 3 'output'", "scale[0] is 0"], .conv2D()) {
      $0.graph.tensors[3].quantization?.scale = [0]
    },
    HostileFile(34, "scale not a number", .load, ["tensor 3 'output'", "nan"], .conv2D()) {
      $0.graph.tensors[3].quantization?.scale = [.nan]
    },
    HostileFile(34, "scale infinite", .load, ["tensor 3 'output'", "inf"], .conv2D()) {
      $0.graph.tensors[3].quantization?.scale = [.infinity]
    },
    HostileFile(34, "scale negative", .load, ["tensor 3 'output'", "-1"], .conv2D()) {
      $0.graph.tensors[3].quantization?.scale = [-1]
    },
    HostileFile(34, "zero point outside of the type", .load, ["tensor 3 'output'", "256", "UINT8"], .conv2D()) {
      $0.graph.tensors[3].quantization?.zeroPoint = [256]
    },
    HostileFile(34, "a scale for two of three channels", .load, ["tensor 1 'filter'", "2 scales"], .conv2D()) {
      $0.graph.tensors[1].quantization?.scale = [1, 2]
      $0.graph.tensors[1].quantization?.zeroPoint = [0, 0]
    },
    HostileFile(34, "quantized dimension 4", .load, ["tensor 1 'filter'", "quantized_dimension is 4"], .conv2D()) {
      $0.graph.tensors[1].quantization?.quantizedDimension = 4
    },
    HostileFile(
      39, "a sparse filter runs with all its zeros", .ran, [], .conv2D()
    ) {
      // Rows 0 and 2 are stored, row 1 is all zeros.
      $0.model.buffers[1] = Buffer(data: ByteSlice(Array(repeating: 1, count: 16)))
      $0.graph.tensors[1].sparsity = Sparsity {
        $0.traversalOrder = [0, 1, 2, 3]
        $0.dimMetadata = [
          DimensionMetadata {
            $0.format = .sparseCsr
            $0.arraySegments = .int32(Int32Vector { $0.values = [0, 2] })
            $0.arrayIndices = .int32(Int32Vector { $0.values = [0, 2] })
          },
          DimensionMetadata { $0.denseSize = 2 }, DimensionMetadata { $0.denseSize = 2 },
          DimensionMetadata { $0.denseSize = 2 },
        ]
      }
    },
    HostileFile(46, "a multiplier that is infinite", .allocate, ["operator 0 CONV_2D", "tensor 3", "inf"], .conv2D()) {
      $0.graph.tensors[0].quantization?.scale = [3e38]
      $0.graph.tensors[1].quantization?.scale = [3e38]
      $0.graph.operators[0].inputs[2] = -1
    },
    HostileFile(46, "a multiplier that is 0", .allocate, ["operator 0 CONV_2D", "tensor 3", "found 0"], .conv2D()) {
      $0.graph.tensors[0].quantization?.scale = [1e-30]
      $0.graph.tensors[1].quantization?.scale = [1e-30]
      $0.graph.operators[0].inputs[2] = -1
    },
    HostileFile(46, "a multiplier of 3e30 runs", .ran, [], .conv2D()) {
      $0.graph.tensors[0].quantization?.scale = [3e20]
      $0.graph.tensors[1].quantization?.scale = [4e11]
      $0.graph.operators[0].inputs[2] = -1
    },
  ]

  // MARK: - Operators (rows 14 to 23, 25, 26, 33, 45)

  private static let operators = [
    HostileFile(
      14, "shapes that cannot be broadcast", .allocate, ["operator 0 ADD", "tensor 1 \"right\"", "[2, 4]", "[2, 3]"],
      .binary(.add, AddOptions(), [2, 3], [2, 4])),
    HostileFile(
      15, "an axis below all dimensions", .allocate, ["operator 0 CONCATENATION", "axis", "-3", "-2 to 1"],
      .concatenation(axis: -3)),
    HostileFile(
      15, "an axis above all dimensions", .allocate, ["operator 0 CONCATENATION", "axis", "2147483647"],
      .concatenation(axis: .max)),
    HostileFile(16, "stride 0", .allocate, ["operator 0 CONV_2D", "stride_w", "0"], .conv2D { $0.strideW = 0 }),
    HostileFile(17, "no batch", .allocate, ["operator 0 CONV_2D", "tensor 0", "[0, 4, 4, 2]"], .conv2D()) {
      $0.graph.tensors[0].shape[0] = 0
    },
    HostileFile(17, "a filter without rows", .allocate, ["operator 0 CONV_2D", "tensor 1", "[3, 0, 2, 2]"], .conv2D()) {
      $0.graph.tensors[1].shape[1] = 0
      $0.model.buffers[1] = Buffer(data: [])
    },
    HostileFile(
      18, "more channels in the filter", .allocate, ["operator 0 CONV_2D", "tensor 1", "divides 1"], .conv2D()
    ) {
      $0.graph.tensors[0].shape[3] = 1
    },
    HostileFile(
      19, "stride 0", .allocate, ["operator 0 DEPTHWISE_CONV_2D", "stride_h", "0"],
      .depthwiseConv2D { $0.strideH = 0 }),
    HostileFile(
      20, "another multiplier", .allocate, ["operator 0 DEPTHWISE_CONV_2D", "depth_multiplier", "3"],
      .depthwiseConv2D { $0.depthMultiplier = 3 }),
    HostileFile(20, "no channels", .allocate, ["operator 0 DEPTHWISE_CONV_2D", "tensor 1"], .depthwiseConv2D()) {
      $0.graph.tensors[1].shape[3] = 0
      $0.model.buffers[1] = Buffer(data: [])
    },
    HostileFile(21, "a bias of two numbers", .allocate, ["operator 0 CONV_2D", "tensor 2", "3 elements"], .conv2D()) {
      $0.graph.tensors[2].shape = [2]
      $0.model.buffers[2] = Buffer(data: ByteSlice([UInt8]([1, 2] as [Int32])))
    },
    HostileFile(21, "an empty bias", .allocate, ["operator 0 CONV_2D", "tensor 2", "3 elements"], .conv2D()) {
      $0.graph.tensors[2].shape = [0]
      $0.model.buffers[2] = Buffer(data: [])
    },
    HostileFile(
      22, "average pool", .allocate, ["operator 0 AVERAGE_POOL_2D", "stride_h", "0"],
      .pool2D(.averagePool2D) { $0.strideH = 0 }),
    HostileFile(
      22, "max pool", .allocate, ["operator 0 MAX_POOL_2D", "stride_w", "-2"], .pool2D(.maxPool2D) { $0.strideW = -2 }),
    HostileFile(
      23, "average pool", .allocate, ["operator 0 AVERAGE_POOL_2D", "filter_height", "0"],
      .pool2D(.averagePool2D) { $0.filterHeight = 0 }),
    HostileFile(
      23, "max pool", .allocate, ["operator 0 MAX_POOL_2D", "filter_width", "0"],
      .pool2D(.maxPool2D) { $0.filterWidth = 0 }),
    HostileFile(25, "two -1", .allocate, ["operator 0 RESHAPE", "[-1, -1]"], .reshape(to: [-1, -1])),
    HostileFile(25, "-2", .allocate, ["operator 0 RESHAPE", "[-2, 6]"], .reshape(to: [-2, 6])),
    HostileFile(25, "other elements", .allocate, ["operator 0 RESHAPE", "tensor 0", "15"], .reshape(to: [3, 5])),
    HostileFile(
      25, "more elements than can be counted", .allocate, ["operator 0 RESHAPE", "tensor 0"],
      .reshape(to: [.max, .max, .max, .max])),
    HostileFile(
      25, "a shape of rank 2 does not count", .allocate, ["operator 0 RESHAPE", "builtin_options"], .reshape()
    ) {
      $0.graph.tensors[1].shape = [1, 2]
    },
    HostileFile(25, "no shape at all", .allocate, ["operator 0 RESHAPE", "builtin_options"], .reshape()) {
      $0.graph.operators[0].inputs = [0]
    },
    HostileFile(
      25, "a shape of run time that does not fit", .invoke, ["operator 0 RESHAPE", "tensor 0", "[0, 0]"],
      .reshapeAtRunTime()),
    HostileFile(
      26, "a sum beyond 32 bits", .allocate, ["operator 0 CONCATENATION", "tensor 2", "4294967294"],
      .concatenation(axis: 0, [.max, 0], [.max, 0])),
    HostileFile(
      33, "weights without depth", .allocate, ["operator 0 FULLY_CONNECTED", "tensor 1", "[4, 0]"], .fullyConnected()
    ) {
      $0.graph.tensors[1].shape[1] = 0
      $0.model.buffers[1] = Buffer(data: [])
    },
    HostileFile(
      45, "dilation 0", .allocate, ["operator 0 CONV_2D", "dilation_h_factor", "0"], .conv2D { $0.dilationHFactor = 0 }),
    HostileFile(
      45, "dilation negative", .allocate, ["operator 0 DEPTHWISE_CONV_2D", "dilation_w_factor", "-1"],
      .depthwiseConv2D { $0.dilationWFactor = -1 }),
    HostileFile(45, "an activation that does not exist", .load, ["fused_activation_function", "77"]) {
      try patchingOption(
        .conv2D { $0.fusedActivationFunction = .relu }, .conv2D { $0.fusedActivationFunction = .relu6 }, to: 77)
    },
    HostileFile(
      45, "an activation that quantized operators lack", .allocate, ["operator 0 CONV_2D", "TANH"],
      .conv2D { $0.fusedActivationFunction = .tanh }),
    HostileFile(45, "options of another operator", .load, ["operator 0 (CONV_2D)", "SoftmaxOptions"], .conv2D()) {
      $0.graph.operators[0].builtinOptions = SoftmaxOptions()
    },
    HostileFile(45, "no options", .allocate, ["operator 0 CONV_2D", "builtin_options"], .conv2D()) {
      $0.graph.operators[0].builtinOptions = nil
    },
    HostileFile(
      45, "an activation whose bound does not fit 32 bits", .allocate, ["operator 0 CONV_2D", "tensor 3"],
      .conv2D { $0.fusedActivationFunction = .reluN1To1 }
    ) {
      $0.graph.tensors[0].quantization?.scale = [1e-12]
      $0.graph.tensors[3].quantization?.scale = [1e-12]
      $0.graph.operators[0].inputs[2] = -1
    },
  ]

  /// The file of a sketch with another value in the byte where it differs from the file of a second sketch, which has
  /// as many bytes.
  private static func patchingOption(
    _ sketch: ModelSketch, _ other: ModelSketch, to value: UInt8
  ) throws -> [UInt8] {
    var bytes = try sketch.model.file()
    let otherBytes = try other.model.file()
    let places = zip(bytes.indices, zip(bytes, otherBytes)).filter { $1.0 != $1.1 }.map(\.0)
    guard bytes.count == otherBytes.count, places.count == 1 else { throw TestFailure.sketchesDiffer(places) }
    bytes[places[0]] = value
    return bytes
  }

  // MARK: - Sizes (rows 27, 28)

  private static let sizes = [
    HostileFile(27, "65536^4 elements", .load, ["tensor 0", "more bytes than can be counted"], .logistic) {
      $0.graph.tensors[0].shape = [65536, 65536, 65536, 65536]
    },
    HostileFile(27, "a negative dimension", .load, ["tensor 0", "negative dimension"], .logistic) {
      $0.graph.tensors[0].shape = [-7]
    },
    HostileFile(27, "2^62 elements of an input", .allocate, ["tensor 0", "memory limit"], .logistic) {
      $0.graph.tensors[0].shape = [.max, .max]
    },
    HostileFile(27, "two inputs of 2^62 bytes", .allocate, ["tensor 0", "memory limit"], .concatenation()) {
      $0.graph.tensors[0].shape = [.max, .max]
      $0.graph.tensors[1].shape = [.max, .max]
    },
    HostileFile(
      27, "no elements, but dimensions whose product overflows", .load, ["tensor 0", "more bytes than can be counted"],
      .concatenation(axis: 1, [0, .max, .max, .max], [0, .max, .max, .max])),
    HostileFile(
      27, "an output without elements, whose dimensions overflow", .allocate, ["operator 0 ADD", "tensor 2"],
      .binary(.add, AddOptions(), [0, .max, .max, 1], [1, 1, 1, 65536])),
    HostileFile(28, "an input of 4 GB", .allocate, ["tensor 0", "memory limit of 2147483648"], .logistic) {
      $0.graph.tensors[0].shape = [1, 65536, 65536]
    },
    HostileFile(
      28, "an output of 4 GB", .allocate, ["operator 0 ADD", "tensor 2", "memory limit of 2147483648"],
      .binary(.add, AddOptions(), [65536, 1], [1, 65536])),
    HostileFile(
      28, "activations of 3 GB together", .allocate, ["activations", "memory limit of 2147483648"], .logistic
    ) {
      $0.graph.tensors[0].shape = [1536, 1_048_576]
    },
    HostileFile(
      28, "an output beyond a limit of the caller", .allocate, ["operator 0 ADD", "tensor 2", "memory limit of 4096"],
      .binary(.add, AddOptions(), [100, 1], [1, 100]), memoryLimit: 4096),
    HostileFile(
      28, "small activations beyond a smaller limit", .allocate, ["memory limit of 100"], .logistic, memoryLimit: 100),
    HostileFile(28, "nothing is allowed", .allocate, ["memory limit of 0"], .logistic, memoryLimit: 0),
    HostileFile(28, "a negative limit", .allocate, ["memory limit of -1"], .logistic, memoryLimit: -1),
    HostileFile(28, "a limit beyond all memory", .ran, [], .logistic, memoryLimit: .max),
  ]

  // MARK: - Detection post-processing (row 43)

  private static let postprocess = "operator 1 TFLite_Detection_PostProcess"

  private static let detections =
    ["max_detections", "max_classes_per_detection", "num_classes", "nms_score_threshold", "h_scale"].map { key in
      HostileFile(43, "no \(key)", .allocate, [postprocess, key, "absent"], .detector([key: .null]))
    } + [
      HostileFile(43, "options cut off", .allocate, [postprocess, "custom_options"], .detector()) {
        let options = ModelSketch.detectionOptions()
        $0.graph.operators[1].customOptions = ByteSlice(Array(options[..<(options.count / 2)]))
      },
      HostileFile(43, "no options", .allocate, [postprocess, "custom_options"], .detector()) {
        $0.graph.operators[1].customOptions = []
      },
      HostileFile(
        43, "other classes", .allocate, [postprocess, "tensor 2", "[1, 4, 7]"], .detector(["num_classes": .int(7)])),
      HostileFile(
        43, "no detections", .allocate, [postprocess, "max_detections", "0"], .detector(["max_detections": .int(0)])),
      HostileFile(
        43, "negative detections", .allocate, [postprocess, "max_detections", "-1"],
        .detector(["max_detections": .int(-1)])),
      HostileFile(
        43, "2^31 - 1 detections", .allocate, [postprocess, "tensor 5", "memory limit"],
        .detector(["max_detections": .int(Int64(Int32.max))])),
      HostileFile(
        43, "2^62 detections", .allocate, [postprocess, "tensor 5"],
        .detector([
          "max_detections": .int(Int64(Int32.max)), "max_classes_per_detection": .int(Int64(Int32.max)),
        ])),
      HostileFile(43, "scale 0", .allocate, [postprocess, "x_scale", "0"], .detector(["x_scale": .float(0)])),
      HostileFile(43, "three anchors for four boxes", .allocate, [postprocess, "tensor 4", "[4, 4]"], .detector()) {
        $0.graph.tensors[4].shape = [3, 4]
        $0.model.buffers[3] = Buffer(data: ByteSlice([UInt8](Array(repeating: 1, count: 12) as [Float])))
      },
      HostileFile(43, "outputs of bytes", .allocate, [postprocess, "tensor 5", "FLOAT32"], .detector()) {
        $0.graph.tensors[5].type = .uint8
      },
      HostileFile(43, "an anchor of negative height", .invoke, [postprocess, "tensor 4", "box 0"], .detector()) {
        $0.model.buffers[3] = Buffer(data: ByteSlice([UInt8](Array(repeating: -1, count: 16) as [Float])))
      },
      HostileFile(43, "boxes that are no numbers", .ran, [], .detector(encodings: Array(repeating: .nan, count: 16))),
      HostileFile(
        43, "boxes beyond all numbers", .ran, [], .detector(encodings: Array(repeating: 3e38, count: 16))),
      HostileFile(43, "scores that are no numbers", .ran, [], .detector()) {
        $0.graph.tensors[2] = TensorInfo {
          $0.name = "scores"
          $0.shape = [1, 4, 3]
        }
        $0.model.buffers.append(Buffer(data: ByteSlice([UInt8](Array(repeating: .nan, count: 12) as [Float]))))
        $0.graph.tensors[2].buffer = UInt32($0.model.buffers.count - 1)
        $0.graph.operators.removeFirst()
      },
      HostileFile(
        43, "2^31 - 1 classes of no boxes", .ran, [],
        .detector(["num_classes": .int(Int64(Int32.max)), "use_regular_nms": .bool(true)])
      ) {
        for (tensor, shape) in [(2, [1, 0, .max]), (3, [1, 0, 4]), (4, [0, 4])] as [(Int, [Int32])] {
          $0.graph.tensors[tensor].shape = shape
        }
        $0.model.buffers[2] = Buffer(data: [])
        $0.model.buffers[3] = Buffer(data: [])
        $0.graph.operators.removeFirst()
        $0.graph.inputs = [2]
      },
    ]

  // MARK: - Metadata and packed files (row 44). They are advice: the model runs without them.

  private static let packed = [
    HostileFile(44, "a metadata buffer that is not there", .load, ["metadata[0].buffer", "99"], .conv2D()) {
      $0.model.metadata = [
        Metadata {
          $0.name = "TFLITE_METADATA"
          $0.buffer = 99
        }
      ]
    },
    HostileFile(44, "metadata that are no FlatBuffer", .ran, [], .conv2D()) {
      $0.model.metadata = [
        Metadata {
          $0.name = "TFLITE_METADATA"
          $0.buffer = 1
        }
      ]
    },
    HostileFile(44, "a directory that points behind the file", .ran, []) {
      var model = ModelSketch.conv2D().model
      try model.setPackedFiles([PackedFile(name: "labels.txt", data: [65, 10])])
      var bytes = try model.serialized()
      bytes.store(UInt32.max - 1, at: bytes.count - 6)
      return bytes
    },
  ]
}

/// A test that is not what it should be.
enum TestFailure: Error {
  case sketchesDiffer([Int])
}
