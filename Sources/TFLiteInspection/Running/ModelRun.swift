import TFLite
import TFLiteSchema

/// One run of a model on given inputs.
public struct ModelRun: Sendable {
  /// What went in, in the order of the model's inputs; nil for constants.
  public let inputs: [TensorValues?]
  /// What came out, in the order of the model's outputs.
  public let outputs: [TensorValues]
  private let graph: Subgraph

  /// Runs a model once.
  ///
  /// - Throws: `InterpreterError` when the model cannot run.
  public init(_ model: Model, feed: ModelFeed, options: Interpreter.Options? = nil) throws {
    let interpreter = try Interpreter(model: model, options: options)
    try interpreter.feed(feed)
    try interpreter.invoke()
    inputs = feed.values
    graph = model.subgraphs[0]
    outputs = try interpreter.outputValues(graph)
  }

  /// The values as a file: `input0`, …, `output0`, … and `index.json`.
  ///
  /// - Throws: ``InspectionError``.
  public func archive(dequantized: Bool = false) throws -> [UInt8] {
    var archive = ValueArchive()
    try archive.add(inputs: inputs, outputs: outputs, of: graph, dequantized: dequantized)
    return try archive.encoded()
  }
}

extension ValueArchive {
  /// Adds the inputs and outputs of a model.
  mutating func add(
    inputs: [TensorValues?], outputs: [TensorValues], of graph: Subgraph, dequantized: Bool
  ) throws(InspectionError) {
    for (kind, values, indices) in [("input", inputs, graph.inputs), ("output", outputs, graph.outputs)] {
      for (position, (value, index)) in zip(values, indices).enumerated() {
        guard let value else { continue }
        let info = graph.tensors[Int(index)]
        let stored = dequantized && value.type != .float32 ? value.realIfQuantized(info.quantization) : value
        try add(stored, TensorRecord(tensorIndex: Int(index), info, stored), named: "\(kind)\(position)")
      }
    }
  }
}

extension TensorValues {
  /// Dequantized where there is a quantization; else as it is.
  func realIfQuantized(_ quantization: Quantization?) -> TensorValues {
    guard let quantization, !quantization.scale.isEmpty, type.integerRange != nil else { return self }
    return dequantized(quantization)
  }
}
