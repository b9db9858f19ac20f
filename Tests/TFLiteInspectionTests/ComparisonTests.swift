import Foundation
import TFLite
import TFLiteFlatBuffers
import TFLiteSchema
import TestModels
import Testing

@testable import TFLiteInspection

@Suite struct DifferenceMetricsTests {
  private func metrics(
    _ reference: [Float], _ found: [Float], first count: Int? = nil
  ) -> DifferenceMetrics {
    DifferenceMetrics(
      reference: TensorValues(floats: reference, shape: [reference.count]), nil,
      found: TensorValues(floats: found, shape: [found.count]), nil, first: count)
  }

  @Test func knownNumbers() {
    let metrics = metrics([3, 4, 0, 1], [3, 4, 0, 3])
    #expect(metrics.elements == 4 && metrics.differing == 1)
    #expect(metrics.maximum == 2 && metrics.mean == 0.5 && metrics.meanSquaredError == 1)
    #expect(metrics.maximumSteps == nil)
    #expect(abs(metrics.signalToNoise - 10 * log10(26.0 / 4)) < 1e-12)
    #expect(abs(metrics.cosine! - 28 / (26.0.squareRoot() * 34.0.squareRoot())) < 1e-12)
  }

  @Test func sameValues() {
    let same = metrics([1, .nan, .infinity, -.infinity], [1, .nan, .infinity, -.infinity])
    #expect(same.differing == 0 && same.maximum == 0 && same.signalToNoise == .infinity)
    let zero = metrics([0], [-0.0])
    #expect(zero.differing == 1 && zero.maximum == 0)
    let empty = metrics([], [])
    #expect(empty.elements == 0 && empty.mean == 0 && empty.cosine == nil)
    #expect(metrics([1, 2], [1, 5], first: 1).differing == 0)
  }

  @Test func whatIsNoNumberOnOneSide() throws {
    let broken = metrics([1], [.nan])
    #expect(broken.differing == 1 && broken.maximum == .infinity)
    #expect(metrics([.infinity], [-.infinity]).maximum == .infinity)
    let json = try JSONSerialization.jsonObject(with: Data(JSONText.of(broken).utf8)) as? [String: Any]
    #expect(json?["max_abs"] is NSNull)
  }

  @Test func stepsOfQuantizedTensors() throws {
    let half = Quantization {
      $0.scale = [0.5]
      $0.zeroPoint = [10]
    }
    let metrics = DifferenceMetrics(
      reference: try TensorValues(type: .uint8, shape: [3], bytes: [10, 20, 30]), half,
      found: try TensorValues(type: .uint8, shape: [3], bytes: [10, 23, 29]), half)
    #expect(metrics.differing == 2 && metrics.maximumSteps == 3 && metrics.maximum == 1.5)
    // Against real values.
    let float = DifferenceMetrics(
      reference: TensorValues(floats: [0, 5, 10.25], shape: [3]), nil,
      found: try TensorValues(type: .uint8, shape: [3], bytes: [10, 20, 30]), half)
    #expect(float.differing == 1 && float.maximumSteps == 0.5 && float.maximum == 0.25)
  }

  @Test func namesOfTheFormat() throws {
    let json = try JSONSerialization.jsonObject(with: Data(JSONText.of(metrics([1], [2])).utf8)) as? [String: Any]
    #expect(
      json?.keys.sorted() == [
        "cosine", "differing", "elements", "max_abs", "max_abs_steps", "mean_abs", "mse", "snr_db",
      ])
  }
}

@Suite struct ComparisonTests {
  /// Two operators; the second one's result depends on the first one's.
  private func model(_ change: (inout ModelSketch) -> Void = { _ in }) -> Model {
    var sketch = ModelSketch()
    let input = sketch.tensor("input", [1, 4])
    let weights = sketch.tensor("weights", [4, 4], scale: [0.25], data: (0..<16).map { UInt8($0 % 5 == 0 ? 4 : 0) })
    let bias = sketch.tensor("bias", [4], .int32, scale: [0.125], data: [UInt8](repeating: 0, count: 16))
    let hidden = sketch.tensor("hidden", [1, 4])
    let output = sketch.tensor("output", [1, 4], scale: [1])
    sketch.step(
      OperatorCode(.fullyConnected), FullyConnectedOptions(), inputs: [input, weights, bias], outputs: [hidden])
    sketch.step(OperatorCode(.add), AddOptions(), inputs: [hidden, hidden], outputs: [output])
    sketch.graph.inputs = [input]
    sketch.graph.outputs = [output]
    change(&sketch)
    return sketch.model
  }

