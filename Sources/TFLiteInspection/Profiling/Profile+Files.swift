import Foundation
import TFLiteSchema

extension Profile {
  /// The profile as `tflite profile --json` prints it.
  ///
  /// - Parameters:
  ///   - model: what the model is called.
  ///   - load: how long the model took to load.
  public func record(model: String, load: Duration) -> some Encodable { Record(self, model: model, load: load) }

  private struct Record: Encodable {
    let model: String
    let threads: Int
    let numerics: String
    let cpu: String
    let runs: Int
    let load_milliseconds: Double
    let prepare_milliseconds: Double
    let first_milliseconds: Double
    let median_milliseconds: Double
    let operators: [OperatorTime]
    let peak_memory_bytes: Int

    init(_ profile: Profile, model: String, load: Duration) {
      let times = profile.times
      self.model = model
      threads = times.threads
      numerics = times.numerics.rawValue
      cpu = times.cpu.rawValue
      runs = times.runs.count
      load_milliseconds = load.milliseconds
      prepare_milliseconds = times.prepare.milliseconds
      first_milliseconds = times.first.milliseconds
      median_milliseconds = times.runs.median.milliseconds
      operators = profile.operators
      peak_memory_bytes = times.peakMemoryByteCount
    }
  }

  /// A row for each operator, for spreadsheets.
  public var csv: String {
    let rows = operators.map { time in
      [
        "\(time.index)", Self.quoted(time.name), Self.quoted(time.tensor), "\(time.median.milliseconds)",
        "\(share(of: time))", "\(time.multiplyAccumulateCount)",
        time.gigaMultiplyAccumulatesPerSecond.map { "\($0)" } ?? "", Self.quoted(time.kernel),
        time.plan.fate.fusedInto.map { "\($0)" } ?? "",
      ].joined(separator: ",")
    }
    let header = "index,operator,tensor,milliseconds,share,macs,gmacs_per_second,kernel,fused_into"
    return ([header] + rows).joined(separator: "\n") + "\n"
  }

  /// A field of a CSV file (RFC 4180).
  private static func quoted(_ text: String) -> String {
    guard text.contains(where: { "\",\n\r".contains($0) }) else { return text }
    return "\"" + text.replacingOccurrences(of: "\"", with: "\"\"") + "\""
  }

  /// The timed runs in the Trace Event Format, which Perfetto and `chrome://tracing` open.
  ///
  /// - Throws: `EncodingError`.
  public func traceEvents(model: String) throws -> String {
    var events = [
      TraceEvent(name: "process_name", ph: "M", args: .init(name: "tflite \(model)")),
      TraceEvent(name: "thread_name", ph: "M", args: .init(name: "\(times.threads) threads, \(times.cpu.rawValue)")),
    ]
    for (run, spans) in Dictionary(grouping: spans, by: \.run).sorted(by: { $0.key < $1.key }) {
      guard let start = spans.first.map({ $0.end - $0.duration }), let end = spans.last?.end else { continue }
      events.append(TraceEvent(name: "run \(run)", cat: "run", ph: "X", start, end - start, args: .init(run: run)))
      for span in spans {
        let time = operators[span.index]
        events.append(
          TraceEvent(
            name: kindName(of: time), cat: "operator", ph: "X", span.end - span.duration, span.duration,
            args: .init(
              index: span.index, kernel: time.kernel, tensor: time.tensor, macs: time.multiplyAccumulateCount)))
      }
    }
    return try JSONText.of(TraceFile(traceEvents: events), isPretty: false)
  }

  private struct TraceFile: Encodable {
    let traceEvents: [TraceEvent]
    let displayTimeUnit = "ms"
  }

  /// Names are those of the format: `ph` is the kind of event, `ts` and `dur` are in microseconds.
  private struct TraceEvent: Encodable {
    let name: String
    let cat: String?
    let ph: String
    let ts: Double?
    let dur: Double?
    let pid = 1
    let tid = 1
    let args: Arguments

    struct Arguments: Encodable {
      var name: String?
      var run: Int?
      var index: Int?
      var kernel: String?
      var tensor: String?
      var macs: Int?
    }

    init(
      name: String, cat: String? = nil, ph: String, _ start: Duration? = nil, _ duration: Duration? = nil,
      args: Arguments
    ) {
      self.name = name
      self.cat = cat
      self.ph = ph
      ts = start.map { $0.secondCount * 1e6 }
      dur = duration.map { $0.secondCount * 1e6 }
      self.args = args
    }
  }
}

extension Profile.OperatorTime: Encodable {
  /// Writes the time as `tflite profile --json` prints it.
  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "index": index,
      "operator": name,
      "kernel": kernel,
      "fused_into": plan.fate.fusedInto,
      "milliseconds": median.milliseconds,
      "macs": multiplyAccumulateCount,
    ])
  }
}
