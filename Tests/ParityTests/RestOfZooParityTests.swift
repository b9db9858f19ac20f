import TFLiteFlatBuffers
import TFLiteSchema
import TestModels
import Testing

/// Every operator of the zoo's other models, whatever they are for, gives the same bits here.
///
/// ``ZooParityTests`` has the vision models.
@Suite(
  .enabled(if: Oracle.isSupported, "the TFLite C library is published for Linux on x86-64 only"),
  .enabled(if: TestEnvironment.hasZoo, "there is no zoo; TFLITE_ZOO names its folder"))
struct RestOfZooParityTests {
  static let models = remaining(
    oracles: ["c", "c-static"], without: ZooParityTests.models + LayerParityTests.models + [modelWithVariables])

  /// Models with a state, or with operators of which the C library has no reference kernels.
  static let modelsOfPython =
    remaining(oracles: ["python"], without: ZooParityTests.statefulModels) + [modelWithVariables]

  /// The C library runs it, but its comparison opens a model anew for each run.
  private static let modelWithVariables = "tiny_ops/resource_vars_calibrated.bin"

  private static func remaining(oracles: Set<String>, without others: [String]) -> [String] {
    Zoo.entries.filter { oracles.contains($0.oracle) && !others.contains($0.file) }.map(\.file)
  }

  @Test func noneIsForgotten() {
    let compared =
      Self.models + Self.modelsOfPython + ZooParityTests.models + ZooParityTests.statefulModels
      + LayerParityTests.models
    #expect(Set(compared) == Set(Zoo.runnable.map(\.file)))
  }

  @Test(arguments: models + modelsOfPython + transposedModels + modelsOfStrings + [modelWithoutBias])
  func wholeModel(path: String) throws {
    #expect(try ZooComparison.counts(of: path)?.differing == 0)
  }

  static func compare(path: String) throws -> LayerComparison {
    let comparison = try LayerComparison(
      name: path, model: TestEnvironment.zooFile("models/" + path),
      oracle: shapedAtRunTime.contains(path) ? .python : .cLibrary)
    for seed in 1...2 {
      try comparison.run(feeds(for: comparison, path: path, seed: seed), label: "noise \(seed)")
    }
    return comparison
  }

  /// Five runs on as many inputs; what each leaves behind counts in the next.
  static func compareInPython(path: String) throws -> LayerComparison {
    let comparison = try LayerComparison(
      name: path, model: TestEnvironment.zooFile("models/" + path),
      oracle: withoutReferenceKernels.contains(path) ? .cLibraryOtherKernels : .python)
    try comparison.run(series: (1...5).map { feeds(for: comparison, path: path, seed: $0) }, label: "noise")
    return comparison
  }

  /// Models without an oracle in the catalogue, because they were given zeros as the shape of their output.
  static let transposedModels = (0..<4).map { "tiny_ops_tflm_seanet/transpose_conv\($0).tflite" }

  static func compareTransposed(path: String) throws -> LayerComparison {
    let comparison = try LayerComparison(
      name: path, model: TestEnvironment.zooFile("models/" + path), oracle: .python)
    let entry = try #require(Zoo.entries.first { $0.file == path })
    let shape = try #require(entry.outputs?.first?.shape)
    for seed in 1...2 {
      var random = SplitMix64(seed: TestEnvironment.seed, stream: "\(path) \(seed)")
      let feeds = comparison.inputs.map { tensor in
        tensor.type == .int32 ? shape.flatMap(littleEndianBytes) : random.bytes(of: tensor)
      }
      try comparison.run(feeds, label: "noise \(seed)")
    }
    return comparison
  }

  /// Models without an oracle in the catalogue, because the C interface takes no strings.
  static let modelsOfStrings = ["string", "string_input_model", "string_scalar"].map { "tiny_ops/\($0).bin" }

  /// The Python interpreter has no values of tensors that pass through a loop as they are, of which this model has some.
  static let modelWithoutOracle = "tiny_ops/while_op_with_forwarding_input.bin"

  static func compareStrings(path: String) throws -> LayerComparison {
    let comparison = try LayerComparison(
      name: path, model: TestEnvironment.zooFile("models/" + path), oracle: .python)
    for seed in 1...2 {
      try comparison.run(feeds(for: comparison, path: path, seed: seed), label: "noise \(seed)")
    }
    return comparison
  }