  private func feed() throws -> ModelFeed {
    ModelFeed(values: [try TensorValues(type: .uint8, shape: [1, 4], bytes: [10, 20, 30, 40])])
  }

  /// An engine that computes like ours, but lets a test spoil a tensor.
  private struct SpoilingEngine: ReferenceEngine {
    var name = "spoiled"
    var tensor: Int?
    /// What all results are said to have; nil leaves them theirs.
    var shape: [Int]? = [1, 4]
    /// What it does not hand out.
    var hidden: Set<Int> = []
    /// Whether it is right as long as nobody asks for intermediate results.
    var isRightUnlessExposed = false
    var keepsConstantResults = true

    func results(of model: [UInt8], inputs: [Int: [UInt8]]) throws -> [Int: TensorValues] {
      let model = try Model(ByteSlice(model))
      let graph = model.subgraphs[0]
      let values = try graph.inputs.map { index in
        try TensorValues(type: .uint8, shape: [1, 4], bytes: inputs[Int(index)] ?? [])
      }
      let run = try ModelRun(model, feed: ModelFeed(values: values))
      var results: [Int: TensorValues] = [:]
      for (index, output) in zip(graph.outputs.map(Int.init), run.outputs) where !hidden.contains(index) {
        var bytes = output.bytes
        if index == tensor, !isRightUnlessExposed || run.outputs.count > 1 { bytes[0] += 3 }
        results[index] = try TensorValues(type: output.type, shape: shape ?? output.shape, bytes: bytes)
      }
      return results
    }
  }

  @Test func equalEngines() throws {
    let comparison = try Comparison(model(), feed: feed(), against: SpoilingEngine())
    #expect(comparison.rows.map(\.name) == ["FULLY_CONNECTED", "ADD"])
    #expect(comparison.rows.allSatisfy { $0.accumulated.differing == 0 && $0.isolated.differing == 0 })
    #expect(comparison.firstDiffering == nil)
    #expect(comparison.reference == "spoiled")
  }

  /// An engine that is wrong in the first operator, and then goes on from its right result.
  @Test func isolatedAndAccumulatedAreTwoThings() throws {
    let comparison = try Comparison(model(), feed: feed(), against: SpoilingEngine(tensor: 3))
    #expect(comparison.rows[0].accumulated.differing == 1 && comparison.rows[0].isolated.differing == 1)
    #expect(comparison.rows[0].accumulated.maximumSteps == 3)
    // On its own activations the second operator is right; on the reference's it gives what follows from them.
    #expect(comparison.rows[1].accumulated.differing == 0 && comparison.rows[1].isolated.differing == 1)
    #expect(comparison.firstDiffering?.index == 0)
  }

  /// What an engine computes while it is watched may not be what it computes in use.
  @Test func watchingChangesTheEngine() throws {
    let spoiled = try Comparison(model(), feed: feed(), against: SpoilingEngine(tensor: 4))
    #expect(spoiled.caveats == [])
    let comparison = try Comparison(
      model(), feed: feed(), against: SpoilingEngine(tensor: 4, isRightUnlessExposed: true))
    #expect(comparison.caveats == [.exposingChangesReference(outputs: ["output"])])
    let json = try JSONSerialization.jsonObject(with: Data(JSONText.of(comparison).utf8)) as? [String: Any]
    #expect((json?["caveats"] as? [String])?.first?.hasSuffix("are not exposed, for \"output\"") == true)
  }

  @Test func constantsThatTheEngineTakesIn() throws {
    let withConstant = model { sketch in
      let stored = sketch.tensor("stored", [1, 4], scale: [2], data: [1, 2, 3, 4])
      let scaled = sketch.tensor("scaled", [1, 4])
      sketch.step(OperatorCode(.quantize), QuantizeOptions(), inputs: [stored], outputs: [scaled])
      sketch.graph.outputs.append(scaled)
    }
    let kept = try Comparison(withConstant, feed: feed(), against: SpoilingEngine())
    #expect(kept.rows.map(\.tensor) == ["hidden", "output", "scaled"] && kept.caveats == [])
    let comparison = try Comparison(withConstant, feed: feed(), against: SpoilingEngine(keepsConstantResults: false))
    #expect(comparison.rows.map(\.tensor) == ["hidden", "output"])
    #expect(comparison.caveats == [.constantsNotCompared(1)])
  }

