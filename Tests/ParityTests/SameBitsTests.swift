import Foundation
import TFLite
import TFLiteFlatBuffers
import TFLiteSchema
import TestModels
import Testing

/// Whole models give the same bits on every instruction set, with every number of threads, and whether anyone watches.
///
/// All of the zoo's do so in every combination in the long run; in the short one some models do, and each of the others
/// in one combination, which the seed picks.
@Suite(.enabled(if: TestEnvironment.hasZoo, "there is no zoo; TFLITE_ZOO names its folder"))
struct SameBitsTests {
  static let models = [
    "cls_mobilenet_int8/tf2_mobilenet_v2_1.0_224_ptq.tflite",
    "cls_mobilenet_uint8/mobilenet_v2_1.0_224_quant__7aad0c.tflite",
    "cls_vww/vww_96_int8.tflite",
    "det_automl/salad1_automl.tflite",
    "det_automl/traffic_model.tflite",
    "det_blazeface/face_detection_front.tflite",
    "det_ssd_mnv1_uint8/coco_ssd_mobilenet_v1_1.0_quant_2018_06_29.tflite",
    "det_ssd_mnv3/ssd_mobilenet_v3_int8.tflite",
    "det_ssdlite_mnv2/ssdlite_mobilenet_v2_voc_300_integer_quant_with_postprocess.tflite",
    "det_yolo_fastest/yolo-fastest-1.1-int8.tflite",
    "lab_mlkit_custom/object_labeler.tflite",
  ]

  /// The models that run: all that see, and those of few operators that are not refused.
  static let allModels = Zoo.entries.filter { entry in
    guard entry.family != "invalid" else { return false }
    let isVision = ["det_", "cls_", "lab_", "seg_"].contains { entry.file.hasPrefix($0) }
    return isVision ? entry.oracle != "none" : isAccepted(entry)
  }.map(\.file)

  private static func isAccepted(_ entry: Zoo.Entry) -> Bool {
    (try? Interpreter(modelPath: entry.path).allocateTensors()) != nil
  }

  @Test func mostModelsRun() {
    #expect(Self.allModels.count >= 145)
  }

  private static let threadCounts = [1, 2, 3, 8]

