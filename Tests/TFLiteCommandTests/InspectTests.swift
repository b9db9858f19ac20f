import Foundation
import TFLiteSchema
import TestModels
import Testing

/// `tflite inspect`.
@Suite struct InspectTests {
  private let folder: TemporaryFolder
  private let model: String

  init() throws {
    folder = try TemporaryFolder()
    model = try folder.write(try ModelSketch.conv2D().model.serialized(), "model.tflite")
  }

  @Test func printsWhatIsInAModel() throws {
    let run = try Command("inspect", model)
    #expect(run.status == 0)
    #expect(run.errors == "")
    let lines = run.output.split(separator: "\n").map { $0.split { $0 == " " }.joined(separator: " ") }
    #expect(lines[0].hasPrefix(model) && lines[0].hasSuffix("1 operators, 27 parameters, 384 MACs"))
    #expect(lines.contains("0 input UINT8 [1, 4, 4, 2] scale 0.5, zero point 0"))
    #expect(lines.contains("0 CONV_2D UINT8 [1, 4, 4, 3] 384 36 bytes padding SAME, stride_w 1, stride_h 1"))
  }

  @Test func printsJSON() throws {
    let run = try Command("inspect", model, "--json")
    #expect(run.status == 0)
    let decoded = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect(decoded["macs"] as? Int == 384)
    #expect((decoded["operators"] as? [[String: Any]])?.first?["operator"] as? String == "CONV_2D")
  }

  @Test func showsThePlan() throws {
    let run = try Command("inspect", model, "--plan", "--cpu", "portable")
    #expect(run.status == 0 && run.errors == "")
    let lines = run.output.split(separator: "\n").map { $0.split { $0 == " " }.joined(separator: " ") }
    #expect(lines.contains { $0.hasPrefix("plan ") && $0.contains("bytes of arena") })
    #expect(lines.contains { $0.hasPrefix("0 CONV_2D conv2D uint8 vector portable ") && $0.contains(" 48 arena at ") })
    let json = try Command("inspect", model, "--plan", "--json", "--cpu", "scalar")
    let decoded = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect(decoded["macs"] as? Int == 384)
    let plan = try #require(decoded["plan"] as? [String: Any])
    let steps = try #require(plan["operators"] as? [[String: Any]])
    #expect(steps.map { $0["kernel"] as? String } == ["conv2D uint8 plain"])
    #expect(steps[0]["fate"] as? String == "runs")
    #expect((steps[0]["outputs"] as? [[String: Any]])?.first?["place"] as? String == "arena")
  }

  @Test func writesNodeData() throws {
    let path = folder.path("nodes.json")
    #expect(try Command("inspect", model, "--model-explorer", path).status == 0)
    let decoded = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path)))
    let results = (decoded as? [String: Any])?["results"] as? [String: [String: Double]]
    #expect(results == ["output": ["value": 384]])
  }

  @Test func modelsThatAreNone() throws {
    let text = try folder.write(Array("hello, this is no model".utf8), "text.tflite")
    for path in [text, folder.path("missing.tflite"), folder.path] {
      let run = try Command("inspect", path)
      #expect(run.status == 1)
      #expect(run.output == "")
      #expect(run.errorLines.count == 1 && run.errors.hasPrefix("tflite: \(path): "), "\(run.errors)")
    }
    #expect(try Command("inspect").status == 64)
  }

  /// Nothing is run, so that operators without an implementation are no obstacle.
  @Test func modelsThatDoNotRunHere() throws {
    var sketch = ModelSketch.conv2D()
    sketch.model.operatorCodes[0] = OperatorCode(custom: "Zaubertrick")
    sketch.graph.operators[0].builtinOptions = nil
    let path = try folder.write(try sketch.model.serialized(), "foreign.tflite")
    let run = try Command("inspect", path)
    #expect(run.status == 0)
    #expect(run.output.contains("Zaubertrick"))
    let plan = try Command("inspect", path, "--plan")
    #expect(plan.status == 1 && plan.output == "" && plan.errors.contains("Zaubertrick"), "\(plan.errors)")
  }

  @Test(.enabled(if: Zoo.isPresent, "\(Zoo.absence)"), arguments: ZooSelection.all)
  func modelsOfTheZoo(_ name: String) throws {
    let run = try Command("inspect", Zoo.model(name))
    #expect(run.status == 0)
    #expect(run.errors == "")
    let json = try Command("inspect", "--json", Zoo.model(name))
    #expect((try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])?.isEmpty == false)
  }
}

/// The models of the zoo with which every command is tried: quantized detectors, a float model, one with fp16 weights.
enum ZooSelection {
  static let ssd = "det_ssd_mnv1_uint8/coco_ssd_mobilenet_v1_1.0_quant_2018_06_29.tflite"
  static let salad = "det_automl/salad1_automl.tflite"
  static let float = "cls_vww/vww_96_float.tflite"
  static let halfPrecision = "det_blazeface/face_detection_short_range.tflite"
  static let inFloatingPoint = [float, halfPrecision]
  static let all = [ssd, salad] + inFloatingPoint
  /// Models whose inputs are places, counts and sizes, or must not be negative, and what each of them takes.
  static let wholeNumbers: [String: Int32] = [
    "tiny_ops/quantized_with_gather.bin": 1, "tiny_ops/simple_scatter_nd_op.tflite": 0,
    "tiny_ops/simple_tile_op.tflite": 1, "tiny_ops/single_rsqrt_default_a16w8_recipe_quantized.tflite": 1,
    "tiny_ops/tile_with_bool_input.bin": 1,
  ]
  static let photograph = Zoo.image("tflite_support/cats_and_dogs.jpg")
}
