import TFLiteSchema

/// What a model's metadata says about pictures. Metadata is advice: where it is broken, the model runs without it.
struct PictureMetadata: Sendable {
  /// How the bytes of a picture become the values of a float input.
  let normalization: PixelNormalization?
  /// The names of the classes.
  let labels: LabelList?

  init(_ model: Model) {
    let graph = (try? model.modelMetadata())?.subgraphMetadata.first
    normalization = graph?.inputTensorMetadata.first?.normalization.flatMap(PixelNormalization.init)
    let described = (graph?.outputTensorMetadata ?? []).lazy.compactMap { try? model.labels(of: $0) }.first
    labels = (described ?? Self.onlyTextFile(of: model)).map { LabelList(lines: $0) }
  }

  /// The lines of the only text file that is packed with a model, for models that pack their labels without saying so.
  private static func onlyTextFile(of model: Model) -> [String]? {
    guard let files = try? model.packedFiles() else { return nil }
    let texts = files.filter { $0.name.hasSuffix(".txt") }
    return texts.count == 1 ? try? texts[0].lines : nil
  }
}

extension PixelNormalization {
  /// nil where the metadata gives no usable numbers.
  fileprivate init?(_ options: NormalizationOptions) {
    guard let mean = options.mean.first, let deviation = options.std.first, mean.isFinite, deviation.isNormal else {
      return nil
    }
    self.init(mean: mean, standardDeviation: deviation)
  }
}