  /// A convolution without a bias, for which the C library's kernel asks.
  static let modelWithoutBias = "tiny_ops/single_conv_no_bias.bin"

  /// The C library is given the model with a bias of zeros, which changes no sum; here it runs with it and without.
  static func compareWithZeroBias(path: String) throws -> LayerComparison {
    let bytes = try TestEnvironment.zooFile("models/" + path)
    var model = try Model(ByteSlice(bytes))
    let channels = try #require(model.subgraphs[0].tensors[Int(model.subgraphs[0].operators[0].inputs[1])].shape.first)
    model.buffers.append(Buffer(data: ByteSlice([UInt8](repeating: 0, count: 4 * Int(channels)))))
    model.subgraphs[0].tensors.append(
      TensorInfo {
        $0.name = "bias"
        ($0.shape, $0.hasRank) = ([channels], true)
      })
    model.subgraphs[0].tensors[model.subgraphs[0].tensors.count - 1].buffer = UInt32(model.buffers.count - 1)
    model.subgraphs[0].operators[0].inputs = [
      model.subgraphs[0].operators[0].inputs[0], model.subgraphs[0].operators[0].inputs[1],
      Int32(model.subgraphs[0].tensors.count - 1),
    ]
    let comparison = try LayerComparison(name: path, model: model.serialized())
    for seed in 1...2 {
      let feeds = feeds(for: comparison, path: path, seed: seed)
      let results = try comparison.run(feeds, label: "noise \(seed)")
      guard case .ran(let withoutBias) = InterpreterEngine().run(model: bytes, feeds: feeds) else {
        Issue.record("\(path) does not run")
        continue
      }
      #expect(withoutBias == results, "\(path) without its bias")
    }
    return comparison
  }

  /// Models with tensors that the C interface does not hand out: their shape or type is not that in the file, or they
  /// are inputs and outputs at once.
  private static let shapedAtRunTime: Set<String> = [
    "tiny_ops/add_quantized.bin", "tiny_ops/dilated_conv.tflite", "tiny_ops/dilated_conv__b53305.tflite",
    "tiny_ops/dynamic_shapes.bin", "tiny_ops/feedback_tensor_with_state_copy_model.tflite",
    "tiny_ops/simple_tile_op.tflite", "tiny_ops/tile_with_bool_input.bin", "tiny_ops/where.bin",
  ]

  /// Models with operators of which neither library has reference kernels.
  private static let withoutReferenceKernels: Set<String> = [
    "tiny_ops/simple_ceil_op.tflite", "tiny_ops/simple_elu_op.tflite", "tiny_ops/simple_round_op.tflite",
  ]

  private static func feeds(for comparison: LayerComparison, path: String, seed: Int) -> [[UInt8]] {
    var random = SplitMix64(seed: TestEnvironment.seed, stream: "\(path) \(seed)")
    return comparison.inputs.map { tensor in
      let count = tensor.elementCount ?? 0
      if tensor.type == .string { return random.elements(.string, tensor.shape.map(Int.init)).bytes }
      if tensor.type == .bool { return (0..<count).map { _ in random.chance(0.97) ? 1 : 0 } }
      guard let range = ranges[path], tensor.type != .float32 || path.contains("dynamic") else {
        return random.bytes(of: tensor)
      }
      return (0..<count).flatMap { _ in
        let value = random.int(range)
        return switch tensor.type {
        case .int64: littleEndianBytes(Int64(value))
        case .int16: littleEndianBytes(Int16(truncatingIfNeeded: value))
        case .float32: littleEndianBytes(Float(value))
        default: littleEndianBytes(Int32(value))
        }
      }
    }
  }

  /// What models take whose inputs are places or counts, or must not be negative.
  private static let ranges: [String: ClosedRange<Int>] = [
    "tiny_ops/dynamic_shapes.bin": 1...90,
    "tiny_ops/quantized_with_gather.bin": 0...11,
    "tiny_ops/simple_scatter_nd_op.tflite": 0...0,
    "tiny_ops/simple_tile_op.tflite": 1...2,
    "tiny_ops/single_rsqrt_default_a16w8_recipe_quantized.tflite": 1...32767,
    "tiny_ops/tile_with_bool_input.bin": 1...3,
  ]
}
