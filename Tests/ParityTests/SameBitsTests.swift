import Foundation
import TFLite
import TFLiteFlatBuffers
import TFLiteSchema
import Testing

/// Whole models give the same bits on every instruction set, with every number of threads, and whether anyone watches.
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

  @Test(arguments: models, Interpreter.Numerics.allCases)
  func everywhere(path: String, numerics: Interpreter.Numerics) throws {
    let model = try Model(ByteSlice(TestEnvironment.zooFile("models/" + path)))
    let graph = model.subgraphs[0]
    var random = SplitMix64(seed: TestEnvironment.seed, stream: path)
    let feeds = try graph.inputs.enumerated().map { position, index in
      let tensor = graph.tensors[Int(index)]
      let photograph = position == 0 ? try Photographs.input(Photographs.names[0], for: tensor) : nil
      return photograph ?? random.bytes(of: tensor)
    }

    var expected: Run?
    for cpu in Interpreter.InstructionSet.allCases.reversed() {
      guard cpu.isAvailable else {
        print("same bits: this machine cannot test \(cpu.rawValue)")
        continue
      }
      // Plain loops are slow, and share their work as the others do.
      for threads in cpu == .scalar ? [2] : [1, 2, 3, 8] {
        var options = Interpreter.Options()
        (options.cpu, options.numerics, options.threadCount) = (cpu, numerics, threads)
        let found = try Run(model, options: options, feeds: feeds)
        let label = "\(path), \(numerics), \(cpu.rawValue), \(threads) threads"
        guard let expected else {
          expected = found
          continue
        }
        #expect(found.unwatched == expected.unwatched, "\(label), unwatched")
        #expect(found.watched == expected.unwatched, "\(label), watched")
        let differing = found.activations.indices.first { found.activations[$0] != expected.activations[$0] }
        #expect(differing == nil, "\(label): operator \(differing ?? -1) differs")
      }
    }
  }

  /// What one interpreter computes.
  private struct Run {
    /// The outputs of the model without and with an observer.
    let unwatched: [EngineOutput]
    let watched: [EngineOutput]
    /// The outputs of every operator.
    private(set) var activations: [[Data]] = []

    init(_ model: Model, options: Interpreter.Options, feeds: [[UInt8]]) throws {
      let interpreter = try Interpreter(model: model, options: options)
      try interpreter.allocate()
      unwatched = try interpreter.run(feeds)
      var activations: [[Data]] = []
      interpreter.observer = Interpreter.Observer { run in
        activations.append(run.outputs.map { $0.withUnsafeBytes { Data($0) } })
        return .proceed
      }
      watched = try interpreter.run(feeds)
      self.activations = activations
    }
  }
}
