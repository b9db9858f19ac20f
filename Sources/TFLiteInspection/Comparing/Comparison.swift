import Foundation
import TFLite
import TFLiteSchema

/// A model's run beside a reference, operator by operator.
///
/// There are two ways to compare, which answer different questions. *Accumulated*: each engine works on its own
/// activations, so that differences grow from operator to operator; it says how wrong the results are. *Isolated*: each
/// operator is fed what the reference has computed, so that each one answers for itself; it says who is wrong.
public struct Comparison: Sendable {
  /// What was compared.
  public let subject: String
  /// What it was compared with.
  public let reference: String
  /// A row for each output of each operator that has a counterpart, in execution order.
  public let rows: [Row]
  /// The run that was compared.
  public let trace: Trace
  /// What the comparison cannot tell.
  public let caveats: [Caveat]
  /// The reference's values by the index of the subject's tensors.
  public let expected: [Int: ReferenceTensor]

  /// An output of an operator.
  public struct Row: Sendable {
    /// The operator's position in execution order.
    public let index: Int
    /// The operator's name.
    public let name: String
    /// Which of its outputs it is.
    public let output: Int
    /// The tensor's index in the main subgraph.
    public let tensorIndex: Int
    /// The tensor's name.
    public let tensor: String
    /// Each engine on its own activations.
    public let accumulated: DifferenceMetrics
    /// The operator on the reference's activations.
    public let isolated: DifferenceMetrics
  }

  /// What a reference has computed.
  public struct ReferenceTensor: Sendable {
    /// The values.
    public let values: TensorValues
    /// How they map to real ones.
    public let quantization: Quantization?

    /// Values of a reference.
    public init(values: TensorValues, quantization: Quantization?) {
      self.values = values
      self.quantization = quantization
    }
  }

  /// The first row whose accumulated values differ.
  public var firstDiffering: Row? { rows.first { $0.accumulated.differing > 0 } }

  /// Compares a run with a reference, and runs the model again on the reference's activations.
  ///
  /// - Parameters:
  ///   - trace: the run of the model on its own activations.
  ///   - feed: what it was fed.
  ///   - options: how it ran.
  ///   - expected: what the reference has computed, by the index of the model's tensors; those without are not
  ///     compared.
  ///   - kept: tensors that decide shapes, and that the reference was given as they were here: so are the operators.
  /// - Throws: ``InspectionError/shapesDiffer(operator:tensor:expected:found:)``,
  ///   ``InspectionError/tooMuchKept(operator:byteCount:limit:)``, `InterpreterError`.
  init(
    _ trace: Trace, feed: ModelFeed, options: Interpreter.Options?, expected: [Int: ReferenceTensor], subject: String,
    reference: String, caveats: [Caveat] = [], kept: Set<Int> = []
  ) throws {
    self.subject = subject
    self.reference = reference
    self.expected = expected
    self.trace = trace
    self.caveats = caveats
    let isolated = try Self.isolatedSteps(
      trace.model, feed: feed, options: options, expected: expected.filter { !kept.contains($0.key) })
    rows = try zip(trace.steps, isolated).flatMap { own, isolated in
      let found = try Self.metrics(of: own, expected: expected)
      let alone = try Self.metrics(of: isolated, expected: expected)
      return zip(found, alone).map { accumulated, isolated in
        Row(
          index: own.index, name: own.name, output: accumulated.output.position,
          tensorIndex: accumulated.output.tensorIndex, tensor: accumulated.output.name,
          accumulated: accumulated.metrics, isolated: isolated.metrics)
      }
    }
  }

  /// Runs a model and gives each operator the reference's results of those before it.
  private static func isolatedSteps(
    _ model: Model, feed: ModelFeed, options: Interpreter.Options?, expected: [Int: ReferenceTensor]
  ) throws -> [Trace.Step] {
    let interpreter = try Interpreter(model: model, options: options)
    var steps: [Trace.Step] = []
    var budget = KeptValues(options)
    interpreter.observer = Interpreter.Observer { run in
      try budget.spend(on: run)
      let step = Trace.Step(run)
      steps.append(step)
      for output in step.outputs where !output.isConstant {
        guard let reference = expected[output.tensorIndex] else { continue }
        try checkShape(of: output, of: step, reference)
        let replacement = reference.values.converted(
          from: reference.quantization, to: output.values.type, output.quantization)
        guard let replacement else { continue }
        try run.replaceOutput(at: output.position, with: Data(replacement.bytes))
      }
      return .proceed
    }
    try interpreter.feed(feed)
    try interpreter.invoke()
    return steps
  }

  private static func metrics(
    of step: Trace.Step, expected: [Int: ReferenceTensor]
  ) throws(InspectionError) -> [(output: Trace.Activation, metrics: DifferenceMetrics)] {
    let counts = writtenElements(of: step, expected: expected)
    var result: [(Trace.Activation, DifferenceMetrics)] = []
    for output in step.outputs {
      guard let reference = expected[output.tensorIndex] else { continue }
      try checkShape(of: output, of: step, reference)
      result.append(
        (
          output,
          DifferenceMetrics(
            reference: reference.values, reference.quantization, found: output.values, output.quantization,
            first: counts?[output.position])
        ))
    }
    return result
  }

  private static func checkShape(
    of output: Trace.Activation, of step: Trace.Step, _ reference: ReferenceTensor
  ) throws(InspectionError) {
    guard output.values.shape == reference.values.shape else {
      throw .shapesDiffer(
        operator: "operator \(step.index) (\(step.name))", tensor: output.name, expected: reference.values.shape,
        found: output.values.shape)
    }
  }

  /// Of detections, the slots beyond their number are never written, and hold anything.
  static func writtenElements(of step: Trace.Step, expected: [Int: ReferenceTensor]) -> [Int]? {
    guard step.name == "TFLite_Detection_PostProcess", step.outputs.count == 4,
      let count = expected[step.outputs[3].tensorIndex].flatMap({ RealValues($0.values, nil).first }),
      (0...1e6).contains(count)
    else { return nil }
    return [4 * Int(count), Int(count), Int(count), 1]
  }
}
