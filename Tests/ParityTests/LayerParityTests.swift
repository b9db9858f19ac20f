import Foundation
import LiteRTReference
import TFLite
import TFLiteFlatBuffers
import TFLiteSchema
import Testing

/// Every operator of whole detectors gives the same bits here and in the reference kernels of the TFLite C library.
@Suite(
  .enabled(if: Oracle.isSupported, "the TFLite C library is published for Linux on x86-64 only"),
  .enabled(if: TestEnvironment.hasZoo, "there is no zoo; TFLITE_ZOO names its folder"))
struct LayerParityTests {
  private static let folder = "models/det_ssd_mnv1_uint8/"
  private static let backbone = "coco_ssd_mobilenet_v1_1.0_quant_2018_06_29.tflite"

  @Test(arguments: [backbone, "coco_ssd_mobilenet_v1_1.0_quant_2018_06_29_no_metadata.tflite"])
  func wholeDetector(model name: String) throws {
    let comparison = try LayerComparison(name: name, model: TestEnvironment.zooFile(Self.folder + name))
    for photograph in Photographs.names {
      try comparison.run([Photographs.input(photograph, width: 300, height: 300)], label: photograph)
    }
  }

  /// The head is fed what the whole detector computes for it, and noise.
  @Test func head() throws {
    let comparison = try LayerComparison(
      name: "ssd_mobilenet_v1_coco_quant_postprocess_head_layers.tflite",
      model: TestEnvironment.zooFile(Self.folder + "ssd_mobilenet_v1_coco_quant_postprocess_head_layers.tflite"))
    let backbone = try LayerComparison(
      name: Self.backbone, model: TestEnvironment.zooFile(Self.folder + Self.backbone))
    for photograph in Photographs.names {
      let layers = try backbone.referenceOutputs([Photographs.input(photograph, width: 300, height: 300)])
      let feeds = try comparison.inputNames.map { name in
        try #require(layers.first { $0.name == name }, "the whole detector has no tensor \(name)").bytes
      }
      try comparison.run(feeds, label: photograph)
    }
    for seed in 1...5 {
      var random = SplitMix64(seed: TestEnvironment.seed, stream: "head \(seed)")
      let feeds = comparison.inputByteCounts.map { count in
        (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      }
      try comparison.run(feeds, label: "noise \(seed)")
    }
  }
}

/// A model opened by both engines: as it is, and with all intermediate results exposed.
struct LayerComparison {
  private let name: String
  private let model: Model
  private let reference: LiteRTModel
  private let interpreter: Interpreter
  /// The unchanged model, whose activations share memory, and whose work is shared by threads.
  private let unchanged: (outputs: [Int], interpreter: Interpreter)

  init(name: String, model bytes: [UInt8]) throws {
    self.name = name
    let original = try Model(ByteSlice(bytes))
    model = original.exposingIntermediates()
    reference = try LiteRTModel(library: Oracle.shared(), bytes: model.serialized())
    interpreter = try Interpreter(model: model)
    try interpreter.allocateTensors()
    var options = Interpreter.Options()
    options.threadCount = 3
    unchanged = (original.subgraphs[0].outputs.map { Int($0) }, try Interpreter(model: original, options: options))
    try unchanged.interpreter.allocateTensors()
  }

  private var graph: Subgraph { model.subgraphs[0] }

  var inputNames: [String] { graph.inputs.map { graph.tensors[Int($0)].name } }
  var inputShapes: [[Int]] { graph.inputs.map { graph.tensors[Int($0)].shape.map { Int($0) } } }
  var inputByteCounts: [Int] { graph.inputs.compactMap { graph.tensors[Int($0)].byteCount } }

  /// What the C library computes for each exposed tensor.
  func referenceOutputs(_ feeds: [[UInt8]]) throws -> [LiteRTOutput] {
    // The C library may list a model's inputs in another order.
    let byIndex = Dictionary(uniqueKeysWithValues: zip(graph.inputs.map { Int($0) }, feeds))
    return try reference.run(inputs: reference.inputs.map { try #require(byIndex[$0.index]) })
  }

  /// Runs both engines, expects the same bits in every operator's outputs, and prints what was compared.
  func run(_ feeds: [[UInt8]], label: String) throws {
    let expected = Dictionary(uniqueKeysWithValues: try referenceOutputs(feeds).map { ($0.tensor.index, $0) })
    let exposed = Dictionary(uniqueKeysWithValues: zip(graph.outputs.map { Int($0) }, try interpreter.run(feeds)))
    let final = Dictionary(uniqueKeysWithValues: zip(unchanged.outputs, try unchanged.interpreter.run(feeds)))
    var elements = 0
    var differing = 0
    for (position, step) in graph.operators.enumerated() {
      let code = model.operatorCode(of: step)
      let outputs = step.outputs.map { Int($0) }
      let reference = try outputs.map { try #require(expected[$0], "operator \(position) is not exposed") }
      let written = Self.writtenElements(of: code, reference: reference)
      for (index, tensor) in outputs.enumerated() {
        let label = "\(code.name), operator \(position), output \(index) of \(name) on \(label)"
        let count = written.map { $0[index] } ?? reference[index].tensor.elementCount
        let found = try #require(exposed[tensor], "\(label) is not exposed")
        let different = compare(reference[index], found, first: count, label: label)
        elements += count
        differing += different
        if let found = final[tensor] {
          _ = compare(reference[index], found, first: count, label: "unchanged model, \(label)")
        }
      }
    }
    print(
      "parity by layer", padded(name, 63), padded(label, 32), "operators \(graph.operators.count) ",
      "elements \(elements) ", "differing \(differing)")
  }

  /// Counts the differing ones among the first elements of an output.
  private func compare(_ reference: LiteRTOutput, _ found: EngineOutput, first count: Int, label: String) -> Int {
    #expect(reference.shape == found.shape, "\(label)")
    guard reference.bytes.count == found.bytes.count else {
      Issue.record("\(label): \(found.bytes.count) bytes instead of \(reference.bytes.count)")
      return count
    }
    let size = reference.type.bits / 8
    let different = (0..<count).filter { element in
      let bytes = element * size..<(element + 1) * size
      return reference.bytes[bytes] != found.bytes[bytes]
    }
    if let first = different.first {
      let bytes = first * size..<(first + 1) * size
      let (expected, computed) = (Array(reference.bytes[bytes]), Array(found.bytes[bytes]))
      Issue.record(
        """
        \(label): \(different.count) elements differ, the first is \(first), which has the bytes \(computed) \
        instead of \(expected)
        """)
    }
    return different.count
  }

  /// Of the detections, the slots beyond their number are never written.
  private static func writtenElements(of code: OperatorCode, reference: [LiteRTOutput]) -> [Int]? {
    guard code.name == "TFLite_Detection_PostProcess", let count = reference[3].elements(as: Float.self).first else {
      return nil
    }
    return [4 * Int(count), Int(count), Int(count), 1]
  }
}
