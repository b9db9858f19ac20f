import TFLiteInspection
import TFLiteSchema

/// A summary of a model for a person.
struct SummaryListing {
  private(set) var lines: [String] = []

  init(_ summary: ModelSummary, path: String, byteCount: Int) {
    lines.append(
      "\(path)  \(Quantity.bytes(byteCount)), \(summary.operators.count) operators, "
        + "\(Quantity.count(summary.parameterCount)) parameters, \(Quantity.count(summary.multiplyAccumulateCount)) MACs"
    )
    if summary.subgraphCount > 1 {
      lines.append("  \(summary.subgraphCount) subgraphs; this is the main one")
    }
    if let metadata = summary.metadata {
      for (title, text) in [
        ("name", metadata.name), ("version", metadata.version), ("author", metadata.author),
        ("license", metadata.license), ("about", metadata.description),
      ] where !text.isEmpty {
        lines.append("  \(title)  \(Self.line(text))")
      }
    } else if !summary.description.isEmpty {
      lines.append("  about  \(Self.line(summary.description))")
    }
    add("inputs", summary.inputs)
    add("outputs", summary.outputs)
    addLabels(summary)
    if !summary.signatures.isEmpty { lines.append("signatures  " + summary.signatures.joined(separator: ", ")) }
    lines.append(
      "operators  " + summary.operatorCounts.map { "\($0.count) \($0.name)" }.joined(separator: ", "))
    addOperators(summary.operators)
  }

  private mutating func add(_ title: String, _ tensors: [ModelSummary.Tensor]) {
    lines.append(title)
    var table = TextTable(["#", "name", "type", "shape", "quantization"], rightAligned: [0])
    for (position, tensor) in tensors.enumerated() {
      table.add([
        "\(position)", tensor.name, tensor.type.schemaName, "\(tensor.shapeSignature)",
        tensor.quantization?.shortText ?? "",
      ])
    }
    lines += table.lines()
  }

  private mutating func addLabels(_ summary: ModelSummary) {
    if !summary.packedFiles.isEmpty { lines.append("packed files  " + summary.packedFiles.joined(separator: ", ")) }
    guard !summary.labels.isEmpty else { return }
    let shown = summary.labels.prefix(5).joined(separator: ", ")
    lines.append("labels  \(summary.labels.count): \(shown)" + (summary.labels.count > 5 ? ", …" : ""))
  }

  private mutating func addOperators(_ operators: [ModelSummary.Operator]) {
    var table = TextTable(
      ["#", "operator", "type", "output", "MACs", "constants", "options"], rightAligned: [0, 4, 5])
    for step in operators {
      table.add([
        "\(step.index)", step.name, step.outputs.first?.type.schemaName ?? "",
        step.outputs.map { "\($0.shape)" }.joined(separator: " "),
        step.multiplyAccumulateCount == 0 ? "" : Quantity.count(step.multiplyAccumulateCount),
        step.constantByteCount == 0 ? "" : Quantity.bytes(step.constantByteCount),
        step.notableOptions.map { "\($0.name) \($0.value.text)" }.joined(separator: ", "),
      ])
    }
    lines += table.lines()
  }

  /// Text of several lines on one.
  private static func line(_ text: String) -> String {
    text.split { $0.isNewline }.joined(separator: " ")
  }
}
