import Foundation
import TFLite
import TFLiteSchema
import TestModels
import Testing

@testable import TFLiteInspection

@Suite struct ProfileTests {
  private func profile(_ sketch: ModelSketch = .detector(), fusion: Profile.Fusion = .kept) throws -> Profile {
    let feed = try ModelFeed([InputArgument("random:1", inputNames: [])], for: sketch.model)
    return try Profile(sketch.model, feed: feed, runs: 3, options: Interpreter.Options(), fusion: fusion)
  }

  /// PAD and LEAKY_RELU are fused into CONV_2D, SHAPE is folded.
  private func fusedSketch() -> ModelSketch {
    var sketch = ModelSketch()
    let input = sketch.tensor("input", [1, 4, 4, 2])
    let border = sketch.plain("border", [4, 2], .int32, data: [UInt8]([0, 0, 1, 1, 1, 1, 0, 0] as [Int32]))
    let padded = sketch.tensor("padded", [1, 6, 6, 2])
    let filter = sketch.tensor("filter", [3, 3, 3, 2], data: (0..<54).map { UInt8($0 * 4) })
    let sum = sketch.tensor("sum", [1, 4, 4, 3], scale: [40])
    let activated = sketch.tensor("activated", [1, 4, 4, 3], scale: [40])
    let shape = sketch.plain("shape", [4], .int32)
    sketch.step(OperatorCode(.pad), PadOptions(), inputs: [input, border], outputs: [padded])
    sketch.step(
      OperatorCode(.conv2D), Conv2DOptions { ($0.padding, $0.strideH, $0.strideW) = (.valid, 1, 1) },
      inputs: [padded, filter], outputs: [sum])
    sketch.step(OperatorCode(.leakyRelu), LeakyReluOptions { $0.alpha = 0.3 }, inputs: [sum], outputs: [activated])
    sketch.step(OperatorCode(.shape), ShapeOptions { $0.outType = .int32 }, inputs: [activated], outputs: [shape])
    (sketch.graph.inputs, sketch.graph.outputs) = ([input], [activated, shape])
    return sketch
  }

  @Test func fusedOperatorsHaveOneTime() throws {
    let profile = try profile(fusedSketch())
    #expect(profile.operators.map(\.name) == ["PAD", "CONV_2D", "LEAKY_RELU", "SHAPE"])
    #expect(profile.operators.map(\.plan.fate) == [.fused(into: 1), .runs, .fused(into: 1), .folded])
    #expect(profile.operators.map(\.group) == [[], [0, 1, 2], [], [3]])
    #expect(profile.operators.map { $0.median > .zero } == [false, true, false, false])
    #expect(profile.operators.map(\.multiplyAccumulateCount) == [0, 864, 0, 0])
    #expect(profile.kinds.map(\.name) == ["PAD + CONV_2D + LEAKY_RELU"] && profile.kinds[0].share == 1)
    #expect(profile.operatorTotal == profile.operators[1].median)
    let rows = profile.csv.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    #expect(rows[1...].map(\.last) == ["1", "", "1", ""])
    #expect(try profile.traceEvents(model: "m").matches(of: /"PAD \+ CONV_2D \+ LEAKY_RELU"/).count == 3)
  }

  @Test func operatorsRunOneByOneWhereFusionIsUndone() throws {
    let profile = try profile(fusedSketch(), fusion: .undone)
    #expect(profile.operators.map(\.plan.fate) == [.runs, .runs, .runs, .folded])
    #expect(profile.operators.map(\.group) == [[0], [1], [2], [3]])
    #expect(profile.operators.map { $0.median > .zero } == [true, true, true, false])
    #expect(profile.operators.map(\.multiplyAccumulateCount) == [0, 864, 0, 0])
    #expect(Set(profile.kinds.map(\.name)) == ["PAD", "CONV_2D", "LEAKY_RELU"])
  }

  /// What only a run can tell is known when it has run.
  @Test(arguments: [Profile.Fusion.kept, .undone]) func shapesOfRunsAreCounted(fusion: Profile.Fusion) throws {
    let sketch = ModelSketch.reshapeAtRunTime()
    let feed = ModelFeed(values: [
      try TensorValues(type: .uint8, shape: [2, 6], bytes: Array(repeating: 3, count: 12)),
      try TensorValues(type: .int32, shape: [2], bytes: [UInt8]([4, 3] as [Int32])),
    ])
    let profile = try Profile(sketch.model, feed: feed, runs: 2, options: Interpreter.Options(), fusion: fusion)
    #expect(profile.operators.map(\.plan.fate) == [.preparedInEveryRun, .preparedInEveryRun])
    #expect(profile.operators.allSatisfy { $0.median > .zero && !$0.kernel.isEmpty })
  }