  /// A model and a value for each of its inputs: a photograph where one fits, else noise, or else what noise is not, such
  /// as indices and divisors: zeros or ones.
  private func load(_ path: String) throws -> (model: Model, feeds: [[UInt8]]) {
    let model = try Model(ByteSlice(TestEnvironment.zooFile("models/" + path)))
    let inputs = model.subgraphs[0].inputs.map { model.subgraphs[0].tensors[Int($0)] }
    var random = SplitMix64(seed: TestEnvironment.seed, stream: path)
    let noise = try inputs.enumerated().map { position, tensor in
      let photograph = position == 0 ? try Photographs.input(Photographs.names[0], for: tensor) : nil
      return photograph ?? random.bytes(of: tensor)
    }
    // Some inputs are the shape of the output.
    let graph = model.subgraphs[0]
    let shape = graph.outputs.first.map { graph.tensors[Int($0)].shape } ?? []
    let shaped = zip(inputs, noise).map { tensor, noise in
      tensor.type == .int32 && tensor.elementCount == shape.count ? shape.flatMap(littleEndianBytes) : noise
    }
    let candidates = [noise, shaped] + [0, 1].map { value in inputs.map { Self.bytes(of: $0, all: value) } }
    let feeds = try candidates.first { feeds in
      let interpreter = try Interpreter(model: model)
      try interpreter.allocateTensors()
      return (try? interpreter.run(feeds)) != nil
    }
    return (model, try #require(feeds, "\(path) runs on nothing"))
  }

  /// The bytes of a tensor whose elements are all the same.
  private static func bytes(of tensor: TensorInfo, all value: UInt8) -> [UInt8] {
    guard tensor.type != .string else {
      return StringBuffer.bytes(of: Array(repeating: [UInt8(ascii: "0") + value], count: tensor.elementCount ?? 0))
    }
    let size = max(1, (tensor.type.bitWidth ?? 8) / 8)
    let element =
      tensor.type == .float32 ? littleEndianBytes(Float(value)) : [value] + Array(repeating: 0, count: size - 1)
    return Array(repeatElement(element, count: (tensor.byteCount ?? 0) / size).joined())
  }

  /// Each model in one combination.
  @Test(arguments: allModels)
  func watchedOrNot(path: String) throws {
    let (model, feeds) = try load(path)
    var random = SplitMix64(seed: TestEnvironment.seed, stream: "combination \(path)")
    // Plain loops are slow: they are for small models.
    let isSmall = Zoo.byteCount(ofModel: path) < 100_000
    var options = Interpreter.Options()
    options.cpu = random.pick(
      Interpreter.InstructionSet.allCases.filter { $0.isAvailable && ($0 != .scalar || isSmall) })
    options.numerics = random.pick(Interpreter.Numerics.allCases)
    options.threadCount = random.pick(Self.threadCounts)
    let expected = try Run(model, options: options, feeds: feeds, isWatched: false)
    let found = try Run(model, options: options, feeds: feeds, isWatched: true)
    let label =
      "\(options.numerics), \(options.cpu?.rawValue ?? ""), \(options.threadCount ?? 0) threads, seed \(TestEnvironment.seed)"
    #expect(found.outputs == expected.outputs, "\(label)")
    #expect(found.activations.count == model.subgraphs[0].operators.count)
  }

  @Test(
    arguments: LongTests.areIncluded ? allModels : models,
    [.reference, .xnnpack(on: .x86_64), .xnnpack(on: .arm64)] as [Interpreter.Numerics])
  func everywhere(path: String, numerics: Interpreter.Numerics) throws {
    let (model, feeds) = try load(path)
    var expected: (outputs: [[EngineOutput]], activations: [[Data]])?
    for cpu in Interpreter.InstructionSet.allCases.reversed() {
      guard cpu.isAvailable else {
        print("same bits: this machine cannot test \(cpu.rawValue)")
        continue
      }
      // Plain loops are slow, and share their work as the others do.
      for threads in cpu == .scalar ? [2] : Self.threadCounts {
        var options = Interpreter.Options()
        (options.cpu, options.numerics, options.threadCount) = (cpu, numerics, threads)
        let found = try Run(model, options: options, feeds: feeds, isWatched: true)
        let label = "\(path), \(numerics), \(cpu.rawValue), \(threads) threads"
        if expected == nil {
          let unwatched = try Run(model, options: options, feeds: feeds, isWatched: false)
          expected = (unwatched.outputs, found.activations)
        }
        let expected = try #require(expected)
        #expect(found.outputs == expected.outputs, "\(label)")
        let differing = found.activations.indices.first { found.activations[$0] != expected.activations[$0] }
        #expect(differing == nil, "\(label): operator \(differing ?? -1) differs")
      }
    }
  }

  /// What one interpreter computes in three runs on the same inputs, one after the other: a state goes on.
  private struct Run {
    /// Of each run, the outputs of the model.
    private(set) var outputs: [[EngineOutput]] = []
    /// The outputs of every operator in the run that is watched.
    private(set) var activations: [[Data]] = []

    /// - Parameter isWatched: whether an observer is there in the second run, and gone in the third.
    init(_ model: Model, options: Interpreter.Options, feeds: [[UInt8]], isWatched: Bool) throws {
      let interpreter = try Interpreter(model: model, options: options)
      try interpreter.allocate()
      var activations: [[Data]] = []
      for run in 0..<3 {
        if isWatched, run == 1 {
          interpreter.observer = Interpreter.Observer { run in
            activations.append(run.outputs.map { $0.withUnsafeBytes { Data($0) } })
            return .proceed
          }
        }
        outputs.append(try interpreter.run(feeds))
        interpreter.observer = nil
      }
      self.activations = activations
    }
  }
}
