import Foundation
import TFLite
import TFLiteAnnotation
import TFLiteImageCodecs
import TFLiteSchema
import TFLiteVision

/// A run of a model as a page to look at: a folder of static files that needs no server and no network.
///
/// `index.html` lists the operators; each has its options, shapes, quantization, a histogram, and the feature maps of
/// every channel as pictures; the time it takes where a profile was made, and how far it is from a reference where one
/// was compared.
public struct Report {
  /// How often a model is run to measure what a report shows of times.
  public static let measuredRuns = 10

  private let model: Model
  private let path: String
  private let feed: ModelFeed
  private let trace: Trace
  private let profile: Profile?
  private let comparison: Comparison?

  /// How the model runs once more where it is a detector, so that the page shows what it finds in the picture; `nil` stands
  /// for the defaults.
  public var options: Interpreter.Options?

  /// The most pixels that the feature maps of all operators may have together. Those of one result have some 12 million at
  /// most; those of many would fill a disk.
  var pixelLimit = 1 << 30

  /// A report about a run.
  ///
  /// - Parameters:
  ///   - model: the model that ran.
  ///   - path: the model's file, for the title.
  ///   - feed: what was fed.
  ///   - trace: what the operators computed.
  ///   - profile: how long they take.
  public init(_ model: Model, path: String, feed: ModelFeed, trace: Trace, profile: Profile? = nil) {
    (self.model, self.path, self.feed, self.trace, self.profile) = (model, path, feed, trace, profile)
    comparison = nil
  }

  /// A report about a comparison.
  public init(_ model: Model, path: String, feed: ModelFeed, comparison: Comparison, profile: Profile? = nil) {
    (self.model, self.path, self.feed, self.profile) = (model, path, feed, profile)
    (trace, self.comparison) = (comparison.trace, comparison)
  }

  /// Finds out whether a report can be written as a folder, before the work is done that it is about. Changes nothing.
  ///
  /// - Throws: ``InspectionError/cannotWrite(path:reason:)``, also where there is a folder that is no report.
  public static func checkPlace(_ folder: String) throws(InspectionError) { _ = try ReportFolder.checkedPlace(folder) }

  /// Writes the report as a folder. An older report in its place is replaced.
  ///
  /// - Throws: ``InspectionError/cannotWrite(path:reason:)``, also where there is a folder that is no report. After an
  ///   error nothing of the new report stays, and what was there is as it was.
  public func write(to folder: String) throws {
    try ReportFolder.replace(folder) { folder in
      let data = try self.data(writingPicturesTo: folder)
      try folder.write(Array(("window.report = " + JSONText.of(data, isPretty: false) + ";\n").utf8), "data.js")
    }
  }

  private func data(writingPicturesTo folder: ReportFolder) throws -> ReportData {
    let summary = ModelSummary(model)
    let health = QuantizationHealth.all(of: trace, comparison: comparison)
    let graph = model.subgraphs[0]
    var builder = OperatorPages(
      model: model, summary: summary, profile: profile, comparison: comparison, health: health, folder: folder,
      pixelLimit: pixelLimit)
    var operators: [ReportData.Operator] = []
    for step in trace.steps { operators.append(try builder.page(of: step)) }
    return ReportData(
      model: modelFacts(summary), run: runFacts, inputs: tensors(graph.inputs, feed.values),
      outputs: tensors(graph.outputs, trace.outputs.map { $0 }), pictures: try pictures(in: folder),
      operators: operators, health: health,
      comparison: comparison.map { comparison in
        ReportData.Summary(
          subject: Self.name(comparison.subject), reference: Self.name(comparison.reference),
          caveats: comparison.caveats.map(\.description), first_differing: comparison.firstDiffering?.index,
          blamed: comparison.greatestOwnError?.index)
      })
  }

  /// The last part of a path.
  private static func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  private func modelFacts(_ summary: ModelSummary) -> ReportData.ModelFacts {
    let metadata = summary.metadata
    let counts = summary.operatorCounts.map { "\($0.count) \($0.name)" }.joined(separator: ", ")
    let facts: [(String, String)] = [
      ("file", Self.name(path)), ("version", metadata?.version ?? ""), ("author", metadata?.author ?? ""),
      ("license", metadata?.license ?? ""), ("parameters", "\(summary.parameterCount)"),
      ("constants", "\(summary.constantByteCount) bytes"), ("MACs", "\(summary.multiplyAccumulateCount)"),
      ("operators", counts), ("labels", summary.labels.isEmpty ? "" : "\(summary.labels.count)"),
      ("signatures", summary.signatures.joined(separator: ", ")),
    ]
    let name = metadata.map(\.name).flatMap { $0.isEmpty ? nil : $0 } ?? Self.name(path)
    return ReportData.ModelFacts(
      name: name, about: metadata.map(\.description).flatMap { $0.isEmpty ? nil : $0 } ?? summary.description,
      macs: summary.multiplyAccumulateCount, facts: facts.filter { !$0.1.isEmpty }.map { [$0.0, $0.1] })
  }

