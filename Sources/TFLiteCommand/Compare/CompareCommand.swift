import ArgumentParser
import Foundation
import LiteRTPythonReference
import LiteRTReference
import TFLite
import TFLiteInspection
import TFLiteSchema

struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compares a model's run with a reference, operator by operator.",
    discussion: """
      The reference is the TFLite C library (--against litert: its reference kernels, or, with --numerics xnnpack, \
      those that it uses by default), the same model with other numerics (--numerics reference,xnnpack: the first is \
      the reference; --numerics xnnpack-x86_64,xnnpack-arm64: where a phone differs from a server), or another model of the same structure, such as the float model that a quantized one was made \
      of: tflite compare MODEL OTHER.tflite PICTURE. Operators of two models are matched by their order, or else by \
      the names of their results.

      Two answers are given. "accumulated": each side works on its own activations; how wrong the results are. \
      "isolated": each operator is fed the reference's activations; which operator is to blame.

      Differences are in steps where a result is quantized, and in real values elsewhere. The C library shows \
      intermediate results of a model only if they are made outputs of it; a note says so where that changes what it \
      computes. Shapes it has to know before it runs: where they are computed, it is given them as they were here. What it \
      does not take all the same, such as a state, is judged by TFLite's interpreter for Python, if that is installed; a \
      note says so, and what was not compared.

      Exit codes: 0 no result differs by more than --max-diff (default: 0), and none is worse than --min-snr; 1 some \
      do, or something failed; 64 wrong usage. If --min-snr alone is given, --max-diff does not count.
      """)

  @OptionGroup var model: ModelArgument

  @Argument(help: "Another model to compare with, and a picture for the first input that takes one.")
  var files: [String] = []

  @OptionGroup var inputs: ModelInputOptions

  @Option(help: ArgumentHelp("Compare with another engine: litert, the TFLite C library.", valueName: "engine"))
  var against: Engine?

  @Option(
    help: ArgumentHelp(
      "The file libLiteRt.so. (default: what LITERT_LIBRARY names, or .build/litert/ai_edge_litert/libLiteRt.so)",
      valueName: "path"))
  var litertLibrary: String?

  @Option(
    help: ArgumentHelp(
      "A Python with ai-edge-litert, for models that the library does not take. (default: what LITERT_PYTHON names, or "
        + ".build/litert-python/bin/python)",
      valueName: "path"))
  var litertPython: String?

  @Option(
    help: ArgumentHelp(
      "One of \(Interpreter.Numerics.names), or two to compare, the reference first, with a comma between them.",
      valueName: "numerics"),
    transform: Self.numerics)
  var numerics: [Interpreter.Numerics] = [.reference]

  @Option(parsing: .unconditional, help: ArgumentHelp("The greatest difference that is allowed.", valueName: "number"))
  var maxDiff: Double?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The least signal-to-noise ratio that is allowed.", valueName: "dB"))
  var minSnr: Double?

  @Option(
    help: ArgumentHelp(
      "Write the comparison as a page to look at: a folder of static files, with difference maps.",
      valueName: "folder"))
  var html: String?

  @Flag(help: "Show how well quantized results use their range, and how far they are off, the worst first.")
  var health = false

  @Flag(help: "Leave out results that do not differ.")
  var differing = false

  @OptionGroup var format: OutputFormat
  @OptionGroup var processor: ProcessorOptions

  enum Engine: String, ExpressibleByArgument, CaseIterable {
    case litert
  }

  func validate() throws {
    if let maxDiff, !(maxDiff >= 0) { throw ValidationError("--max-diff must be 0 or more.") }
    if let minSnr, minSnr.isNaN { throw ValidationError("--min-snr must be a number.") }
    let references = [against != nil, numerics.count == 2, !otherModels.isEmpty].count { $0 }
    guard references == 1 else {
      throw ValidationError(
        "Name one reference: --against litert, --numerics reference,xnnpack, or another model.")
    }
    if against != nil, let architecture = numerics[0].architecture, architecture != .current {
      throw ValidationError(
        "The TFLite C library computes as on this processor, \(Interpreter.Numerics.Architecture.current.rawValue): "
          + "--numerics \(numerics[0].rawValue) can be compared with other numerics alone.")
    }
    if otherModels.count > 1 { throw ValidationError("Only two models can be compared.") }
  }

  /// What follows the model: other models, by their extension or their name, and pictures.
  private var otherModels: [String] {
    files.filter { LocatedModel.isModel($0) }
  }

  private var pictures: [String] { files.filter { !otherModels.contains($0) } }

  func run() throws {
    try OutputFiles.check(
      report: html, model: model.name,
      inputs: inputs.files(pictures: pictures) + otherModels.flatMap { try LocatedModel.files(of: $0) })
    let loaded = try model.load()
    let feed = try StandardError.reportingFailure(of: inputs.subject(pictures: pictures, model: model.name)) {
      try inputs.feed(loaded, pictures: pictures, within: processor)
    }
    let comparison = try compare(loaded, feed)
    let verdict = ComparisonVerdict(comparison, maximumDifference: maxDiff, minimumSignalToNoise: minSnr)
    if health {
      let found = QuantizationHealth.all(of: comparison.trace, comparison: comparison)
      try format.print(found, lines: HealthListing(found).lines)
    } else {
      try format.print(
        comparison,
        lines: ComparisonListing(comparison, verdict, path: model.name, onlyDiffering: differing).lines)
    }
    if let html {
      try StandardError.reportingFailure(of: html) {
        let options = processor.options(numerics: numerics[numerics.count - 1])
        let profile = try Profile(loaded, feed: feed, runs: Report.measuredRuns, options: options, fusion: .undone)
        var report = Report(loaded, path: model.name, feed: feed, comparison: comparison, profile: profile)
        report.options = options
        try report.write(to: html)
      }
    }
    if !verdict.isPassed { throw ExitCode.failure }
  }

  private func compare(_ loaded: Model, _ feed: ModelFeed) throws -> Comparison {
    if against != nil {
      let library = try StandardError.reportingFailure(of: libraryPath) { try LiteRTLibrary(path: libraryPath) }
      let mode = numerics[0].kernelMode
      return try StandardError.reportingFailure(of: model.name) {
        try Comparison(
          loaded, feed: feed, options: processor.options(numerics: numerics[0]),
          against: LiteRTReferenceEngine(library, kernelMode: mode),
          orElse: mode == .reference
            ? [PythonReferenceEngine(python: LiteRTPython(at: litertPython)), OnlyKernelsEngine(library)] : [])
      }
    }
    if let other = otherModels.first {
      let parent = try StandardError.reportingFailure(of: other) { try LocatedModel(other).load() }
      return try StandardError.reportingFailure(of: model.name) {
        try Comparison(
          loaded, named: model.name, feed: feed, options: processor.options(numerics: numerics[0]), parent: parent,
          named: other)
      }
    }
    return try StandardError.reportingFailure(of: model.name) {
      try Comparison(
        loaded, feed: feed, options: processor.options(numerics: numerics[1]), named: numerics[1].rawValue,
        reference: processor.options(numerics: numerics[0]), named: numerics[0].rawValue)
    }
  }

  private var libraryPath: String { litertLibrary ?? LiteRTLibrary.defaultPath(packageRoot: ".") }

  private static func numerics(_ text: String) throws -> [Interpreter.Numerics] {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map {
      Interpreter.Numerics(rawValue: String($0))
    }
    guard (1...2).contains(parts.count), let first = parts[0], let last = parts[parts.count - 1] else {
      throw ValidationError("'\(text)' is not one or two of \(Interpreter.Numerics.names).")
    }
    return parts.count == 1 ? [first] : [first, last]
  }
}

extension Interpreter.Numerics {
  /// The kernels of the TFLite C library that give these results.
  fileprivate var kernelMode: LiteRTKernelMode {
    switch self {
    case .reference: .reference
    case .xnnpack, .xnnpackOnX86_64, .xnnpackOnARM64: .xnnpack
    }
  }
}
