import TFLiteSchema

/// Values for operators in the file format "custom node data" of Model Explorer, whose viewer colors a graph by them.
///
/// Operators are found by the name of their first output.
public struct NodeData: Encodable, Sendable {
  private let results: [String: Result]
  private let gradient: [Stop]

  private struct Result: Encodable {
    let value: Double
  }

  private struct Stop: Encodable {
    let stop: Double
    let bgColor: String
    let textColor: String
  }

  /// One value for each operator; nil leaves one out.
  ///
  /// - Parameters:
  ///   - model: the model.
  ///   - values: in execution order.
  public init(_ model: Model, values: [Double?]) {
    let graph = model.subgraphs[0]
    var results: [String: Result] = [:]
    for (stored, value) in zip(graph.operators, values) {
      guard let output = stored.outputs.first, let value, value.isFinite else { continue }
      results[graph.tensors[Int(output)].name] = Result(value: value)
    }
    self.results = results
    gradient = (0...8).map { step in
      let position = Double(step) / 8
      let color = ColorMap.viridis.color(at: position)
      return Stop(stop: position, bgColor: color.hexadecimal, textColor: position < 0.6 ? "white" : "black")
    }
  }
}