  @Test func timesAndCosts() throws {
    let profile = try profile(.conv2D())
    #expect(profile.times.runs.count == 3 && profile.times.threads == 1 && profile.times.warmUpRuns == 0)
    #expect(profile.operators.map(\.name) == ["CONV_2D"])
    #expect(profile.operators[0].multiplyAccumulateCount == 384)
    #expect(profile.operators[0].median > .zero && profile.times.first > .zero)
    #expect(profile.times.runs.median >= profile.times.runs.minimum && profile.times.prepare > .zero)
    #expect(profile.kinds.map(\.name) == ["CONV_2D"] && profile.kinds.map(\.count) == [1])
    #expect(profile.kinds[0].total == profile.operatorTotal && profile.kinds[0].share == 1)
    #expect(profile.share(of: profile.operators[0]) == 1)
    #expect(profile.operators[0].gigaMultiplyAccumulatesPerSecond ?? 0 > 0)
    #expect(profile.times.peakMemoryByteCount > 1_000_000)
  }

  @Test func quantiles() {
    let times = Quantiles([40, 10, 30, 20].map { Duration.milliseconds($0) })
    #expect(times.count == 4 && times.minimum == .milliseconds(10) && times.median == .milliseconds(25))
    #expect(times[0.25] == .microseconds(17500) && times[1] == .milliseconds(40) && times[7] == .milliseconds(40))
    #expect(Quantiles([.seconds(3)])[0.9] == .seconds(3) && Quantiles([]).median == .zero)
  }

  @Test func json() throws {
    let record = try profile().record(model: "m.tflite", load: .milliseconds(3))
    let decoded = try JSONSerialization.jsonObject(with: Data(JSONText.of(record).utf8)) as? [String: Any]
    #expect(
      decoded?.keys.sorted() == [
        "cpu", "first_milliseconds", "load_milliseconds", "median_milliseconds", "model", "numerics", "operators",
        "peak_memory_bytes", "prepare_milliseconds", "runs", "threads",
      ])
    #expect(decoded?["load_milliseconds"] as? Double == 3)
    let rows = try #require(decoded?["operators"] as? [[String: Any]])
    #expect(rows.map { $0["operator"] as? String } == ["RESHAPE", "TFLite_Detection_PostProcess"])
    #expect(rows[0].keys.sorted() == ["fused_into", "index", "kernel", "macs", "milliseconds", "operator"])
  }

  @Test func csv() throws {
    var sketch = ModelSketch.conv2D()
    sketch.graph.tensors[3].name = "with \"quotes\", and commas"
    let lines = try profile(sketch).csv.split(separator: "\n")
    #expect(lines[0] == "index,operator,tensor,milliseconds,share,macs,gmacs_per_second,kernel,fused_into")
    #expect(lines.count == 2)
    #expect(lines[1].hasPrefix("0,CONV_2D,\"with \"\"quotes\"\", and commas\","))
    #expect(lines[1].contains(",1.0,384,"))
  }

  /// The Trace Event Format: https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU
  @Test func traceEventsFollowTheFormat() throws {
    let text = try profile().traceEvents(model: "m.tflite")
    let file = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let events = try #require(file["traceEvents"] as? [[String: Any]])
    for event in events {
      #expect(event["name"] is String && event["pid"] is Int && event["tid"] is Int)
      switch event["ph"] as? String {
      case "M": #expect((event["args"] as? [String: Any])?["name"] is String)
      case "X":
        #expect(try #require(event["ts"] as? Double) >= 0)
        #expect(try #require(event["dur"] as? Double) >= 0)
        #expect(event["cat"] is String)
      default: Issue.record("unexpected event \(event)")
      }
    }
    let complete = events.filter { $0["ph"] as? String == "X" }
    #expect(complete.count { $0["cat"] as? String == "run" } == 3)
    #expect(complete.count { $0["cat"] as? String == "operator" } == 3 * 2)
    // Operators lie within their runs and follow each other: viewers nest by time.
    func end(_ event: [String: Any]) -> Double { (event["ts"] as? Double ?? 0) + (event["dur"] as? Double ?? 0) }
    for run in 1...3 {
      let whole = try #require(complete.first { $0["name"] as? String == "run \(run)" })
      let inside = complete.filter {
        $0["cat"] as? String == "operator" && ($0["ts"] as? Double ?? 0) >= (whole["ts"] as? Double ?? 0) - 0.001
          && end($0) <= end(whole) + 0.001
      }
      #expect(inside.count == 2)
      #expect(zip(inside, inside.dropFirst()).allSatisfy { end($0) <= ($1["ts"] as? Double ?? 0) + 0.001 })
    }
  }
}
