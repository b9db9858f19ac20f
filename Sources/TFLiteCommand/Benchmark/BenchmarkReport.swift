import Foundation
import TFLite
import TFLiteInspection

/// What `tflite benchmark` prints.
struct BenchmarkReport {
  enum Inputs {
    case random(seed: UInt64)
    case picture(path: String)
  }

  let model: String
  let options: Interpreter.Options
  /// The instruction set that the options come to.
  let cpu: Interpreter.InstructionSet
  let inputs: Inputs
  let result: BenchmarkResult

  /// The quantiles of the table, from the least time to the greatest.
  private static let quantiles: [(title: String, key: String, share: Double)] = [
    ("minimum", "minimum", 0), ("25 %", "percentile_25", 0.25), ("median", "median", 0.5),
    ("75 %", "percentile_75", 0.75), ("90 %", "percentile_90", 0.9), ("maximum", "maximum", 1),
  ]

  private var threadCount: Int { options.threadCount ?? 1 }

  // MARK: For people

  var text: String {
    let source =
      switch inputs {
      case .random(let seed): "random inputs, seed \(seed)"
      case .picture(let path): path
      }
    let threads = threadCount == 1 ? "1 thread" : "\(threadCount) threads"
    let lines = [
      "\(model)  \(options.numerics.rawValue) numerics, \(cpu.rawValue), \(threads), \(source)",
      "  load \(milliseconds(result.loadTime)), prepare \(milliseconds(result.prepareTime)), "
        + "first run \(milliseconds(result.firstRunTime))",
      "  \(count(result.times.count, "run")) after \(result.warmUpRuns) to warm up, in ms",
    ]
    var table = TextTable(Self.quantiles.map(\.title), rightAligned: Set(Self.quantiles.indices))
    table.add(Self.quantiles.map { number(result.times[$0.share]) })
    return (lines + table.lines(indentation: 4) + (result.operators.map(operatorLines) ?? [])).joined(separator: "\n")
  }

  private func operatorLines(_ operators: OperatorTimes) -> [String] {
    var rows = TextTable(["index", "operator", "output", "ms", "share"], rightAligned: [0, 3, 4])
    for row in operators.rows {
      rows.add([
        "\(row.index)", row.name, row.shape.map(String.init).joined(separator: "×"), number(row.median),
        percent(row.share),
      ])
    }
    var kinds = TextTable(["count", "operator", "ms", "share"], rightAligned: [0, 2, 3])
    for kind in operators.kinds { kinds.add(["\(kind.count)", kind.name, number(kind.total), percent(kind.share)]) }
    return ["", "  operators, medians of observed runs; sum \(milliseconds(operators.total))"]
      + rows.lines(indentation: 4) + ["", "  by kind"] + kinds.lines(indentation: 4)
  }

  private func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

  private func milliseconds(_ duration: Duration) -> String { number(duration) + " ms" }

  private func number(_ duration: Duration) -> String { duration.milliseconds.formatted(fractionDigits: 3) }

  private func percent(_ share: Double) -> String { (100 * share).formatted(fractionDigits: 1) + " %" }

  // MARK: For programs

  var json: String {
    get throws { try JSONText.of(Record(self)) }
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
      (model, numerics, cpu) = (report.model, report.options.numerics.rawValue, report.cpu.rawValue)
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
