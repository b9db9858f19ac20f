import ArgumentParser
import TFLite
import TFLiteInspection
import TFLiteSchema

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Runs any model on any inputs.",
    discussion: """
      Prints what came out, or writes inputs and outputs to one .npz file: input0, …, output0, … and index.json, which \
      says for each array its tensor, type and quantization.

      Exit codes: 0 all went well; 1 the model, an input or the output file failed; 64 wrong usage.
      """)

  @OptionGroup var model: ModelArgument

  @Argument(help: "A picture for the first input that takes one.")
  var pictures: [String] = []

  @OptionGroup var inputs: ModelInputOptions

  @Option(name: .shortAndLong, help: "Write inputs and outputs to this .npz file.")
  var output: String?

  @Flag(help: "Write real values (float32) instead of quantized ones.")
  var float = false

  @OptionGroup var execution: ExecutionOptions

  func run() throws {
    try OutputFiles.check(output, model: model.name, inputs: inputs.files(pictures: pictures))
    let loaded = try model.load()
    let feed = try StandardError.reportingFailure(of: inputs.subject(pictures: pictures, model: model.name)) {
      try inputs.feed(loaded, pictures: pictures, within: execution.processor)
    }
    let run = try StandardError.reportingFailure(of: model.name) {
      try ModelRun(loaded, feed: feed, options: execution.options)
    }
    if let output {
      try StandardError.reportingFailure(of: output) { try run.writeArchive(to: output, dequantized: float) }
    } else {
      let graph = loaded.subgraphs[0]
      for (position, (values, index)) in zip(run.outputs, graph.outputs).enumerated() {
        for line in OutputListing(values, graph.tensors[Int(index)], position: position).lines { print(line) }
      }
    }
  }
}

/// An output for a person: what it is, its range, and its greatest or first values.
struct OutputListing {
  let lines: [String]
  private static let shownCount = 8

  init(_ values: TensorValues, _ info: TensorInfo, position: Int) {
    let real = RealValues(values, info.quantization)
    let summary = ValueSummary(real)
    var lines = ["output\(position)  \(info.name)  \(values.type.schemaName) \(values.shape)"]
    if let strings = values.stringBuffer {
      let shown = 0..<min(strings.count, Self.shownCount)
      lines += shown.map { "  [\($0)] \(strings.text(at: $0).debugDescription)" }
      if strings.count > Self.shownCount { lines.append("  … \(strings.count) in all") }
      if shown.isEmpty { lines.append("  no elements") }
    } else if let least = summary.least, let greatest = summary.greatest {
      lines.append("  from \(Float(least)) to \(Float(greatest))")
      let shown = real.count > Self.shownCount ? Self.greatest(of: real) : Array(real.indices)
      let heading = real.count > Self.shownCount ? "the greatest" : "all"
      lines.append("  \(heading): " + shown.map { "[\($0)] \(Float(real[$0]))" }.joined(separator: ", "))
    } else {
      lines.append(real.isEmpty ? "  no elements" : "  no finite value")
    }
    self.lines = lines
  }

  /// The places of the greatest values, the first of equal ones first; of millions of values, few are looked at twice.
  private static func greatest(of values: RealValues) -> [Int] {
    var places: [Int] = []
    for (place, value) in values.enumerated() where !value.isNaN {
      if places.count == shownCount {
        guard value > values[places[shownCount - 1]] else { continue }
        places.removeLast()
      }
      places.insert(place, at: places.firstIndex { value > values[$0] } ?? places.count)
    }
    return places
  }
}