  @Test func resultsOfAnotherShape() throws {
    #expect(
      throws: InspectionError.shapesDiffer(
        operator: "operator 0 (FULLY_CONNECTED)", tensor: "hidden", expected: [4, 1], found: [1, 4])
    ) { try Comparison(model(), feed: feed(), against: SpoilingEngine(shape: [4, 1])) }
  }

  /// Shapes are told to a reference as they were here; whoever computes them wrongly is found all the same.
  @Test func aShapeThatIsComputedWrongly() throws {
    var sketch = ModelSketch()
    let input = sketch.tensor("input", [1, 4])
    let half = sketch.plain("half", [2], .int32, data: .init([1, 2] as [Int32]))
    let sum = sketch.plain("sum", [2], .int32)
    let output = sketch.tensor("output", [2, 2])
    sketch.step(
      OperatorCode(.maximum), MaximumMinimumOptions(),
      inputs: [half, sketch.plain("two", [2], .int32, data: .init([2, 2] as [Int32]))], outputs: [sum])
    sketch.step(OperatorCode(.reshape), ReshapeOptions(), inputs: [input, sum], outputs: [output])
    (sketch.graph.inputs, sketch.graph.outputs) = ([input], [output])
    let right = try Comparison(sketch.model, feed: feed(), against: SpoilingEngine(shape: nil))
    #expect(right.firstDiffering == nil && right.caveats == [.shapesFixed(tensorCount: 1)])
    let wrong = try Comparison(sketch.model, feed: feed(), against: SpoilingEngine(tensor: Int(sum), shape: nil))
    #expect(wrong.firstDiffering?.tensor == "sum" && wrong.rows.count == 2)
  }

  /// An engine that cannot judge, or not all, is no reason to blame anybody.
  @Test func enginesThatDoNotHandOutAll() throws {
    let partial = SpoilingEngine(hidden: [3])
    let alone = try Comparison(model(), feed: feed(), against: partial)
    #expect(alone.rows.map(\.tensor) == ["output"] && alone.caveats == [.notHandedOut(["hidden"])])
    let both = try Comparison(model(), feed: feed(), against: partial, orElse: [SpoilingEngine(name: "other")])
    #expect(both.rows.map(\.tensor) == ["hidden", "output"] && both.reference == "other")
    #expect(
      both.caveats == [.judgedByAnother("other", reasons: ["spoiled does not hand out 1 results"])])
    #expect(throws: InspectionError.notJudged(reasons: ["spoiled does not hand out 2 results"])) {
      try Comparison(model(), feed: feed(), against: SpoilingEngine(hidden: [3, 4]))
    }
  }

  @Test func damagedWeights() throws {
    let damaged = model { $0.model.buffers[1].data = ByteSlice([9] + Array(repeating: 0 as UInt8, count: 15)) }
    let comparison = try Comparison(damaged, named: "damaged", feed: feed(), parent: model(), named: "whole")
    #expect(comparison.firstDiffering?.index == 0)
    #expect(comparison.rows[0].isolated.differing == 4)
    #expect(comparison.rows[1].accumulated.differing > 0)
    // The second operator is not to blame.
    #expect(comparison.rows[1].isolated.differing == 0)
  }

  @Test func otherOptions() throws {
    var threads = Interpreter.Options()
    threads.threadCount = 2
    let comparison = try Comparison(
      model(), feed: feed(), options: threads, named: "two", reference: Interpreter.Options(), named: "one")
    #expect(comparison.rows.count == 2 && comparison.firstDiffering == nil)
    #expect(comparison.subject == "two" && comparison.reference == "one")
  }

  @Test func modelsThatDoNotMatch() throws {
    let other = ModelSketch.conv2D().model
    #expect(
      throws: InspectionError.modelsDiffer(
        reason: "operator 0 (FULLY_CONNECTED [1, 4]) of the first meets operator 0 (CONV_2D [1, 4, 4, 3]) of the second"
      )
    ) { try Comparison(model(), named: "a", feed: feed(), parent: other, named: "b") }
    let shorter = model { sketch in
      sketch.graph.operators.removeLast()
      sketch.graph.outputs = [3]
      sketch.graph.tensors[3].name = "renamed"
    }
    #expect(
      throws: InspectionError.modelsDiffer(
        reason: "operator 1 (ADD [1, 4]) of the first has no counterpart in the second")
    ) { try Comparison(model(), named: "a", feed: feed(), parent: shorter, named: "b") }
  }

  /// Names decide where the order does not.
  @Test func namesMatch() throws {
    let longer = model { sketch in
      let extra = sketch.tensor("extra", [1, 4])
      sketch.step(OperatorCode(.add), AddOptions(), inputs: [0, 0], outputs: [extra])
    }
    #expect(try ModelMatching(longer, model()).tensors == [3: 3, 4: 4])
    #expect(try ModelMatching(model(), model()).tensors == [3: 3, 4: 4])
  }

  @Test func json() throws {
    let damaged = model { $0.model.buffers[1].data = ByteSlice([9] + Array(repeating: 0 as UInt8, count: 15)) }
    let comparison = try Comparison(damaged, named: "damaged", feed: feed(), parent: model(), named: "whole")
    let decoded = try JSONSerialization.jsonObject(with: Data(JSONText.of(comparison).utf8)) as? [String: Any]
    #expect(decoded?["first_differing"] as? Int == 0)
    let rows = try #require(decoded?["operators"] as? [[String: Any]])
    #expect(rows[0]["operator"] as? String == "FULLY_CONNECTED")
    #expect(rows[0]["tensor"] as? String == "hidden")
    #expect(rows[0]["differing"] as? Int == 4)
    #expect((rows[1]["isolated"] as? [String: Any])?["differing"] as? Int == 0)
    let equal = try Comparison(model(), named: "a", feed: feed(), parent: model(), named: "b")
    let none = try JSONSerialization.jsonObject(with: Data(JSONText.of(equal).utf8)) as? [String: Any]
    #expect(none?["first_differing"] is NSNull)
  }

  @Test func conversionsOfRealValues() throws {
    let real = TensorValues(floats: [-1, 0, 0.26, 100, .nan], shape: [5])
    let target = Quantization {
      $0.scale = [0.5]
      $0.zeroPoint = [3]
    }
    #expect(real.converted(from: nil, to: .uint8, target)?.bytes == [1, 3, 4, 203, 0])
    #expect(real.converted(from: nil, to: .int8, target)?.numbers == [1, 3, 4, 127, -128])
    #expect(real.converted(from: nil, to: .int16, target)?.numbers == [1, 3, 4, 203, -32768])
    #expect(real.converted(from: nil, to: .uint8, nil) == nil)
    // As a floating point number, the greatest 64-bit integer is one too many for an integer.
    let greatest = try TensorValues(type: .int64, shape: [1], bytes: withUnsafeBytes(of: Int64.max) { Array($0) })
    #expect(greatest.converted(from: nil, to: .int64, target) == nil)
    #expect(greatest.converted(from: nil, to: .int32, target)?.numbers == [Double(Int32.max)])
    let stored = try TensorValues(type: .uint8, shape: [1], bytes: [5])
    #expect(stored.converted(from: target, to: .float32, nil)?.numbers == [1])
  }

  @Test func healthFindsWhatIsBad() throws {
    // Three channels: one dead, one that is clipped, one that uses its range.
    var sketch = ModelSketch.unary(OperatorCode(.relu), [1, 2, 2, 3], [1, 2, 2, 3])
    sketch.graph.tensors[1].quantization?.scale = [0.5]
    let values = try TensorValues(
      type: .uint8, shape: [1, 2, 2, 3], bytes: [9, 255, 0, 9, 255, 80, 9, 7, 90, 9, 8, 200])
    let trace = try Trace(sketch.model, feed: ModelFeed(values: [values]))
    let health = try #require(QuantizationHealth.all(of: trace).first)
    #expect(health.deadChannels == 1 && health.channels == 3)
    #expect(abs(health.saturatedHigh - 2.0 / 12) < 1e-9 && abs(health.saturatedLow - 1.0 / 12) < 1e-9)
    #expect(health.usedRange == 1 && health.scale == 0.5 && health.zeroPoint == 0)
  }
}
