import TFLite
import TFLiteSchema

/// One run of a model on given inputs.
public struct ModelRun: Sendable, ArchivedValues {
  /// What went in, in the order of the model's inputs; nil for constants.
  public let inputs: [TensorValues?]
  /// What came out, in the order of the model's outputs.
  public let outputs: [TensorValues]
  private let graph: Subgraph
  let memoryLimit: Int

  /// Runs a model once.
  ///
  /// - Throws: `InterpreterError` when the model cannot run.
  public init(_ model: Model, feed: ModelFeed, options: Interpreter.Options? = nil) throws {
    let interpreter = try Interpreter(model: model, options: options)
    try interpreter.feed(feed)
    try interpreter.invoke()
    inputs = feed.values
    graph = model.subgraphs[0]
    memoryLimit = (options ?? Interpreter.Options()).effectiveMemoryLimit
    outputs = try interpreter.outputValues(graph)
  }

  /// The values as a file: `input0`, …, `output0`, … and `index.json`.
  ///
  /// - Parameter dequantized: whether quantized values become real ones.
  /// - Throws: ``InspectionError``, also where an array takes more memory than the options of the run allow.
  public func archive(dequantized: Bool = false) throws -> [UInt8] {
    try encoded(dequantized: dequantized)
  }

  /// Writes the file that ``archive(dequantized:)`` gives. Of its arrays, one at a time is in memory.
  ///
  /// - Throws: ``InspectionError``, also where an array takes more memory than the options of the run allow. After an error,
  ///   what was there is as it was.
  public func writeArchive(to path: String, dequantized: Bool = false) throws {
    try write(to: path, dequantized: dequantized)
  }

  func add(to archive: inout ValueArchive, _ output: ByteOutput) throws {
    try archive.add(inputs: inputs, outputs: outputs, of: graph, to: output)
  }
}

extension ValueArchive {
  /// Writes the inputs and outputs of a model.
  mutating func add(
    inputs: [TensorValues?], outputs: [TensorValues], of graph: Subgraph, to output: ByteOutput
  ) throws {
    for (kind, values, indices) in [("input", inputs, graph.inputs), ("output", outputs, graph.outputs)] {
      for (position, (value, index)) in zip(values, indices).enumerated() {
        guard let value else { continue }
        let info = graph.tensors[Int(index)]
        try add(value, info.quantization, named: "\(kind)\(position)", to: output) { stored in
          TensorRecord(tensorIndex: Int(index), info, stored)
        }
      }
    }
  }
}
