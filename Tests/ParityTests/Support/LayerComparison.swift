import Foundation
import LiteRTReference
import TFLite
import TFLiteFlatBuffers
import TFLiteSchema
import Testing

/// A model opened by both engines: here as it is, watched and not, and with all intermediate results exposed.
struct LayerComparison {
  /// The program that tells what is right.
  enum Reference: String {
    case cLibrary = "C library"
    /// For models with state tensors, which the C interface does not take.
    case python = "Python interpreter"
    /// For models with operators of which there are no reference kernels.
    case cLibraryOtherKernels = "C library, its only kernels"
  }

  private let name: String
  private let oracle: Reference
  private let model: Model
  private let exposedBytes: [UInt8]
  private let interpreter: Interpreter
  /// The unchanged model, whose activations share memory, and whose work is shared by two threads.
  private let unchanged: (outputs: [Int], interpreter: Interpreter)
  /// The same with an observer, which sees every operator's outputs.
  private let watched: Interpreter
  /// What all runs have come to.
  let tally = ComparisonTally()

  init(name: String, model bytes: [UInt8], oracle: Reference = .cLibrary) throws {
    self.name = name
    self.oracle = oracle
    // Shapes that are left open keep the C interface from running a model; the file says which they are by default.
    let original = try Model(ByteSlice(bytes)).removingShapeSignatures()
    model = original.exposingIntermediates()
    exposedBytes = try model.serialized()
    interpreter = try Interpreter(model: model)
    try interpreter.allocate()
    var options = Interpreter.Options()
    options.threadCount = 2
    unchanged = (original.subgraphs[0].outputs.map { Int($0) }, try Interpreter(model: original, options: options))
    try unchanged.interpreter.allocateTensors()
    watched = try Interpreter(model: original, options: options)
    try watched.allocateTensors()
  }

  private var graph: Subgraph { model.subgraphs[0] }

  var inputNames: [String] { graph.inputs.map { graph.tensors[Int($0)].name } }
  var inputs: [TensorInfo] { graph.inputs.map { graph.tensors[Int($0)] } }
  var inputByteCounts: [Int] { graph.inputs.compactMap { graph.tensors[Int($0)].byteCount } }

