import Foundation
import TFLite
import TFLiteSchema

/// What every operator of a model has computed in one run.
public struct Trace: Sendable, ArchivedValues {
  /// The model that ran.
  public let model: Model
  /// What went in, in the order of the model's inputs; nil for constants.
  public let inputs: [TensorValues?]
  /// What came out, in the order of the model's outputs.
  public let outputs: [TensorValues]
  /// The operators that were watched, in execution order.
  public let steps: [Step]
  let memoryLimit: Int

  /// One operator that has run.
  public struct Step: Sendable {
    /// Its position in execution order.
    public let index: Int
    /// Its name, such as `CONV_2D`.
    public let name: String
    /// The name of the code that computed it, such as `conv2D int8 vector avx2`.
    public let kernel: String
    /// What it computed.
    public let outputs: [Activation]
    /// The shapes of its inputs; nil for omitted ones.
    public let inputShapes: [[Int]?]
    /// How long it took.
    public let duration: Duration
  }

  /// A tensor that an operator has computed.
  public struct Activation: Sendable {
    /// Which of the operator's outputs it is.
    public let position: Int
    /// Its index in the main subgraph.
    public let tensorIndex: Int
    /// Its name.
    public let name: String
    /// How the stored values map to real ones.
    public let quantization: Quantization?
    /// Whether it is the same in every run.
    public let isConstant: Bool
    /// The values.
    public let values: TensorValues

    /// The real values.
    public var realValues: [Double] { Array(decodedValues) }

    /// As ``realValues``, each decoded when it is asked for.
    package var decodedValues: RealValues { RealValues(values, quantization) }
  }

  /// Runs a model and keeps what its operators compute.
  ///
  /// - Parameters:
  ///   - model: the model.
  ///   - feed: the values of its inputs.
  ///   - selection: the operators to keep; all of them run.
  ///   - options: how it runs.
  /// - Throws: ``InspectionError`` for operators that the model does not have, and when all that they compute takes more
  ///   memory than the options allow; `InterpreterError` when the model cannot run.
  public init(
    _ model: Model, feed: ModelFeed, selection: OperatorSelection = .all, options: Interpreter.Options? = nil
  ) throws {
    let positions = try selection.positions(in: model)
    let interpreter = try Interpreter(model: model, options: options)
    var steps: [Step] = []
    var budget = KeptValues(options)
    interpreter.observer = Interpreter.Observer(operators: positions) { run in
      try budget.spend(on: run)
      steps.append(Step(run))
      return .proceed
    }
    try interpreter.feed(feed)
    try interpreter.invoke()
    self.model = model
    inputs = feed.values
    outputs = try interpreter.outputValues(model.subgraphs[0])
    self.steps = steps
    memoryLimit = (options ?? Interpreter.Options()).effectiveMemoryLimit
  }

  /// The values as a file: `input0`, …, `op0007_out0` for operator 7's output 0, …, `output0`, … and `index.json`.
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
    let graph = model.subgraphs[0]
    try archive.add(inputs: inputs, outputs: [], of: graph, to: output)
    for step in steps {
      for result in step.outputs {
        let name = Self.arrayName(operator: step.index, output: result.position)
        try archive.add(result.values, result.quantization, named: name, to: output) { stored in
          TensorRecord(
            operatorIndex: step.index, operatorName: step.name, kernel: step.kernel, tensorIndex: result.tensorIndex,
            graph.tensors[result.tensorIndex], stored)
        }
      }
    }
    try archive.add(inputs: [], outputs: outputs, of: graph, to: output)
  }

  private static func arrayName(operator index: Int, output: Int) -> String {
    let digits = String(index)
    return "op" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "_out\(output)"
  }
}

extension Trace.Step {
  init(_ run: OperatorRun) {
    index = run.index
    name = run.name
    kernel = run.kernel
    inputShapes = run.inputs.map { $0?.shape }
    duration = run.duration
    outputs = run.outputs.enumerated().compactMap { position, tensor in
      TensorValues(tensor).map { values in
        Trace.Activation(
          position: position, tensorIndex: tensor.index, name: tensor.name, quantization: tensor.quantization,
          isConstant: tensor.isConstant, values: values)
      }
    }
  }
}

extension TensorValues {
  /// A copy of what an operator reads or has computed; nil for handles and texts, which are no numbers.
  init?(_ tensor: ObservedTensor) {
    let bytes = tensor.withUnsafeBytes { Array($0) }
    guard let values = try? TensorValues(type: tensor.type, shape: tensor.shape, bytes: bytes) else { return nil }
    self = values
  }
}