  private var runFacts: [[String]] {
    var facts: [[String]] = []
    if let picture = feed.picture {
      facts.append(["picture", "\(Self.name(picture.path)), \(picture.image.width) × \(picture.image.height) pixels"])
    }
    if let profile {
      let milliseconds: (Duration) -> String = { String(format: "%.2f ms", $0.milliseconds) }
      facts += [
        ["median", "\(milliseconds(profile.times.runs.median)) of \(profile.times.runs.count) runs"],
        ["operators in all", milliseconds(profile.operatorTotal)], ["prepare", milliseconds(profile.times.prepare)],
        ["first run", milliseconds(profile.times.first)], ["threads", "\(profile.times.threads)"],
        ["instructions", profile.times.cpu.rawValue], ["numerics", profile.times.numerics.rawValue],
      ]
    }
    return facts
  }

  private func tensors(_ indices: [Int32], _ values: [TensorValues?]) -> [ReportData.Tensor] {
    zip(indices, values).compactMap { index, values in
      guard let values else { return nil }
      let info = model.subgraphs[0].tensors[Int(index)]
      let summary = ValueSummary(RealValues(values, info.quantization))
      return ReportData.Tensor(
        name: info.name, type: values.type.schemaName, shape: values.shape,
        quantization: info.quantization?.shortText ?? "", least: summary.least, greatest: summary.greatest)
    }
  }

  // MARK: The picture that was fed

  private static let largestPictureSide = 900

  /// The picture, and what a detector finds in it.
  private func pictures(in folder: ReportFolder) throws -> [ReportData.Picture] {
    guard let picture = feed.picture else { return [] }
    let image = picture.image
    let scale = min(1, Double(Self.largestPictureSide) / Double(max(image.width, image.height)))
    let shown = try image.resized(
      toWidth: max(1, Int((Double(image.width) * scale).rounded())),
      height: max(1, Int((Double(image.height) * scale).rounded())))
    var pictures = [try add(shown, "input.png", "what was fed", to: folder)]
    // Only detectors find anything; a model of another kind is none.
    if let detector = try? Detector(model: model, options: options),
      let found = try? detector.detect(in: image, scoreThreshold: 0.4)
    {
      let annotations = found.detections.map { Annotation($0, scale: scale) }
      let count = annotations.count
      pictures.append(
        try add(
          shown.annotated(with: annotations), "detections.png",
          "\(count) detection\(count == 1 ? "" : "s") with a score of at least 0.4", to: folder))
    }
    return pictures
  }

  private func add(
    _ image: Image, _ name: String, _ caption: String, to folder: ReportFolder
  ) throws -> ReportData.Picture {
    ReportData.Picture(
      file: try folder.writePicture(image, name), caption: caption, width: image.width, height: image.height)
  }
}

extension Annotation {
  fileprivate init(_ detection: Detection, scale: Double) {
    let name = detection.label ?? "class \(detection.classIndex)"
    self.init(
      x: detection.box.x * scale, y: detection.box.y * scale, width: detection.box.width * scale,
      height: detection.box.height * scale, label: name + String(format: " %.2f", detection.score),
      colorIndex: detection.classIndex,
      points: detection.keypoints.map { Annotation.Point(x: $0.x * scale, y: $0.y * scale) })
  }
}

extension Comparison {
  /// The operator that is furthest off on the reference's activations; nil where none is off.
  public var greatestOwnError: Row? {
    rows.filter { $0.isolated.differing > 0 }.min { $0.isolated.signalToNoise < $1.isolated.signalToNoise }
  }
}

extension Quantization {
  /// Scale and zero point in a few words.
  public var shortText: String {
    guard let scale = scale.first else { return "" }
    guard self.scale.count == 1 else { return "\(self.scale.count) scales along dimension \(quantizedDimension)" }
    return "scale \(scale), zero point \(zeroPoint.first ?? 0)"
  }
}