  /// What the C library computes for each exposed tensor.
  func referenceOutputs(_ feeds: [[UInt8]]) throws -> [LiteRTOutput] {
    // Opened anew for each run: the C library dequantizes constant weights in the first run only, and their exposed
    // values are gone in the next.
    let reference = try LiteRTModel(library: Oracle.shared(), bytes: exposedBytes)
    // It may list a model's inputs in another order.
    let byIndex = Dictionary(uniqueKeysWithValues: zip(graph.inputs.map { Int($0) }, feeds))
    return try reference.run(inputs: reference.inputs.map { try #require(byIndex[$0.index]) })
  }

  /// Every exposed tensor after each run, by its index.
  private func expectedOutputs(_ runs: [[[UInt8]]]) throws -> [[Int: EngineOutput]] {
    switch oracle {
    case .cLibrary:
      return try runs.map { feeds in
        Dictionary(
          uniqueKeysWithValues: try referenceOutputs(feeds).map {
            ($0.tensor.index, EngineOutput(shape: $0.shape, bytes: $0.bytes))
          })
      }
    case .cLibraryOtherKernels:
      let engine = LiteRTEngine(library: try Oracle.shared(), kernelMode: .builtin)
      return runs.map { feeds in
        guard case .ran(let outputs) = engine.run(model: exposedBytes, feeds: feeds) else { return [:] }
        return Dictionary(uniqueKeysWithValues: zip(graph.outputs.map { Int($0) }, outputs))
      }
    case .python:
      let tensors = graph.outputs.map { Int($0) }
      return try PythonOracle.shared.run(model: exposedBytes, runs: runs, tensors: tensors).map {
        Dictionary(uniqueKeysWithValues: zip(tensors, $0.map(EngineOutput.init)))
      }
    }
  }

  /// Runs both engines, expects the same bits in every operator's outputs, and reports what was compared.
  ///
  /// - Returns: the outputs of the unchanged model, computed here.
  @discardableResult
  func run(_ feeds: [[UInt8]], label: String) throws -> [EngineOutput] {
    try run(series: [feeds], label: label)[0]
  }

  /// Runs both engines several times, from a state of zeros on.
  @discardableResult
  func run(series: [[[UInt8]]], label: String) throws -> [[EngineOutput]] {
    try interpreter.resetVariableTensors()
    try unchanged.interpreter.resetVariableTensors()
    try watched.resetVariableTensors()
    return try zip(series, try expectedOutputs(series)).enumerated().map { number, pair in
      try run(
        pair.0, expected: pair.1, label: series.count == 1 ? label : "\(label), run \(number + 1) of \(series.count)")
    }
  }

  private func run(_ feeds: [[UInt8]], expected: [Int: EngineOutput], label: String) throws -> [EngineOutput] {
    let exposed = Dictionary(uniqueKeysWithValues: zip(graph.outputs.map { Int($0) }, try interpreter.run(feeds)))
    let results = try unchanged.interpreter.run(feeds)
    let seen = try observe(feeds)
    let final = Dictionary(zip(unchanged.outputs, results)) { first, _ in first }
    var elements = 0
    var differing = 0
    for (position, step) in graph.operators.enumerated() {
      let code = model.operatorCode(of: step)
      // The number of a variable is nobody's business.
      let outputs = step.outputs.map { Int($0) }.filter { graph.tensors[$0].type != .resource }
      let reference = try outputs.map { try #require(expected[$0], "operator \(position) is not exposed") }
      let written = Self.writtenElements(of: code, reference: reference)
      for (index, tensor) in outputs.enumerated() {
        let label = "\(code.name), operator \(position), output \(index) of \(name) on \(label)"
        // Bytes of strings count as elements. The type may follow from the operands, whatever the file says.
        let isText = graph.tensors[tensor].type == .string
        let stored = isText ? reference[index].bytes.count : reference[index].shape.elementCount
        let size = max(1, reference[index].bytes.count / max(1, stored))
        let count = written.map { $0[index] } ?? stored
        let found = try #require(exposed[tensor], "\(label) is not exposed")
        let different = compare(reference[index], found, first: count, size: size, label: label)
        elements += count
        differing += different
        differing += compare(
          reference[index], try #require(seen[tensor], "\(label) was not seen"), first: count, size: size,
          label: "two threads, watched, \(label)")
        if let found = final[tensor] {
          _ = compare(reference[index], found, first: count, size: size, label: "two threads, unwatched, \(label)")
        }
      }
    }
    print(
      "parity by layer", padded(name, 63), padded(label, 32), "operators \(graph.operators.count) ",
      "elements \(elements) ", "differing \(differing)")
    tally.add(elements: elements, differing: differing)
    try LayerReport.shared.add(
      .init(
        model: name, input: label, oracle: oracle.rawValue, operators: graph.operators.count, elements: elements,
        differing: differing))
    return results
  }

  /// What every operator of the unchanged model computes, by the index of the tensor.
  private func observe(_ feeds: [[UInt8]]) throws -> [Int: EngineOutput] {
    var seen: [Int: EngineOutput] = [:]
    watched.observer = Interpreter.Observer { run in
      for output in run.outputs {
        seen[output.index] = EngineOutput(shape: output.shape, bytes: output.withUnsafeBytes { [UInt8]($0) })
      }
      return .proceed
    }
    defer { watched.observer = nil }
    _ = try watched.run(feeds)
    return seen
  }

  /// Counts the differing ones among the first elements of an output.
  private func compare(
    _ reference: EngineOutput, _ found: EngineOutput, first count: Int, size: Int, label: String
  ) -> Int {
    #expect(reference.shape == found.shape, "\(label)")
    guard reference.bytes.count == found.bytes.count else {
      Issue.record("\(label): \(found.bytes.count) bytes instead of \(reference.bytes.count)")
      return count
    }
    guard reference.bytes != found.bytes else { return 0 }
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
  private static func writtenElements(of code: OperatorCode, reference: [EngineOutput]) -> [Int]? {
    guard code.name == "TFLite_Detection_PostProcess", let count = reference[3].floats.first else { return nil }
    return [4 * Int(count), Int(count), Int(count), 1]
  }
}
