import Foundation
import TFLiteKernels
import TFLiteSchema
import TestModels
import Testing

@testable import TFLiteInspection

@Suite struct ModelSummaryTests {
  @Test(arguments: [
    // Output 4 x 4 x 3, window 2 x 2, 2 channels; output 4 x 4 x 4, window 3 x 3; output 2 x 4, depth 6.
    (ModelSketch.conv2D(), 4 * 4 * 3 * 2 * 2 * 2), (.depthwiseConv2D(), 4 * 4 * 4 * 3 * 3),
    (.fullyConnected(), 2 * 4 * 6), (.softmax, 0), (.detector(), 0),
  ])
  func multiplyAccumulates(sketch: ModelSketch, expected: Int) {
    #expect(ModelSummary(sketch.model).multiplyAccumulateCount == expected)
  }

  @Test func productsNeverTrap() {
    #expect(OperatorWork.product([Int.max, Int.max]) == Int.max)
    #expect(OperatorWork.product([Int.max, Int.max, 0]) == 0)
    #expect(OperatorWork.product([]) == 1)
    #expect(OperatorWork.sum(Int.max, 1) == Int.max)
    let code = OperatorCode(.conv2D)
    for inputs in [[], [nil], [[1], [2]], [nil, nil]] as [[[Int]?]] {
      #expect(OperatorWork.multiplyAccumulates(code, nil, inputs: inputs, outputs: [[1]]) == 0)
    }
    #expect(OperatorWork.multiplyAccumulates(code, nil, inputs: [], outputs: []) == 0)
  }

  @Test func productsOfMatrices() {
    let options = BatchMatMulOptions { $0.adjX = true }
    for (left, options) in [([5, 2, 7], nil), ([5, 7, 2], options)] as [([Int], BatchMatMulOptions?)] {
      #expect(
        OperatorWork.multiplyAccumulates(
          OperatorCode(.batchMatMul), options, inputs: [left, [5, 7, 3]], outputs: [[5, 2, 3]]) == 5 * 2 * 3 * 7)
    }
  }

  @Test func operators() throws {
    let summary = ModelSummary(ModelSketch.detector().model)
    #expect(summary.operators.map(\.name) == ["RESHAPE", "TFLite_Detection_PostProcess"])
    let options = Dictionary(uniqueKeysWithValues: summary.operators[1].options.map { ($0.name, $0.value.text) })
    #expect(options["max_detections"] == "4")
    #expect(options["use_regular_nms"] == "false")
    #expect(options["nms_iou_threshold"] == "0.5")
    #expect(summary.operators[1].inputs.map { $0?.name } == ["boxes", "scores", "anchors"])
    #expect(summary.operators[1].constantByteCount == 4 * 32)
    #expect(summary.inputs.map(\.name) == ["picture"])
    #expect(summary.outputs.count == 4)
    // Boxes and anchors; the shape of RESHAPE is no parameter.
    #expect(summary.parameterCount == 32)
    #expect(summary.constantByteCount == 3 * 4 + 4 * 32)
  }

  @Test func json() throws {
    struct Decoded: Decodable {
      let inputs: [Tensor]
      let operators: [Step]
      let macs: Int
      let operator_counts: [String: Int]
      struct Tensor: Decodable {
        let name: String
        let type: String
        let shape: [Int]
        let scales: [Float]
        let zero_points: [Int]
      }
      struct Step: Decodable {
        let index: Int
        let `operator`: String
        let macs: Int
        let options: Options
        let inputs: [Tensor?]
      }
      struct Options: Decodable {
        let padding: String
        let stride_w: Int
      }
    }
    let text = try JSONText.of(ModelSummary(ModelSketch.conv2D().model))
    let decoded = try JSONDecoder().decode(Decoded.self, from: Data(text.utf8))
    #expect(decoded.inputs[0].shape == [1, 4, 4, 2])
    #expect(decoded.inputs[0].scales == [0.5])
    #expect(decoded.operators[0].operator == "CONV_2D")
    #expect(decoded.operators[0].options.padding == "SAME")
    #expect(decoded.operators[0].options.stride_w == 1)
    #expect(decoded.operators[0].macs == 384)
    #expect(decoded.macs == 384)
    #expect(decoded.operator_counts == ["CONV_2D": 1])
  }

  @Test(.enabled(if: Zoo.isPresent, "\(Zoo.absence)"))
  func knownModels() throws {
    let ssd = ModelSummary(
      try Model(contentsOfFile: Zoo.model("det_ssd_mnv1_uint8/coco_ssd_mobilenet_v1_1.0_quant_2018_06_29.tflite")))
    #expect(ssd.operators.count == 64)
    #expect(ssd.labels.contains("cat"))
    // MobileNet v1 0.25 at 224 x 224 is published with 41 million multiply-adds and 0.47 million parameters.
    let small = ModelSummary(
      try Model(contentsOfFile: Zoo.model("cls_mobilenet_small/mobilenet_v1_0.25_224_quant.tflite")))
    #expect((40_000_000...42_000_000).contains(small.multiplyAccumulateCount))
    #expect((465_000...475_000).contains(small.parameterCount))
  }

  @Test func nodeData() throws {
    let model = ModelSketch.reshapeAtRunTime().model
    let text = try JSONText.of(NodeData(model, values: [1.5, .infinity]))
    struct Decoded: Decodable {
      let results: [String: [String: Double]]
      let gradient: [Stop]
      struct Stop: Decodable {
        let stop: Double
        let bgColor: String
      }
    }
    let decoded = try JSONDecoder().decode(Decoded.self, from: Data(text.utf8))
    #expect(decoded.results == ["reshaped": ["value": 1.5]])
    #expect(decoded.gradient.first?.stop == 0 && decoded.gradient.last?.stop == 1)
    #expect(decoded.gradient.first?.bgColor == "#440154" && decoded.gradient.last?.bgColor == "#fde725")
  }
}
