import TFLiteImageCodecs
import TFLiteSchema

/// What a model's metadata says about pictures and what is found in them. Metadata is advice: where it is broken, the model
/// runs without it, and ``problems`` says so.
struct PictureMetadata: Sendable {
  /// Whether the model says anything about itself.
  let isPresent: Bool
  /// How the bytes of a picture become the values of a float input.
  let normalization: PixelNormalization?
  /// What the pixels of a picture at the size of the input are made of.
  let resampling: Resampling?
  /// How much more than an object's box a picture of it shows on each side, as a part of the box's width and height.
  let margin: Double?
  /// The names of the classes.
  let labels: LabelList?
  /// Results with a lower score are not worth reporting.
  let scoreThreshold: Float?
  /// What the outputs hold, in their order; empty where the metadata does not say.
  let outputs: [TensorMetadata]
  /// What Ultralytics' exporter says; nil for models that it has not made.
  let exporter: ExporterMetadata?
  /// What is there but cannot be read.
  let problems: [String]

  /// Reads what there is.
  ///
  /// - Parameter locale: the language of the labels, such as `en` or `pt-BR`, where there are several.
  init(_ model: Model, locale: String = "en") {
    var problems: [String] = []
    let graph: SubGraphMetadata?
    do throws(ModelError) {
      let metadata = try model.modelMetadata()
      isPresent = metadata != nil
      graph = metadata?.subgraphMetadata.first
    } catch {
      problems.append("the metadata cannot be read (\(error))")
      isPresent = true
      graph = nil
    }
    outputs = graph?.outputTensorMetadata ?? []

    let normalization = graph?.inputTensorMetadata.first?.normalization
    self.normalization = normalization.flatMap(PixelNormalization.init)
    if normalization != nil, self.normalization == nil {
      problems.append("the normalization is no 1 or 3 numbers, each with a deviation that is not 0")
    }

    let resampling = Self.text(named: Self.resamplingName, in: model)
    self.resampling = resampling.flatMap(Resampling.init)
    if let resampling, self.resampling == nil {
      problems.append("\(Self.resamplingName) is \"\(resampling)\", expected \(Resampling.allCases.map(\.rawValue))")
    }

    let margin = Self.text(named: Self.marginName, in: model)
    self.margin = margin.flatMap(Double.init).flatMap { (0...1).contains($0) ? $0 : nil }
    if let margin, self.margin == nil {
      problems.append("\(Self.marginName) is \"\(margin)\", expected a number from 0 to 1")
    }

    let threshold = outputs.lazy.compactMap(\.scoreThreshold).first
    scoreThreshold = threshold.flatMap { $0.isFinite ? $0 : nil }
    if threshold != nil, scoreThreshold == nil { problems.append("the score threshold is no number") }

    exporter = ExporterMetadata(model)
    do throws(ModelError) {
      let described: [String]? = try Self.describedLabels(outputs, of: model, locale: locale)
      let lines = if let described { described } else { try Self.onlyTextFile(of: model) }
      // The exporter's own list is the surer one: its other files have changed their contents over the years.
      labels = exporter.map { LabelList(names: $0.names) } ?? lines.map { LabelList(lines: $0) }
    } catch {
      problems.append("the labels cannot be read (\(error))")
      labels = nil
    }
    self.problems = problems
  }

  /// The name of the model's metadata entry whose buffer holds the name of a `Resampling`. TFLite's own metadata has no place
  /// for it; other programs pass over entries that they do not know.
  static let resamplingName = "swift-tflite.resampling"

  /// The name of the metadata entry whose buffer holds ``margin`` as text.
  static let marginName = "swift-tflite.margin"

  private static func text(named name: String, in model: Model) -> String? {
    model.metadataData(named: name).map { $0.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
  }

  private static func describedLabels(
    _ outputs: [TensorMetadata], of model: Model, locale: String
  ) throws(ModelError) -> [String]? {
    for output in outputs {
      if let labels = try model.labels(of: output, locale: locale) { return labels }
    }
    return nil
  }

  /// The lines of the only text file that is packed with a model, for models that pack their labels without saying so.
  private static func onlyTextFile(of model: Model) throws(ModelError) -> [String]? {
    let texts = try model.packedFiles().filter {
      $0.name.hasSuffix(".txt") && !ExporterMetadata.fileNames.contains($0.name)
    }
    return texts.count == 1 ? try texts[0].lines : nil
  }
}

extension PictureMetadata {
  /// How scores are calibrated; nil where they are not.
  ///
  /// Wrong scores are worse than none: unlike other broken metadata, a broken calibration is an error.
  ///
  /// - Throws: ``VisionError/malformedMetadata(_:)``.
  func scoreCalibration(of model: Model) throws(VisionError) -> ScoreCalibration? {
    guard let output = outputs.first(where: { $0.scoreCalibration != nil }), let options = output.scoreCalibration
    else {
      return nil
    }
    guard let file = output.associatedFile(ofType: .tensorAxisScoreCalibration) else {
      throw .malformedMetadata("it asks for score calibration, but names no file with the parameters")
    }
    let lines: [String]
    do throws(ModelError) {
      lines = try model.contents(of: file).lines
    } catch {
      throw .malformedMetadata("\(error)")
    }
    return try ScoreCalibration(options, lines: lines, file: file.name)
  }

  /// One sentence that names what the model should have said about itself; nil where nothing is missing.
  ///
  /// - Parameters:
  ///   - hasLabels: whether there are names for all classes, from wherever.
  ///   - needsNormalization: whether the input takes real numbers.
  func warning(hasLabels: Bool, needsNormalization: Bool) -> String? {
    var missing: [String] = []
    if !hasLabels { missing.append("labels (classes are numbers)") }
    // What the exporter makes is always normalized in one way.
    let needsNormalization = needsNormalization && exporter == nil
    if needsNormalization, normalization == nil {
      missing.append("the normalization of the input (what is usual for this kind of model is taken)")
    }
    if !isPresent, exporter == nil, scoreThreshold == nil { missing.append("a score threshold") }
    // A model that says nothing and has everything that matters is nothing to warn of.
    let isWorthTelling = !problems.isEmpty || !hasLabels || (needsNormalization && normalization == nil)
    guard isWorthTelling else { return nil }
    let lack =
      missing.isEmpty
      ? [] : ["the model \(isPresent ? "does not state" : "has no metadata:") \(missing.joined(separator: ", "))"]
    return (problems + lack).joined(separator: "; ")
  }
}

extension PixelNormalization {
  /// nil where the metadata gives no usable numbers: one for all channels, or one for each.
  fileprivate init?(_ options: NormalizationOptions) {
    let counts = [options.mean.count, options.std.count]
    guard counts.allSatisfy({ $0 == 1 || $0 == 3 }), options.mean.allSatisfy(\.isFinite),
      options.std.allSatisfy(\.isNormal)
    else { return nil }
    self.init(mean: options.mean, standardDeviation: options.std)
  }
}
