import Foundation
import TFLite
import TFLiteFlatBuffers
import TFLiteSchema
import TestModels
import Testing

@testable import TFLiteInspection

@Suite struct TraceTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// RESHAPE, and ADD of its result to itself.
  private let model = ModelSketch.reshapeAtRunTime().model

  private func feed() throws -> ModelFeed {
    ModelFeed(values: [
      try TensorValues(type: .uint8, shape: [2, 6], bytes: Array(0..<12)),
      try TensorValues(type: .int32, shape: [2], bytes: [4, 0, 0, 0, 3, 0, 0, 0]),
    ])
  }

  @Test func keepsWhatOperatorsCompute() throws {
    let trace = try Trace(model, feed: feed())
    #expect(trace.steps.map(\.name) == ["RESHAPE", "ADD"])
    #expect(trace.steps[0].outputs[0].values.shape == [4, 3])
    #expect(trace.steps[0].outputs[0].values.bytes == Array(0..<12))
    #expect(trace.steps[1].outputs[0].values.bytes == Array(0..<12))
    #expect(trace.steps[1].outputs[0].realValues == (0..<12).map(Double.init))
    #expect(trace.outputs[0].bytes == Array(0..<12))
  }

  @Test func archive() throws {
    let archive = try NPZArchive(ByteSlice(try Trace(model, feed: feed()).archive()))
    #expect(archive.arrayNames == ["input0", "input1", "op0000_out0", "op0001_out0", "output0"])
    let real = try NPZArchive(ByteSlice(try Trace(model, feed: feed()).archive(dequantized: true)))
    // 0.5 a step.
    #expect(try real.array(named: "op0000_out0")?.numbers == (0..<12).map { Double($0) / 2 })
    #expect(try real.array(named: "input1")?.type == .int32)
    let index = try #require(try archive.text(ofFile: "index.json"))
    let records = try #require(try JSONSerialization.jsonObject(with: Data(index.utf8)) as? [String: [String: Any]])
    #expect(records["op0001_out0"]?["operator"] as? String == "ADD")
    #expect(records["op0001_out0"]?["operator_index"] as? Int == 1)
    #expect(records["op0001_out0"]?["tensor"] as? String == "output")
    // The shape is that of the run, not the file's.
    #expect(records["op0001_out0"]?["shape"] as? [Int] == [4, 3])
  }

  @Test func archivesAreWrittenArrayByArray() throws {
    let (trace, run) = (try Trace(model, feed: feed()), try ModelRun(model, feed: feed()))
    let (traced, ran) = (folder.path("trace.npz"), folder.path("run.npz"))
    for isDequantized in [false, true] {
      try trace.writeArchive(to: traced, dequantized: isDequantized)
      try run.writeArchive(to: ran, dequantized: isDequantized)
      #expect(try Data(contentsOf: URL(fileURLWithPath: traced)) == Data(trace.archive(dequantized: isDequantized)))
      #expect(try Data(contentsOf: URL(fileURLWithPath: ran)) == Data(run.archive(dequantized: isDequantized)))
    }
    let archive = try NPZArchive(ByteSlice(mappingFile: ran))
    #expect(archive.arrayNames == ["input0", "input1", "output0"])
    #expect(try archive.text(ofFile: "index.json")?.contains("\"output0\"") == true)
  }

  /// Elements are written from where they are.
  @Test func archivesCopyNothingThatNeedsNoChange() throws {
    let values = try TensorValues(type: .float32, shape: [1000], bytes: Array(repeating: 1, count: 4000))
    var (addresses, byteCount): (Set<UnsafeRawPointer>, Int) = ([], 0)
    var archive = ValueArchive(isDequantized: true, memoryLimit: 0)
    try archive.add(inputs: [values], outputs: [], of: graph(of: .float32, scale: [])) { piece in
      if let address = piece.baseAddress { addresses.insert(address) }
      byteCount += piece.count
    }
    let address = values.bytes.withUnsafeBytes { $0.baseAddress }
    let own = try #require(address)
    #expect(addresses.contains(own) && byteCount > 4000)
  }

  @Test func arraysThatAreMadeAreLimited() throws {
    let values = try TensorValues(type: .uint8, shape: [3], bytes: [1, 2, 3])
    let graph = graph(of: .uint8, scale: [0.5])
    func write(_ limit: Int) throws {
      var archive = ValueArchive(isDequantized: true, memoryLimit: limit)
      try archive.add(inputs: [values], outputs: [values], of: graph) { _ in }
      try archive.finish { _ in }
    }
    #expect(throws: InspectionError.arrayTooLarge(tensor: "input0", byteCount: 12, limit: 11)) { try write(11) }
    try write(12)
  }

  /// With one tensor, which goes in and comes out.
  private func graph(of type: TensorType, scale: [Float]) -> Subgraph {
    var sketch = ModelSketch()
    let tensor = sketch.tensor("values", [3], type, scale: scale)
    sketch.graph.inputs = [tensor]
    sketch.graph.outputs = [tensor]
    return sketch.graph
  }

  @Test func selections() throws {
    func seen(_ ranges: [ClosedRange<Int>], _ names: [String] = []) throws -> [Int] {
      try Trace(model, feed: feed(), selection: OperatorSelection(ranges: ranges, names: names)).steps.map(\.index)
    }
    #expect(try seen([]) == [0, 1])
    #expect(try seen([1...1]) == [1])
    #expect(try seen([], ["add"]) == [1])
    #expect(try seen([], ["Add", "Reshape"]) == [0, 1])
    #expect(throws: InspectionError.operatorsOutOfRange(1...2, count: 2)) { try seen([1...2]) }
    #expect(throws: InspectionError.noSuchOperators(["ADD"], available: ["RESHAPE"])) { try seen([0...0], ["ADD"]) }
    let convolution = ModelSketch.conv2D().model
    #expect(try OperatorSelection(names: ["Conv2D"]).positions(in: convolution) == [0])
    #expect(try OperatorSelection(names: ["CONV_2D"]).positions(in: convolution) == [0])
  }

  @Test func summaryOfValues() {
    let values: [Double] = [1, .nan, -3, .infinity, 5]
    let summary = ValueSummary(values)
    #expect(summary.least == -3 && summary.greatest == 5 && summary.mean == 1 && summary.notFinite == 2)
    #expect(summary.histogram(values, binCount: 4) == [1, 0, 1, 1])
    #expect(ValueSummary([]).least == nil)
    let equal = [2.0, 2]
    #expect(ValueSummary(equal).histogram(equal, binCount: 3) == [2, 0, 0])
    // Neither the sum nor the extent of these is a number.
    let great = [-1.7e308, 1.7e308, 1.7e308, 1.7e308]
    #expect(ValueSummary(great).mean == 1.7e308 / 2)
    #expect(ValueSummary(great).histogram(great, binCount: 4) == [1, 0, 0, 3])
    let greatest = ValueSummary(Array(repeating: Double.greatestFiniteMagnitude, count: 7))
    #expect(greatest.mean?.isFinite == true)
  }

  /// Runs watched and unwatched give the same bits.
  @Test(.enabled(if: Zoo.isPresent, "\(Zoo.absence)"), arguments: [1, 2])
  func watchingChangesNothing(threads: Int) throws {
    var options = Interpreter.Options()
    options.threadCount = threads
    for name in ["det_automl/salad1_automl.tflite", "det_blazeface/face_detection_short_range.tflite"] {
      let model = try Model(contentsOfFile: Zoo.model(name))
      let feed = try ModelFeed([InputArgument("random:4", inputNames: [])], for: model)
      let plain = try ModelRun(model, feed: feed, options: options)
      let traced = try Trace(model, feed: feed, options: options)
      #expect(plain.outputs == traced.outputs)
      #expect(traced.steps.count == model.subgraphs[0].operators.count)
    }
  }
}
