import Foundation
import TFLite

/// What `tflite benchmark` prints.
struct BenchmarkReport {
  enum Inputs {
    case random(seed: UInt64)
    case picture(path: String)
  }

  let model: String
  let options: Interpreter.Options
  let inputs: Inputs
  let result: BenchmarkResult

  /// The quantiles of the table, from the least time to the greatest.
  private static let quantiles: [(title: String, key: String, share: Double)] = [
    ("minimum", "minimum", 0), ("25 %", "percentile_25", 0.25), ("median", "median", 0.5),
    ("75 %", "percentile_75", 0.75), ("90 %", "percentile_90", 0.9), ("maximum", "maximum", 1),
  ]

  private var threadCount: Int { options.threadCount ?? 1 }

  /// The instruction set that the interpreter has chosen; it has refused names and sets that there are not.
  private var cpu: String {
    let named = ProcessInfo.processInfo.environment["TFLITE_CPU"].flatMap { $0.isEmpty ? nil : $0 }
    return options.cpu?.rawValue ?? named ?? Interpreter.InstructionSet.best.rawValue
  }

  // MARK: For people

  var text: String {
    let source =
      switch inputs {
      case .random(let seed): "random inputs, seed \(seed)"
      case .picture(let path): path
      }
    let threads = threadCount == 1 ? "1 thread" : "\(threadCount) threads"
    let lines = [
      "\(model)  \(options.numerics.rawValue) numerics, \(cpu), \(threads), \(source)",
      "  load \(milliseconds(result.loadTime)), prepare \(milliseconds(result.prepareTime)), "
        + "first run \(milliseconds(result.firstRunTime))",
      "  \(count(result.times.count, "run")) after \(result.warmUpRuns) to warm up, in ms",
    ]
    let table = [Self.quantiles.map(\.title), Self.quantiles.map { number(result.times[$0.share]) }]
    return (lines + Self.table(table) + (result.operators.map(operatorLines) ?? [])).joined(separator: "\n")
  }

  private func operatorLines(_ operators: OperatorTimes) -> [String] {
    let rows = operators.rows.map { row in
      [
        "\(row.index)", row.name, row.shape.map(String.init).joined(separator: "×"), number(row.median),
        percent(row.share),
      ]
    }
    let kinds = operators.kinds.map { ["\($0.count)", $0.name, number($0.total), percent($0.share)] }
    return ["", "  operators, medians of observed runs; sum \(milliseconds(operators.total))"]
      + Self.table([["index", "operator", "output", "ms", "share"]] + rows, textColumns: 1...2)
      + ["", "  by kind"] + Self.table([["count", "operator", "ms", "share"]] + kinds, textColumns: 1...1)
  }

  private func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

  private func milliseconds(_ duration: Duration) -> String { number(duration) + " ms" }

  private func number(_ duration: Duration) -> String { duration.milliseconds.formatted(fractionDigits: 3) }

  private func percent(_ share: Double) -> String { (100 * share).formatted(fractionDigits: 1) + " %" }

  /// Rows with columns of one width each: numbers to the right, text to the left.
  private static func table(_ rows: [[String]], textColumns: ClosedRange<Int>? = nil) -> [String] {
    let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      "  "
        + row.enumerated().map { column, text in
          let padding = String(repeating: " ", count: widths[column] - text.count)
          return "  " + (textColumns?.contains(column) == true ? text + padding : padding + text)
        }.joined()
    }
  }

  // MARK: For programs

  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // Every value is a string or a finite number, which JSON can always hold.
    return (try? encoder.encode(Record(self))).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  private struct Record: Encodable {
    let model: String
    let numerics: String
    let cpu: String
    let threads: Int
    let seed: UInt64?
    let image: String?
    let runs: Int
    let warm_up_runs: Int
    let milliseconds: [String: Double]
    let operators: [OperatorRecord]?

    struct OperatorRecord: Encodable {
      let index: Int
      let name: String
      let output_shape: [Int]
      let milliseconds: Double
      let share: Double
    }

    init(_ report: BenchmarkReport) {
      (model, numerics, cpu) = (report.model, report.options.numerics.rawValue, report.cpu)
      threads = report.threadCount
      switch report.inputs {
      case .random(let seed): (self.seed, image) = (seed, nil)
      case .picture(let path): (seed, image) = (nil, path)
      }
      let result = report.result
      (runs, warm_up_runs) = (result.times.count, result.warmUpRuns)
      var milliseconds = [
        "load": result.loadTime.milliseconds, "prepare": result.prepareTime.milliseconds,
        "first_run": result.firstRunTime.milliseconds,
      ]
      for quantile in BenchmarkReport.quantiles {
        milliseconds[quantile.key] = result.times[quantile.share].milliseconds
      }
      self.milliseconds = milliseconds.mapValues { $0.rounded(toDigits: 4) }
      operators = result.operators?.rows.map {
        OperatorRecord(
          index: $0.index, name: $0.name, output_shape: $0.shape,
          milliseconds: $0.median.milliseconds.rounded(toDigits: 4),
          share: $0.share.rounded(toDigits: 4))
      }
    }
  }
}
